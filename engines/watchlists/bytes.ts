import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { openTail, repairUtf8 } from './cp1252.ts';
import type { Notes } from './notes.ts';
import { ListError, type ListInput } from './types.ts';

export interface GunzipLimits {
  /** Most bytes that may come out. */
  total: number;
  /** Most bytes out for one byte in, enforced once `free` bytes are out. */
  ratio: number;
  free: number;
}

/** Text lists compress about 6 to 40 times; a bomb, a thousand times. */
const LIMITS: GunzipLimits = { total: 8 * 2 ** 30, ratio: 200, free: 64 * 2 ** 20 };

const FETCH_AGAIN = 'Fetch the file again from the publisher.';
const REPLACEMENT = Buffer.from('\uFFFD');

function zlibCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Unpacks a gzip stream under limits. @throws {ListError} TRUNCATED, DAMAGED */
async function* gunzip(name: string, source: AsyncIterable<Uint8Array>, limits: GunzipLimits): AsyncGenerator<Buffer> {
  let bytesIn = 0;
  let bytesOut = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      bytesIn += chunk.length;
      yield chunk;
    }
  }
  const packed = Readable.from(counted(), { objectMode: false, highWaterMark: 1 << 18 });
  const unpacked = createGunzip({ chunkSize: 1 << 18 });
  packed.on('error', (error) => unpacked.destroy(error));
  packed.pipe(unpacked);
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      bytesOut += chunk.length;
      if (bytesOut > limits.total || (bytesOut > limits.free && bytesOut > bytesIn * limits.ratio)) {
        throw new ListError(
          'DAMAGED',
          'compressed file unpacks to far more than a list holds',
          `${name} after ${bytesOut} unpacked bytes`,
          'Check where the file comes from; unpack it by hand if it is genuine.',
        );
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ListError) throw error;
    const code = zlibCode(error);
    if (!code.startsWith('Z_')) throw error;
    const cut = code === 'Z_BUF_ERROR';
    throw new ListError(
      cut ? 'TRUNCATED' : 'DAMAGED',
      cut ? 'compressed file is cut short' : 'compressed file is damaged',
      `${name} near byte ${bytesIn}`,
      FETCH_AGAIN,
    );
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

/** The file's bytes from the start again, with enough of the head in the first chunk to tell what the file is. */
async function withHead(stream: AsyncIterable<Uint8Array>): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const iterator = stream[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < 1024) {
    const next = await iterator.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* all(): AsyncGenerator<Buffer> {
    try {
      if (head.length > 0) yield head;
      for (;;) {
        const next = await iterator.next();
        if (next.done) return;
        yield Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { head, all: all() };
}

/** Encoding by byte order mark, or by the XML declaration; undefined where UTF-8 is to be assumed. */
function declaredEncoding(head: Buffer): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const declaration = /^(?:\xEF\xBB\xBF)?<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.-]+)["']/.exec(
    head.toString('latin1', 0, 300),
  );
  const label = declaration?.[1]?.toLowerCase();
  return label === undefined || label === 'utf-8' || label === 'utf8' || label === 'us-ascii' ? undefined : label;
}

async function* transcoded(name: string, source: AsyncIterable<Buffer>, label: string): AsyncGenerator<Buffer> {
  const at = (byte: number): string => `${name} near byte ${byte}`;
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label, { fatal: true });
  } catch {
    throw new ListError('ENCODING', 'declared encoding is not known', at(0), 'Convert the file to UTF-8.');
  }
  let seen = 0;
  try {
    for await (const chunk of source) {
      const text = decoder.decode(chunk, { stream: true });
      seen += chunk.length;
      yield Buffer.from(text);
    }
    yield Buffer.from(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ListError('ENCODING', 'bytes do not fit the declared encoding', at(seen), 'Convert the file to UTF-8.');
  }
}

