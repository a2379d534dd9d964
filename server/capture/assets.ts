import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** One file of the applicant's page, ready to be sent. */
export interface Asset {
  type: string;
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  brotli: Buffer;
}

const SOURCE = join(import.meta.dirname, '..', '..', 'capture');

const TYPES: Readonly<Record<string, string>> = {
  ts: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

let loaded: Promise<ReadonlyMap<string, Asset>> | undefined;

/**
 * All files of the page by their path below it. They are read when the page is first asked for, and kept; TypeScript
 * becomes JavaScript by leaving its types out, line for line.
 */
export function captureAssets(): Promise<ReadonlyMap<string, Asset>> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<ReadonlyMap<string, Asset>> {
  const names = await readdir(SOURCE, { recursive: true });
  const assets = new Map<string, Asset>();
  for (const name of names.toSorted()) {
    const type = TYPES[name.split('.').at(-1) ?? ''];
    if (!type || /\.test\.ts$|tsconfig\.json$|\.d\.ts$/.test(name)) continue;
    const text = await readFile(join(SOURCE, name), 'utf8');
    const plain = Buffer.from(name.endsWith('.ts') ? withoutTypes(text) : text);
    assets.set(name.replaceAll('\\', '/'), {
      type,
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      plain,
      gzip: gzipSync(plain, { level: 9 }),
      brotli: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    });
  }
  return assets;
}

/**
 * SHA-256, in hex, of what the page itself asks people to agree to: its `consent.…` words of a language as the lines
 * `key=words`, in the order of the keys.
 */
export async function consentDigest(language: string): Promise<string> {
  const asset = (await captureAssets()).get(`words/${language}.json`);
  if (!asset) throw new Error(`The page has no words in ${language}`);
  const words = JSON.parse(asset.plain.toString()) as Record<string, string>;
  const lines = Object.keys(words)
    .filter((key) => key.startsWith('consent.'))
    .toSorted()
    .map((key) => `${key}=${words[key] ?? ''}`);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** The first call makes Node say on standard error that this may change; the version that runs comes with the service. */
function withoutTypes(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    // Comments and the room that types took are of no use to a browser.
    return stripTypeScriptTypes(text, { mode: 'strip' }).replaceAll(/^ *\/\*\*[\s\S]*?\*\/\n|[ ]+$/gm, '');
  } finally {
    process.emitWarning = emitWarning;
  }
}
