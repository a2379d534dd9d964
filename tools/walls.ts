import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** One source file as the walls see it. */
export interface Source {
  /** Path from the repository's root, with forward slashes. */
  path: string;
  text: string;
}

const ROOMS = [
  'contract',
  'engines',
  'platform',
  'modules',
  'server',
  'cli',
  'sdk',
  'capture',
  'dashboard',
  'tools',
  'bench',
  'e2e',
];
const MAX_LINES = 420;

/** What each room may import of the house; npm packages and Node's own modules are judged apart. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: ['contract'],
  engines: ['engines'],
  platform: ['platform', 'contract'],
  modules: ['modules', 'platform', 'contract', 'engines'],
  server: ['server', 'modules', 'platform', 'contract', 'engines', 'dashboard'],
  cli: ['cli', 'modules', 'platform', 'contract', 'engines', 'server'],
  sdk: ['sdk', 'contract'],
  capture: ['capture'],
  dashboard: ['dashboard', 'contract'],
};

/** Engines know no network, no database, no clock and no environment. */
const CLOSED_TO_ENGINES =
  /^(node:(https?|http2|net|tls|dgram|dns|dns\/promises|child_process|cluster)|undici|pg|fastify|graphile-worker)$/;

const isTest = (path: string): boolean =>
  path.endsWith('.test.ts') ||
  path.endsWith('/testing.ts') ||
  path.includes('/testing/') ||
  path.includes('/fixtures/');

const room = (path: string): string => path.split('/')[0] ?? '';
const moduleOf = (path: string): string => path.split('/')[1] ?? '';

/** Comments and the contents of string literals do not count as code; template literals stay, for SQL. */
function codeOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, ' ').replaceAll(/'(?:[^'\\\n]|\\.)*'/g, "''");
}

export function importsOf(text: string): string[] {
  const pattern = /(?:^|\s)(?:import|export)\s(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\(\s*'([^']+)'\s*\)/g;
  return [...text.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '');
}

/** Every wall that this file breaks, one line each: place and what to do. */
export function faultsOf(source: Source): string[] {
  const { path, text } = source;
  const here = room(path);
  const faults: string[] = [];
  const fault = (what: string): void => void faults.push(`${path}: ${what}`);
  const code = codeOf(text);
  const test = isTest(path);

  for (const specifier of importsOf(text)) {
    if (specifier.startsWith('.')) {
      const target = relative('.', join(dirname(path), specifier));
      const there = room(target);
      const allowed = MAY_IMPORT[here];
      if (test || !allowed || !ROOMS.includes(there)) continue;
      if (!allowed.includes(there)) fault(`${here} may not import ${there} (${specifier})`);
      if (
        here === 'modules' &&
        there === 'modules' &&
        moduleOf(path) !== moduleOf(target) &&
        !target.endsWith('/index.ts')
      ) {
        fault(`another module is imported through its index.ts only (${specifier})`);
      }
    } else if (here === 'engines' && !test && CLOSED_TO_ENGINES.test(specifier)) {
      fault(`engines may not use ${specifier}`);
    } else if (here === 'contract' && !test && !/^typebox(\/|$)/.test(specifier)) {
      fault(`contract may import nothing but typebox (${specifier})`);
    }
  }
  if (test) return faults;
  if (['contract', 'engines', 'platform', 'modules', 'server', 'cli', 'sdk', 'dashboard'].includes(here)) {
    if (/\bprocess\s*\.\s*env\b/.test(code) && !path.startsWith('platform/config/')) {
      fault('process.env is read in platform/config only');
    }
    if (
      /\bsql`/.test(code) &&
      !path.endsWith('/store.ts') &&
      !path.includes('/store/') &&
      !path.startsWith('platform/database/')
    ) {
      fault('SQL is written in store.ts and platform/database only');
    }
    const lines = text.split('\n').length;
    if (lines > MAX_LINES && !/\/data\/|-data\.ts$/.test(path))
      fault(`has ${lines} lines; split it (at most about 400)`);
  }
  if (here === 'modules' || here === 'engines') {
    if (/\bnew Date\(\s*\)|\bDate\.now\(/.test(code)) fault('the clock is passed in (context.now, services.clock)');
    if (/\bMath\.random\(/.test(code)) fault('randomness is passed in, or comes from node:crypto');
  }
  return faults;
}

/** Circles among modules, each told once. */
export function moduleCircles(sources: readonly Source[]): string[] {
  const edges = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    if (room(path) !== 'modules' || isTest(path)) continue;
    for (const specifier of importsOf(text)) {
      const target = specifier.startsWith('.') ? relative('.', join(dirname(path), specifier)) : '';
      if (room(target) !== 'modules' || moduleOf(target) === moduleOf(path)) continue;
      const known = edges.get(moduleOf(path)) ?? new Set();
      edges.set(moduleOf(path), known.add(moduleOf(target)));
    }
  }
  const circles = new Set<string>();
  const visit = (name: string, trail: readonly string[]): void => {
    const start = trail.indexOf(name);
    if (start !== -1) {
      circles.add(trail.slice(start).toSorted().join(' ↔ '));
      return;
    }
    for (const next of edges.get(name) ?? []) visit(next, [...trail, name]);
  };
  for (const name of edges.keys()) visit(name, []);
  return [...circles].map((circle) => `modules import one another in a circle: ${circle}`);
}

export async function readSources(root: string): Promise<Source[]> {
  const sources: Source[] = [];
  for (const name of ROOMS) {
    for await (const file of glob(`${name}/**/*.{ts,tsx}`, { cwd: root })) {
      if (file.includes('node_modules')) continue;
      sources.push({ path: file.replaceAll('\\', '/'), text: await readFile(join(root, file), 'utf8') });
    }
  }
  return sources;
}

export async function checkWalls(root: string): Promise<string[]> {
  const sources = await readSources(root);
  return [...sources.flatMap(faultsOf), ...moduleCircles(sources)];
}
