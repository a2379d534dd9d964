import assert from 'node:assert/strict';
import { createReadStream, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { sharedData } from '../../tools/shared-data.ts';
import { listReader } from './reader.ts';
import type { ListedEntity, ListSummary } from './types.ts';

/** Real lists, read in place. Counts are those of the publishers' files. */
interface Expected {
  entities: number;
  persons?: number;
  publishedAt?: string;
  /** Warnings by code; every other code must be absent. -1: some, a small share of the entities. */
  warnings?: Record<string, number>;
}

const LISTS: [format: string, files: string[], expected: Expected][] = [
  [
    'ofac-sdn',
    ['ofac/sdn-2024-05-03.csv'],
    { entities: 14_965, persons: 6854, warnings: { UNKNOWN_COUNTRY: -1, REMARKS_CUT_SHORT: 16 } },
  ],
  [
    'ofac-sdn',
    [
      'ofac/2019-01-15/sdn.csv',
      'ofac/2019-01-15/alt.csv',
      'ofac/2019-01-15/add.csv',
      'ofac/2019-01-15/sdn_comments.csv',
    ],
    { entities: 7379, persons: 3845, warnings: { UNKNOWN_COUNTRY: -1, COMMENT_WITHOUT_OWNER: 10 } },
  ],
  [
    'ofac-sdn',
    [
      'ofac/2021-07-07/sdn.csv',
      'ofac/2021-07-07/alt.csv',
      'ofac/2021-07-07/add.csv',
      'ofac/2021-07-07/sdn_comments.csv',
    ],
    { entities: 8976, persons: 4620, warnings: { UNKNOWN_COUNTRY: -1 } },
  ],
  [
    'ofac-sdn',
    ['ofac/2022-01-31/add.csv', 'ofac/2022-01-31/alt.csv', 'ofac/2022-01-31/sdn.csv'],
    {
      entities: 9043,
      persons: 4643,
      warnings: { UNKNOWN_COUNTRY: -1, REMARKS_CUT_SHORT: 7, DUPLICATE_ID: 1, ADDRESS_WITHOUT_OWNER: 1 },
    },
  ],
  [
    'ofac-sdn',
    [
      'ofac/cons-2025-12-19/cons_prim.csv',
      'ofac/cons-2025-12-19/cons_alt.csv',
      'ofac/cons-2025-12-19/cons_add.csv',
      'ofac/cons-2025-12-19/cons_comments.csv',
    ],
    { entities: 442, persons: 79, warnings: {} },
  ],
  [
    'un-xml',
    ['un/un-consolidated-2026-02-27.xml'],
    { entities: 1003, persons: 730, publishedAt: '2026-02-27T00:00:09.554Z', warnings: { REPLACEMENT_CHARACTER: 1 } },
  ],
  [
    'un-xml',
    ['un/un-consolidated-2016-02-11.subset.xml'],
    { entities: 239, persons: 130, publishedAt: '2016-02-11T19:50:41.559Z', warnings: { UNKNOWN_COUNTRY: -1 } },
  ],
  ['eu-xml', ['eu/eu-global-2016-02-11.subset.xml'], { entities: 595, persons: 319, publishedAt: '2016-02-11' }],
  [
    'uk-csv',
    ['uk/hmt-conlist-2016-02-12.subset.csv'],
    { entities: 463, persons: 323, publishedAt: '2016-02-12', warnings: { CP1252_IN_UTF8: 99, UNKNOWN_COUNTRY: -1 } },
  ],
  ['us-csl-csv', ['us-csl/consolidated-sample.csv'], { entities: 13, warnings: { SCHEMA_GUESSED: 6 } }],
  ['us-csl-csv', ['us-csl/csl-2019-sample.csv'], { entities: 115, warnings: { SCHEMA_GUESSED: 47 } }],
  ['us-csl-csv', ['us-csl/csl-bis-2016.csv'], { entities: 399, warnings: { SCHEMA_GUESSED: 112 } }],
  ['ftm', ['ftm/zala.entities.ftm.json'], { entities: 14, persons: 6, warnings: { NO_CATEGORY: 1 } }],
  ['ftm', ['ftm/donations.ijson'], { entities: 95, persons: 22, warnings: { NO_CATEGORY: 95 } }],
  ['ftm', ['ftm/parteispenden.entities.ftm.json'], { entities: 96, persons: 22, warnings: { NO_CATEGORY: 96 } }],
  [
    'popolo',
    ['../peps/everypolitician-2015-11-30.dev.jsonl.gz'],
    { entities: 33_559, persons: 33_559, warnings: { UNREAD_BIRTH_DATE: 5 } },
  ],
];

const REFUSED: [format: string, file: string, code: string][] = [
  ['un-xml', 'un/un-consolidated-2025-08-16.misencoded.xml', 'ENCODING'],
  ['ofac-sdn', 'ofac/2025-12-24-partial/alt.csv', 'UNKNOWN_FORMAT'],
  ['ofac-sdn', 'ofac/sdn-2016-delimited.txt', 'UNKNOWN_FORMAT'],
  ['csv', 'bis/dpl.txt', 'UNKNOWN_FORMAT'],
  ['ftm', 'ftm/us_congress_senzing.json', 'UNKNOWN_FORMAT'],
  ['ftm', 'ftm/t2-delta/20240527134702-zbn__entities.delta.json', 'EMPTY'],
  ['ftm', 'ftm/t2-delta/20240527194702-wnk__entities.delta.json', 'UNKNOWN_FORMAT'],
  ['ftm', 'ftm/t2-delta/delta.json', 'UNKNOWN_FORMAT'],
  ['eu-xml', 'un/un-consolidated-2026-02-27.xml', 'UNKNOWN_FORMAT'],
  ['un-xml', 'uk/hmt-conlist-2016-02-12.subset.csv', 'DAMAGED'],
];

const watchlists = sharedData('watchlists');
const skip = watchlists === undefined ? 'shared data absent (set SHARED_DATA)' : false;
const root = watchlists ?? '';

async function read(
  format: string,
  files: readonly string[],
): Promise<{ entities: ListedEntity[]; summary: ListSummary }> {
  const reader = listReader(format);
  const entities: ListedEntity[] = [];
  const inputs = files.map((path) => ({ name: basename(path), stream: createReadStream(join(root, path)) }));
  for await (const entity of reader.read(inputs)) entities.push(entity);
  return { entities, summary: reader.summary() };
}

function checkShape(entity: ListedEntity): void {
  assert.ok(entity.id !== '' && entity.caption !== '' && entity.names[0]?.kind === 'PRIMARY', entity.id);
  for (const date of entity.birthDates)
    assert.match(date, /^(?:\d{4}(?:-\d\d(?:-\d\d)?)?|\d{4}\/\d{4}|~\d{4})$/, entity.id);
  for (const country of [...entity.countries, ...entity.nationalities]) assert.match(country, /^[A-Z]{2}$/, entity.id);
  if (entity.listedAt !== undefined) assert.match(entity.listedAt, /^\d{4}(?:-\d\d(?:-\d\d)?)?$/, entity.id);
  assert.ok(JSON.stringify(entity.raw).length > 2, entity.id);
}

describe('real lists', () => {
  for (const [format, files, expected] of LISTS) {
    test(`${format} ${files.join(' ')}`, { skip }, async () => {
      const { entities, summary } = await read(format, files);
      assert.equal(entities.length, expected.entities);
      assert.equal(summary.entities, expected.entities);
      assert.equal(summary.publishedAt, expected.publishedAt);
      if (expected.persons !== undefined) {
        assert.equal(entities.filter((entity) => entity.schema === 'PERSON').length, expected.persons);
      }
      for (const entity of entities) checkShape(entity);
      const { warnings = {} } = expected;
      const counted = Object.fromEntries(
        summary.warnings.map(({ code, count }) => [code, warnings[code] === -1 ? -1 : count]),
      );
      assert.deepEqual(counted, warnings);
      const unknown = summary.warnings.find(({ code }) => code === 'UNKNOWN_COUNTRY')?.count ?? 0;
      assert.ok(unknown < Math.max(10, entities.length / 50), `${unknown} countries not known`);
    });
  }

  test('22 snapshots of the SDN list have as many entities as the index says', { skip }, async () => {
    const { rows } = await index();
    assert.equal(rows.length, 22);
    // Every fourth, to keep the run short; the first and the last among them.
    for (const [name, lines] of rows.filter((_, i) => i % 4 === 0 || i === rows.length - 1)) {
      const { entities } = await read('ofac-sdn', [`ofac/history/${name}`]);
      assert.ok(Math.abs(entities.length - lines) <= 1, `${name}: ${entities.length} of ${lines}`);
    }
  });

  for (const [format, path, code] of REFUSED) {
    test(`${format} refuses ${path}`, { skip }, async () => {
      await assert.rejects(read(format, [path]), { name: 'ListError', code });
    });
  }
});

async function index(): Promise<{ rows: [string, number][] }> {
  const rows: [string, number][] = [];
  let text = '';
  for await (const chunk of createReadStream(join(root, 'ofac/history/INDEX.csv'), 'utf8')) text += String(chunk);
  for (const line of text.trim().split('\n').slice(1)) {
    const cells = line.split(',');
    rows.push([cells[0] ?? '', Number(cells[4])]);
  }
  assert.equal(readdirSync(join(root, 'ofac/history')).filter((name) => name.endsWith('.gz')).length, rows.length);
  return { rows };
}
