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
  let begun = false;
  for await (const chunk of chunks) {
    if (!begun && chunk[0] === 0x1f && chunk[1] === 0x8b) {
      throw refusedAt(name, 'is compressed. Unpack it, then import it again.');
    }
    begun = true;
    const text = decode(chunk);
    // A long line is put together once it has ended: cutting it anew for each chunk takes the square of its length.
    if (text.includes('\n')) {
      const texts = (rest + text).split('\n');
      rest = texts.pop() ?? '';
      yield { texts, first: line + 1 };
      line += texts.length;
    } else rest += text;
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
      const place = `${name} line ${first + i}`;
      const text = texts[i] ?? '';
      try {
        if (text.includes('\0'))
          throw refusedAt(place, 'holds a NUL character. The file is damaged, or not UTF-8 text.');
        const one = read(text, place);
        if (one !== undefined) found.push(one);
      } catch (error) {
        failure = { error };
      }
    }
    if (found.length > 0) yield found;
    if (failure) throw failure.error;
  }
}
