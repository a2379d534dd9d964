import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Plugin, stop } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');
const CACHE = join(ROOT, 'node_modules', '.cache', 'dashboard');
/** What the pages are made of; a change of any of these makes them anew. */
const SOURCES = [
  'dashboard/**/*.{ts,tsx,css,svg,txt}',
  'contract/**/*.ts',
  'server/dashboard/build.ts',
  'package-lock.json',
];

/** One file of the pages, ready to be sent. */
export interface Asset {
  type: string;
  /** Quoted, of its bytes. */
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  brotli: Buffer;
}

export interface Dashboard {
  /** By name below /dashboard/assets; each name carries a hash of what it holds. */
  assets: ReadonlyMap<string, Asset>;
  /** Names of what every page loads: the script, what it imports at once, and the style. */
  shell: { script: string; imports: readonly string[]; style: string; icon: string };
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** The components bring their words in 34 languages; these pages are written in one. */
const oneLanguage: Plugin = {
  name: 'one-language',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]intl[\\/].*[\\/]?[a-z]{2}-[A-Z]{2}\.(m?js|json)$/ }, ({ path }) =>
      /en-US\.\w+$/.test(path) ? undefined : { contents: 'export default {}', loader: 'js' },
    );
  },
};

async function sourcesHash(): Promise<string> {
  const names: string[] = [];
  for (const pattern of SOURCES) for await (const name of glob(pattern, { cwd: ROOT })) names.push(name);
  const hash = createHash('sha256');
  for (const name of names.toSorted()) {
    hash.update(`${name}\0`).update(
      createHash('sha256')
        .update(await readFile(join(ROOT, name)))
        .digest(),
    );
  }
  return hash.digest('hex').slice(0, 32);
}

interface Manifest {
  shell: Dashboard['shell'];
  names: readonly string[];
}

/** The pages, from the cache where nothing changed since they were made, else bundled from their sources. */
export async function buildDashboard(): Promise<Dashboard> {
  const folder = join(CACHE, await sourcesHash());
  return (await readCache(folder).catch(() => null)) ?? make(folder);
}

async function readCache(folder: string): Promise<Dashboard> {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const assets = new Map<string, Asset>();
  for (const name of manifest.names) {
    const [plain, packedGzip, packedBrotli] = await Promise.all(
      ['', '.gz', '.br'].map(async (ending) => readFile(join(folder, name + ending))),
    );
    if (!plain || !packedGzip || !packedBrotli) throw new Error(`${name} is incomplete`);
    assets.set(name, { type: typeOf(name), etag: etagOf(plain), plain, gzip: packedGzip, brotli: packedBrotli });
  }
  return { assets, shell: manifest.shell };
}

async function make(folder: string): Promise<Dashboard> {
  const dashboard = await bundle();
  // Its own process is not needed again.
  await stop();
  await writeCache(folder, dashboard).catch(() => {
    // A read-only installation makes them at each start, in memory.
  });
  return dashboard;
}

async function bundle(): Promise<Dashboard> {
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: { main: 'dashboard/main.tsx', style: 'dashboard/styles/index.css', icon: 'dashboard/icon.svg' },
    outdir: 'out',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    metafile: true,
    write: false,
    charset: 'utf8',
    target: ['chrome123', 'firefox125', 'safari17.4'],
    jsx: 'automatic',
    loader: { '.svg': 'copy', '.txt': 'text' },
    define: { 'process.env.NODE_ENV': '"production"' },
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [oneLanguage],
  });
  const assets = new Map<string, Asset>();
  await Promise.all(
    result.outputFiles.map(async ({ path, contents }) => {
      const name = path.split(/[\\/]/).at(-1) ?? '';
      assets.set(name, await pack(name, Buffer.from(contents)));
    }),
  );
  const shortName = (path: string): string => path.split('/').at(-1) ?? '';
  const outputs = Object.entries(result.metafile.outputs);
  const outputOf = (entry: string): string => {
    const found = outputs.find(([, output]) => output.entryPoint === entry);
    if (!found) throw new Error(`nothing was made of ${entry}`);
    return shortName(found[0]);
  };
  const script = outputOf('dashboard/main.tsx');
  // Everything that the first script imports without being asked, so that the browser need not find out in steps.
  const imports = new Set<string>();
  const follow = (name: string): void => {
    const output = outputs.find(([path]) => shortName(path) === name)?.[1];
    for (const { path, kind } of output?.imports ?? []) {
      if (kind !== 'import-statement' || imports.has(shortName(path))) continue;
      imports.add(shortName(path));
      follow(shortName(path));
    }
  };
  follow(script);
  const style = outputOf('dashboard/styles/index.css');
  const icon = outputOf('dashboard/icon.svg');
  return { assets, shell: { script, imports: [...imports], style, icon } };
}

async function pack(name: string, plain: Buffer): Promise<Asset> {
  const [packedGzip, packedBrotli] = await Promise.all([
    promisify(gzip)(plain, { level: 9 }),
    promisify(brotliCompress)(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
  ]);
  return { type: typeOf(name), etag: etagOf(plain), plain, gzip: packedGzip, brotli: packedBrotli };
}

/** Written beside its place and moved there whole: several processes may start at once. */
async function writeCache(folder: string, { assets, shell }: Dashboard): Promise<void> {
  const fresh = `${folder}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  for (const [name, { plain, gzip: packedGzip, brotli }] of assets) {
    await writeFile(join(fresh, name), plain);
    await writeFile(join(fresh, `${name}.gz`), packedGzip);
    await writeFile(join(fresh, `${name}.br`), brotli);
  }
  const manifest: Manifest = { shell, names: [...assets.keys()] };
  await writeFile(join(fresh, 'manifest.json'), JSON.stringify(manifest));
  await rename(fresh, folder).catch(async () => rm(fresh, { recursive: true, force: true }));
}

function typeOf(name: string): string {
  const type = TYPES[extname(name)];
  if (!type) throw new Error(`no media type is known for ${name}`);
  return type;
}

const etagOf = (bytes: Buffer): string => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
