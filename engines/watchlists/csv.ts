import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { utf8Chunks } from './bytes.ts';
import type { Notes } from './notes.ts';
import { ListError, type ListInput } from './types.ts';

export interface CsvRow {
  cells: string[];
  /** Line of the file, from 1, on which the record ends. */
  line: number;
}

/** No publisher's record comes near this; an unclosed quote would otherwise swallow the rest of the file. */
const MAX_RECORD_CHARS = 4 * 2 ** 20;

const DELIMITERS = [',', ';', '@', '|', '\t'];

/**
 * The delimiter found most often in the first line, outside quotes, or in the second where a line such as
 * "Report Date: 23-Sep-2026" stands before the header; undefined where there is none.
 */
function guessDelimiter(head: string): string | undefined {
  const [first = '', second = ''] = head.split(/\r?\n/, 20).filter((text) => text.trim() !== '');
  return delimiterOf(first) ?? delimiterOf(second);
}

function delimiterOf(text: string): string | undefined {
  const line = text.replaceAll(/"(?:[^"]|"")*"/g, '');
  let best: string | undefined;
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const count = line.split(delimiter).length - 1;
    if (count > most) [best, most] = [delimiter, count];
  }
  return best;
}

function translated(error: unknown, name: string): unknown {
  if (!(error instanceof CsvError)) return error;
  const line: unknown = error['lines'];
  const place = `${name} line ${typeof line === 'number' ? line : '?'}`;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new ListError(
      'TRUNCATED',
      'file ends inside a quoted field',
      place,
      'Fetch the file again from the publisher.',
    );
  }
  const what =
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? 'record is longer than any list has'
      : 'quotes are not where CSV allows them';
  return new ListError('DAMAGED', what, place, 'Correct the line, or fetch the file again from the publisher.');
}

/**
 * The records of a delimited text file (RFC 4180; comma, semicolon, @, | or tab by the first line). Blank lines are
 * skipped, the number of columns is left to the caller.
 *
 * @throws {ListError} TRUNCATED where the file ends inside quotes, DAMAGED, and what `utf8Chunks` throws
 */
export async function* csvRows(input: ListInput, notes: Notes): AsyncGenerator<CsvRow> {
  const chunks = utf8Chunks(input, notes);
  let head = Buffer.alloc(0);
  while (!head.includes('\n') || head.length < 1024) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
    if (head.length > MAX_RECORD_CHARS) break;
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield head;
    yield* chunks;
  }
  const delimiter = guessDelimiter(head.toString('utf8', 0, 65_536));
  if (delimiter === undefined) {
    await chunks.return(undefined);
    throw new ListError(
      'UNKNOWN_FORMAT',
      'first lines have no columns',
      `${input.name} line 1`,
      'Check that the format named fits the file.',
    );
  }
  const parser = parse({
    delimiter,
    info: true,
    max_record_size: MAX_RECORD_CHARS,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const source = Readable.from(all(), { objectMode: false, highWaterMark: 1 << 18 });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { cells: record, line: info.lines };
    }
  } catch (error) {
    throw translated(error, input.name);
  } finally {
    source.destroy();
    parser.destroy();
    await chunks.return(undefined);
  }
}
