import { csvRows, type CsvRow } from './csv.ts';
import { EntityBuilder } from './entity.ts';
import type { Notes } from './notes.ts';
import { readOfacRemarks } from './ofac-remarks.ts';
import { ListError, type EntitySchema, type ListedEntity, type ListInput, type NameParts } from './types.ts';

const SDN_COLUMNS = [
  'ent_num',
  'SDN_Name',
  'SDN_Type',
  'Program',
  'Title',
  'Call_Sign',
  'Vess_type',
  'Tonnage',
  'GRT',
  'Vess_flag',
  'Vess_owner',
  'Remarks',
] as const;
const ALT_COLUMNS = ['ent_num', 'alt_num', 'alt_type', 'alt_name', 'alt_remarks'] as const;
const ADD_COLUMNS = ['ent_num', 'add_num', 'address', 'city_state_zip', 'country', 'add_remarks'] as const;
const COMMENT_COLUMNS = ['ent_num', 'remarks_extended'] as const;

/** OFAC's remarks field ends after this many characters; the rest stands in the comments file. */
const REMARKS_LIMIT = 1000;
const FETCH_AGAIN = 'Fetch the file again from the publisher.';
export const OFAC = 'US Treasury, Office of Foreign Assets Control';

type Kind = 'sdn' | 'alt' | 'add' | 'comments';
const KINDS = new Map<number, Kind>([
  [SDN_COLUMNS.length, 'sdn'],
  [ALT_COLUMNS.length, 'alt'],
  [ADD_COLUMNS.length, 'add'],
  [COMMENT_COLUMNS.length, 'comments'],
]);
const COLUMN_COUNT: Record<Kind, number> = { sdn: 12, alt: 5, add: 6, comments: 2 };

interface OpenFile {
  name: string;
  kind: Kind;
  rows: AsyncGenerator<CsvRow>;
}

/** OFAC writes an absent value as `-0- `. */
function value(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  return text === '-0-' ? '' : text;
}

function record(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']));
}

/** Puts a row that was read to see what the file is back in front. */
async function* putBack(first: CsvRow, rest: AsyncGenerator<CsvRow>): AsyncGenerator<CsvRow> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** Tells the file by the number of columns of its first record. */
async function openFile(input: ListInput, notes: Notes): Promise<OpenFile> {
  const rows = csvRows(input, notes);
  const first = await rows.next();
  if (first.done) throw new ListError('EMPTY', 'file holds no record', input.name, FETCH_AGAIN);
  const kind = KINDS.get(first.value.cells.length);
  if (kind === undefined || !/^\d+$/.test(first.value.cells[0]?.trim() ?? '')) {
    await rows.return(undefined);
    throw new ListError(
      'UNKNOWN_FORMAT',
      `first record has ${first.value.cells.length} columns; OFAC's files have 12 (sdn), 5 (alt), 6 (add) or 2 (comments), the first a number`,
      `${input.name} line ${first.value.line}`,
      'Check that the format named fits the file.',
    );
  }
  return { name: input.name, kind, rows: putBack(first.value, rows) };
}

/** The rows of a file, each checked for its columns; a short last row means the file is cut. */
async function* checkedRows(file: OpenFile): AsyncGenerator<CsvRow> {
  let held: CsvRow | undefined;
  const wrong = (row: CsvRow): boolean =>
    row.cells.length !== COLUMN_COUNT[file.kind] || !/^\d+$/.test(row.cells[0]?.trim() ?? '');
  for await (const row of file.rows) {
    if (held) {
      throw new ListError(
        'DAMAGED',
        `record has ${held.cells.length} columns instead of ${COLUMN_COUNT[file.kind]}, or no number in the first`,
        `${file.name} line ${held.line}`,
        'Correct the line, or fetch the file again from the publisher.',
      );
    }
    if (wrong(row)) held = row;
    else yield row;
  }
  if (held)
    throw new ListError('TRUNCATED', 'file ends inside a record', `${file.name} line ${held.line}`, FETCH_AGAIN);
}

/** Rows of a side file by entity number. */
async function byOwner(files: OpenFile[]): Promise<Map<string, { cells: string[]; place: string }[]>> {
  const rows = new Map<string, { cells: string[]; place: string }[]>();
  for (const file of files) {
    for await (const { cells, line } of checkedRows(file)) {
      const owner = cells[0]?.trim() ?? '';
      const row = { cells, place: `${file.name} line ${line}` };
      const known = rows.get(owner);
      if (known) known.push(row);
      else rows.set(owner, [row]);
    }
  }
  return rows;
}

