import { csvRows, type CsvRow } from './csv.ts';
import type { Notes } from './notes.ts';
import { ListError, type ListInput } from './types.ts';

/** One record of a table with a header: values by column, trimmed. */
export class TableRow {
  readonly #columns: ReadonlyMap<string, number>;
  readonly cells: readonly string[];
  readonly place: string;

  constructor(columns: ReadonlyMap<string, number>, cells: readonly string[], place: string) {
    this.#columns = columns;
    this.cells = cells;
    this.place = place;
  }

  /** Value of the first of these columns that the table has and this row fills. */
  get(...names: string[]): string | undefined {
    for (const name of names) {
      const index = this.#columns.get(name.toLowerCase());
      const value = index === undefined ? '' : (this.cells[index] ?? '').trim();
      if (value !== '') return value;
    }
    return undefined;
  }

  /** The filled columns as plain JSON. */
  json(): Record<string, string> {
    const json: Record<string, string> = {};
    for (const [name, index] of this.#columns) {
      const value = this.cells[index] ?? '';
      if (value !== '') json[name] = value;
    }
    return json;
  }
}

export interface TableShape {
  /** Columns that tell the header, each with the names it may have; without them the file is another format. */
  required: readonly (readonly string[])[];
  /** What to do with a line before the header (the publisher's date); such lines are few. */
  preamble?: (cells: readonly string[]) => void;
}

const MOST_PREAMBLE_LINES = 5;

/**
 * The records of a delimited table with a header. Where a column name comes twice the first holds.
 *
 * @throws {ListError} UNKNOWN_FORMAT without the header, DAMAGED where a record has another number of columns, TRUNCATED
 *   where that is the last record and it is short
 */
export async function* tableRows(input: ListInput, notes: Notes, shape: TableShape): AsyncGenerator<TableRow> {
  const missing = (place: string): ListError =>
    new ListError(
      'UNKNOWN_FORMAT',
      `header with the columns ${shape.required.map((names) => names.join(' or ')).join(', ')} is missing`,
      place,
      'Check that the format named fits the file.',
    );
  const isHeader = (names: readonly string[]): boolean =>
    shape.required.every((column) => column.some((name) => names.includes(name.toLowerCase())));
  let columns: Map<string, number> | undefined;
  let width = 0;
  let wrong: CsvRow | undefined;
  const refuse = (row: CsvRow, code: 'DAMAGED' | 'TRUNCATED'): ListError =>
    new ListError(
      code,
      code === 'DAMAGED' ? `record has ${row.cells.length} columns instead of ${width}` : 'file ends inside a record',
      `${input.name} line ${row.line}`,
      'Fetch the file again from the publisher.',
    );
  for await (const row of csvRows(input, notes)) {
    if (wrong) throw refuse(wrong, 'DAMAGED');
    if (!columns) {
      const names = row.cells.map((cell) => cell.trim().toLowerCase());
      if (isHeader(names)) {
        columns = new Map();
        width = row.cells.length;
        for (const [i, name] of names.entries()) if (name !== '' && !columns.has(name)) columns.set(name, i);
      } else if (row.line > MOST_PREAMBLE_LINES || !shape.preamble) {
        throw missing(`${input.name} line ${row.line}`);
      } else shape.preamble(row.cells);
    } else if (row.cells.length !== width) wrong = row;
    else yield new TableRow(columns, row.cells, `${input.name} line ${row.line}`);
  }
  if (wrong) throw refuse(wrong, wrong.cells.length < width ? 'TRUNCATED' : 'DAMAGED');
  if (!columns) throw missing(input.name);
}
