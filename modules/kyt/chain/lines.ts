import { refusedAt } from '../refused.ts';

const MAX_CHARS = 64 * 2 ** 20;

/** The lines of a text file, however it is cut into chunks; a line that is not UTF-8, or without end, is refused. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<{ text: string; line: number }> {
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
    const parts = (rest + decode(chunk)).split('\n');
    rest = parts.pop() ?? '';
    for (const text of parts) yield { text, line: ++line };
    if (rest.length > MAX_CHARS)
      throw refusedAt(`${name} line ${line + 1}`, 'the line is longer than 64 Mi characters.');
  }
  rest += decode();
  if (rest !== '') yield { text: rest, line: ++line };
}