export function ofacSchema(type: string): EntitySchema {
  const text = type.toLowerCase();
  if (text === 'individual') return 'PERSON';
  return text === 'vessel' ? 'VESSEL' : text === 'aircraft' ? 'AIRCRAFT' : 'ORGANIZATION';
}

function nameParts(name: string, schema: EntitySchema): { parts?: NameParts } {
  const comma = schema === 'PERSON' ? name.indexOf(',') : -1;
  return comma < 0 ? {} : { parts: { last: name.slice(0, comma), first: name.slice(comma + 1) } };
}

type SideRows = { cells: string[]; place: string }[];

function toEntity(
  row: CsvRow,
  file: string,
  notes: Notes,
  alt: SideRows,
  add: SideRows,
  comments: SideRows,
): ListedEntity | undefined {
  const cells = row.cells.map(value);
  const [number = '', name = '', type = '', program = '', title = '', callSign = ''] = cells;
  const [flag = '', owner = '', remarks = ''] = cells.slice(9);
  const schema = ofacSchema(type);
  const raw = {
    ...record(SDN_COLUMNS, row.cells),
    alt: alt.map((side) => record(ALT_COLUMNS, side.cells)),
    add: add.map((side) => record(ADD_COLUMNS, side.cells)),
    comments: comments.map((side) => side.cells[1] ?? ''),
  };
  const builder = new EntityBuilder(`ofac-${number}`, schema, notes, `${file} line ${row.line}`, raw);
  builder.entity.categories.push('SANCTIONS');
  builder.name(name, 'PRIMARY', nameParts(name, schema));
  for (const { cells: side } of alt) {
    const alias = value(side[3]);
    const quoted = /^['"“](.*)['"”]$/.exec(alias);
    if (quoted) builder.name(quoted[1], 'WEAK_ALIAS');
    else builder.name(alias, /^f\.?k\.?a/i.test(value(side[2])) ? 'FORMER' : 'ALIAS', nameParts(alias, schema));
  }
  for (const { cells: side } of add) {
    builder.address({ street: value(side[2]), city: value(side[3]), country: value(side[4]) });
  }
  builder.program(...program.split(/[[\]]+/)).position(title);
  if (callSign !== '') builder.identifier({ type: 'CALL_SIGN', value: callSign });
  builder.country(flag).link('OWNER', owner);
  // The comments file goes on where the remarks field broke off, often inside a word.
  const whole = remarks + comments.map((side) => value(side.cells[1])).join('');
  if (comments.length === 0 && remarks.length >= REMARKS_LIMIT) builder.note('REMARKS_CUT_SHORT');
  if (whole !== '') readOfacRemarks(builder, whole);
  builder.source(`https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${number}`, OFAC);
  return builder.done();
}

function noteOrphans(rows: Map<string, SideRows>, code: string, notes: Notes): void {
  for (const [first] of rows.values()) if (first) notes.add(code, first.place);
}

/**
 * OFAC's SDN or consolidated list in delimited form: the primary file, with the files of aliases, addresses and
 * comments beside it where present, told apart by their columns and joined by entity number. The side files are held
 * in memory (a few megabytes), the primary file is streamed.
 */
export async function* readOfacSdn(inputs: readonly ListInput[], notes: Notes): AsyncGenerator<ListedEntity> {
  const files: OpenFile[] = [];
  try {
    for (const input of inputs) files.push(await openFile(input, notes));
    const of = (kind: Kind): OpenFile[] => files.filter((file) => file.kind === kind);
    const primary = of('sdn');
    if (primary.length === 0) {
      throw new ListError(
        'UNKNOWN_FORMAT',
        'the primary file with 12 columns (sdn.csv, cons_prim.csv) is missing',
        files.map((file) => file.name).join(', '),
        'Name the primary file too.',
      );
    }
    const alt = await byOwner(of('alt'));
    const add = await byOwner(of('add'));
    const comments = await byOwner(of('comments'));
    const take = (rows: Map<string, SideRows>, owner: string): SideRows => {
      const found = rows.get(owner) ?? [];
      rows.delete(owner);
      return found;
    };
    for (const file of primary) {
      for await (const row of checkedRows(file)) {
        const owner = row.cells[0]?.trim() ?? '';
        const entity = toEntity(row, file.name, notes, take(alt, owner), take(add, owner), take(comments, owner));
        if (entity) yield entity;
      }
    }
    noteOrphans(alt, 'ALIAS_WITHOUT_OWNER', notes);
    noteOrphans(add, 'ADDRESS_WITHOUT_OWNER', notes);
    noteOrphans(comments, 'COMMENT_WITHOUT_OWNER', notes);
  } finally {
    for (const file of files) await file.rows.return(undefined);
  }
}
