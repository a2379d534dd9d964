import { refusedAt } from '../refused.ts';

const MAX_CHARS = 64 * 2 ** 20;

/** Lines that lie together in a file; the first of them has this number. */
export interface Lines {
  texts: string[];
  first: number;
}

/** The lines of a text file, however it is cut into chunks; a line that is not UTF-8, or without end, is refused. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Lines> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let line = 0;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw refusedAt(`${name} after line ${line}`, 'the text is not UTF-8. Convert the file, then import it again.');
    }
  };
  for await (const chunk of chunks) {
    const texts = (rest + decode(chunk)).split('\n');
    rest = texts.pop() ?? '';
    if (texts.length > 0) yield { texts, first: line + 1 };
    line += texts.length;
    if (rest.length > MAX_CHARS)
      throw refusedAt(`${name} line ${line + 1}`, 'the line is longer than 64 Mi characters.');
  }
  rest += decode();
  if (rest !== '') yield { texts: [rest], first: line + 1 };
}

/**
 * What lines say, many at a time.
 * @param read of one line: what it says, or undefined where it says nothing
 * @throws whatever `read` throws, once what stood before the line was handed out
 */
export async function* readLines<T>(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  read: (text: string, place: string) => T | undefined,
): AsyncGenerator<T[]> {
  for await (const { texts, first } of linesOf(chunks, name)) {
    const found: T[] = [];
    let failure: { error: unknown } | undefined;
    for (let i = 0; i < texts.length && !failure; i += 1) {
      try {
        const one = read(texts[i] ?? '', `${name} line ${first + i}`);
        if (one !== undefined) found.push(one);
      } catch (error) {
        failure = { error };
      }
    }
    if (found.length > 0) yield found;
    if (failure) throw failure.error;
  }
}
