import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse as parseCsv } from 'csv-parse/sync';
import { sharedData } from '../../tools/shared-data.ts';
import type { EntityName, NameEntity, NameSchema } from '../../engines/names/index.ts';

/** Small readers of the public lists, just enough to measure with; the product has its own in engines/watchlists. */
function requirePath(relative: string): string {
  const path = sharedData(relative);
  if (path === undefined) throw new Error(`${relative} is not there: set SHARED_DATA to the folder of the public data`);
  return path;
}

function csvRows(relative: string): string[][] {
  return parseCsv(readFileSync(requirePath(relative), 'latin1'), {
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
}

const value = (cell: string | undefined): string => {
  const text = (cell ?? '').trim();
  return text === '-0-' ? '' : text;
};

const MONTHS: Readonly<Record<string, string>> = {
  Jan: '01',
  Feb: '02',
  Mar: '03',
  Apr: '04',
  May: '05',
  Jun: '06',
  Jul: '07',
  Aug: '08',
  Sep: '09',
  Oct: '10',
  Nov: '11',
  Dec: '12',
};

function ofacDates(remarks: string): string[] {
  const out: string[] = [];
  for (const found of remarks.matchAll(
    /DOB (circa )?(?:(\d{1,2}) )?(?:([A-Z][a-z]{2}) )?(\d{4})(?: to (?:(\d{1,2}) )?(?:([A-Z][a-z]{2}) )?(\d{4}))?/g,
  )) {
    const [, circa, day, month, year, , , to] = found;
    let text = year ?? '';
    if (month !== undefined && MONTHS[month] !== undefined)
      text += `-${MONTHS[month]}${day === undefined ? '' : `-${day.padStart(2, '0')}`}`;
    if (to !== undefined) text = `${year}/${to}`;
    out.push(circa === undefined ? text : `~${text}`);
  }
  return out;
}

const OFAC_SCHEMA: Readonly<Record<string, NameSchema>> = {
  individual: 'PERSON',
  vessel: 'VESSEL',
  aircraft: 'AIRCRAFT',
};

/** The SDN list of one day with its aliases. */
export function readOfac(folder = 'watchlists/ofac/2022-01-31'): NameEntity[] {
  const byId = new Map<string, NameEntity>();
  for (const row of csvRows(`${folder}/sdn.csv`)) {
    const id = value(row[0]);
    const name = value(row[1]);
    if (!/^\d+$/.test(id) || name === '') continue;
    const remarks = value(row[11]);
    const gender = /Gender (Male|Female)/.exec(remarks)?.[1];
    const entity: NameEntity = {
      id: `ofac-${id}`,
      schema: OFAC_SCHEMA[value(row[2])] ?? 'ORGANIZATION',
      names: [{ value: name, kind: 'PRIMARY' }],
      birthDates: ofacDates(remarks),
      countries: [...remarks.matchAll(/citizen ([A-Z][A-Za-z ]+)/g)].map((found) => found[1] ?? ''),
      nationalities: [...remarks.matchAll(/nationality ([A-Z][A-Za-z ]+)/g)].map((found) => found[1] ?? ''),
      identifiers: [
        ...remarks.matchAll(/(Passport|National ID No\.|Tax ID No\.|IMO|Registration Number) ([A-Z0-9-]{5,})/g),
      ].map((found) => ({ type: found[1] ?? '', value: found[2] ?? '' })),
      addresses: [],
    };
    if (gender !== undefined) entity.gender = gender;
    for (const found of remarks.matchAll(/a\.k\.a\. '([^']+)'/g))
      entity.names.push({ value: found[1] ?? '', kind: 'WEAK_ALIAS' });
    byId.set(id, entity);
  }
  for (const row of csvRows(`${folder}/alt.csv`)) {
    const name = value(row[3]);
    if (name !== '')
      byId.get(value(row[0]))?.names.push({ value: name, kind: value(row[2]) === 'fka' ? 'FORMER' : 'ALIAS' });
  }
  return [...byId.values()];
}

const unescape = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

function tags(xml: string, tag: string): string[] {
  return [...xml.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map((found) =>
    unescape((found[1] ?? '').trim()),
  );
}

/** The United Nations consolidated list. */
export function readUn(): NameEntity[] {
  const xml = readFileSync(requirePath('watchlists/un/un-consolidated-2026-02-27.xml'), 'utf8');
  const out: NameEntity[] = [];
  for (const [tag, schema] of [
    ['INDIVIDUAL', 'PERSON'],
    ['ENTITY', 'ORGANIZATION'],
  ] as const) {
    for (const block of tags(xml, tag)) {
      const names: EntityName[] = [];
      const main = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']
        .flatMap((part) => tags(block, part).slice(0, 1))
        .filter((part) => part !== '')
        .join(' ');
      if (main !== '') names.push({ value: main, kind: 'PRIMARY' });
      for (const original of tags(block, 'NAME_ORIGINAL_SCRIPT'))
        if (original !== '') names.push({ value: original, kind: 'ALIAS', script: 'ORIGINAL' });
      for (const alias of tags(block, `${tag}_ALIAS`)) {
        const name = tags(alias, 'ALIAS_NAME')[0] ?? '';
        const quality = tags(alias, 'QUALITY')[0] ?? '';
        if (name !== '' && name !== 'na') names.push({ value: name, kind: quality === 'Low' ? 'WEAK_ALIAS' : 'ALIAS' });
      }
      if (names.length === 0) continue;
      const birthDates = tags(block, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap((date) => {
        const exact = tags(date, 'DATE')[0] ?? tags(date, 'YEAR')[0] ?? '';
        const from = tags(date, 'FROM_YEAR')[0];
        const to = tags(date, 'TO_YEAR')[0];
        return exact !== '' ? [exact.slice(0, 10)] : from !== undefined && to !== undefined ? [`${from}/${to}`] : [];
      });
      const entity: NameEntity = {
        id: `un-${tags(block, 'DATAID')[0] ?? String(out.length)}`,
        schema,
        names,
        birthDates,
        countries: [],
        nationalities: tags(block, 'NATIONALITY').flatMap((found) => tags(found, 'VALUE')),
        identifiers: [],
        addresses: [],
      };
      const gender = tags(block, 'GENDER')[0];
      if (gender !== undefined && gender !== '') entity.gender = gender;
      out.push(entity);
    }
  }
  return out;
}

export interface Politician {
  id: string;
  legislature: string;
  name: string;
  birthDate?: string;
  gender?: string;
  otherNames: { name: string; lang: string }[];
}

/** Legislators of the world with their names in other languages. */
export function readPoliticians(): Politician[] {
  const text = gunzipSync(readFileSync(requirePath('peps/everypolitician-2015-11-30.dev.jsonl.gz'))).toString('utf8');
  const out: Politician[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const row = JSON.parse(line) as {
      id: string;
      legislature: string;
      name: string;
      birth_date?: string;
      gender?: string;
      other_names?: { name: string; lang?: string }[];
    };
    const person: Politician = {
      id: row.id,
      legislature: row.legislature,
      name: row.name,
      otherNames: (row.other_names ?? []).map((other) => ({ name: other.name, lang: other.lang ?? '' })),
    };
    if (row.birth_date !== undefined) person.birthDate = row.birth_date;
    if (row.gender !== undefined) person.gender = row.gender;
    out.push(person);
  }
  return out;
}

/** Politicians as a list to search in. */
export function politicianEntities(people: readonly Politician[]): NameEntity[] {
  return people.map((person) => {
    const names = new Set([person.name, ...person.otherNames.map((other) => other.name)]);
    const entity: NameEntity = {
      id: `pep-${person.id}-${person.legislature}`,
      schema: 'PERSON',
      names: [...names].map((name, index) => ({ value: name, kind: index === 0 ? 'PRIMARY' : 'ALIAS' })),
      birthDates: person.birthDate === undefined ? [] : [person.birthDate],
      countries: [person.legislature.split('/')[0]?.replaceAll('_', ' ') ?? ''],
      nationalities: [],
      identifiers: [],
      addresses: [],
    };
    if (person.gender !== undefined) entity.gender = person.gender;
    return entity;
  });
}