/** Passes well-formed UTF-8 through in whole characters; repairs stray Windows-1252 bytes with a warning. */
async function* repaired(name: string, source: AsyncIterable<Buffer>, notes: Notes): AsyncGenerator<Buffer> {
  let tail = Buffer.alloc(0);
  let offset = 0;
  function clean(bytes: Buffer): Buffer {
    if (isUtf8(bytes)) return bytes;
    const { text, repaired, first } = repairUtf8(bytes, name, offset);
    notes.add('CP1252_IN_UTF8', `${name} byte ${first}`, repaired);
    return text;
  }
  for await (const chunk of source) {
    const bytes = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk;
    const open = openTail(bytes);
    const whole = bytes.subarray(0, bytes.length - open);
    tail = Buffer.from(bytes.subarray(bytes.length - open));
    if (whole.length > 0) yield clean(whole);
    offset += whole.length;
  }
  if (tail.length > 0) yield clean(tail);
}

function refuseForeign(name: string, head: Buffer): void {
  const start = head.toString('latin1', 0, 512).trimStart().toLowerCase();
  const foreign = start.startsWith('pk\u0003\u0004')
    ? 'a ZIP archive'
    : start.startsWith('%pdf-')
      ? 'a PDF document'
      : start.startsWith('<!doctype html') || start.startsWith('<html')
        ? 'a web page'
        : undefined;
  if (foreign === undefined) return;
  throw new ListError(
    'UNKNOWN_FORMAT',
    `file is ${foreign}, not a list`,
    `${name} byte 0`,
    'Give the data file itself.',
  );
}

/**
 * The text of a list file as UTF-8, in chunks that end on whole characters.
 *
 * Accepts gzip by its magic bytes (under limits), a byte order mark, UTF-16 and the encodings an XML declaration may
 * name. Bytes that are not UTF-8 although they should be are read as Windows-1252 with the warning CP1252_IN_UTF8; a
 * file that already carries U+FFFD has lost characters before it came here: REPLACEMENT_CHARACTER. The Control-Z that
 * OFAC ends its files with is taken off, and nothing may follow it.
 *
 * @throws {ListError} EMPTY, TRUNCATED, DAMAGED, ENCODING, UNKNOWN_FORMAT, with the file and the byte
 */
export async function* utf8Chunks(
  input: ListInput,
  notes: Notes,
  limits: GunzipLimits = LIMITS,
): AsyncGenerator<Buffer> {
  const { name } = input;
  let { head, all } = await withHead(input.stream);
  if (head[0] === 0x1f && head[1] === 0x8b) ({ head, all } = await withHead(gunzip(name, all, limits)));
  refuseForeign(name, head);
  const label = declaredEncoding(head);
  const text = label === undefined ? repaired(name, all, notes) : transcoded(name, all, label);
  let offset = 0;
  let blank = true;
  let ended = false;
  for await (let chunk of text) {
    if (offset === 0 && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) chunk = chunk.subarray(3);
    const start = offset;
    offset += chunk.length;
    const mark = ended ? 0 : chunk.indexOf(0x1a);
    if (mark >= 0) {
      if (chunk.toString('latin1', mark).replaceAll('\u001A', '').trim() !== '') {
        throw new ListError(
          'DAMAGED',
          'text goes on after the end mark (Control-Z)',
          `${name} byte ${start + mark}`,
          FETCH_AGAIN,
        );
      }
      ended = true;
      chunk = chunk.subarray(0, mark);
    }
    const nul = chunk.indexOf(0);
    if (nul >= 0)
      throw new ListError('DAMAGED', 'binary zero in a text file', `${name} byte ${start + nul}`, FETCH_AGAIN);
    const lost = chunk.indexOf(REPLACEMENT);
    if (lost >= 0) notes.add('REPLACEMENT_CHARACTER', `${name} byte ${start + lost}`);
    if (blank) blank = chunk.length < 4096 && chunk.toString('latin1').trim() === '';
    if (chunk.length > 0) yield chunk;
  }
  if (blank) throw new ListError('EMPTY', 'file holds nothing', `${name} byte 0`, FETCH_AGAIN);
}
