import { utf8Chunks } from './bytes.ts';
import type { Notes } from './notes.ts';
import { ListError, type ListInput } from './types.ts';

export type JsonObject = { [key: string]: unknown };

const MAX_LINE_CHARS = 32 * 2 ** 20;
const MAX_DEPTH = 32;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tooDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  for (const member of Object.values(value)) if (tooDeep(member, depth - 1)) return true;
  return false;
}

/** The texts among the values of a member: one, a list, or none. Numbers are written out. */
export function strings(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values
    .filter((item): item is string | number => typeof item === 'string' || typeof item === 'number')
    .map((item) => String(item).trim())
    .filter((item) => item !== '');
}

/** The first text of a member. */
export function string(value: unknown): string | undefined {
  return strings(value)[0];
}

export interface JsonLine {
  value: JsonObject;
  text: string;
  place: string;
}

/**
 * The objects of a line-delimited JSON file; blank lines are skipped.
 *
 * @throws {ListError} TRUNCATED where the last line breaks off, UNKNOWN_FORMAT where the first is no object, DAMAGED
 */
export async function* jsonLines(input: ListInput, notes: Notes): AsyncGenerator<JsonLine> {
  let line = 0;
  let objects = 0;
  function read(text: string, last: boolean): JsonLine | undefined {
    line++;
    if (text.trim() === '') return undefined;
    const place = `${input.name} line ${line}`;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
    if (isObject(value) && !tooDeep(value, MAX_DEPTH)) {
      objects++;
      return { value, text, place };
    }
    if (objects === 0) {
      throw new ListError('UNKNOWN_FORMAT', 'first line is no JSON object', place, 'Give one JSON object a line.');
    }
    const cut = last && value === undefined;
    throw new ListError(
      cut ? 'TRUNCATED' : 'DAMAGED',
      cut ? 'file ends inside a line' : 'line is no JSON object, or nested too deep',
      place,
      'Fetch the file again from the publisher.',
    );
  }
  let rest = '';
  for await (const chunk of utf8Chunks(input, notes)) {
    const text = chunk.toString('utf8');
    // A long line is put together once it has ended: cutting it anew for each chunk takes the square of its length.
    const lines = text.includes('\n') ? (rest + text).split('\n') : [rest + text];
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARS) {
      const place = `${input.name} line ${line + lines.length + 1}`;
      throw new ListError('DAMAGED', 'line is longer than any entity', place, 'Give one JSON object a line.');
    }
    for (const whole of lines) {
      const found = read(whole, false);
      if (found) yield found;
    }
  }
  const found = read(rest, true);
  if (found) yield found;
}
