import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs the benchmarks one after another, or those whose names are given: `npm run bench -- start webhooks`. */
const BENCHES: Readonly<Record<string, readonly string[]>> = {
  start: ['platform/start.ts'],
  cost: ['platform/cost.ts'],
  'create-applicant': ['platform/create-applicant.ts'],
  'list-page': ['platform/list-page.ts'],
  webhooks: ['webhooks.ts'],
  screening: ['screening.ts'],
  monitors: ['monitors.ts'],
  wallets: ['wallets/exposure.ts'],
  'wallets-beside': ['wallets/compare.ts'],
  'wallet-checks': ['kyt.ts'],
  names: ['names/quality-search.ts'],
  'names-pairs': ['names/quality-pairs.ts'],
  'names-scripts': ['names/quality-scripts.ts'],
  'names-speed': ['names/speed.ts', '40000'],
  'names-rivals': ['names/rivals.ts'],
  news: ['news/quality.ts', 'final'],
  'news-speed': ['news/speed.ts'],
  'identity-mrz': ['identity/mrz.ts'],
  'identity-faces': ['identity/faces.ts'],
  'identity-fields': ['identity/fields.ts'],
  'identity-barcode': ['identity/barcode.ts'],
  'identity-authenticity': ['identity/authenticity.ts'],
  'identity-locate': ['identity/locate.ts'],
  'identity-quality': ['identity/quality.ts'],
  'identity-verification': ['identity/verification.ts'],
  'forensics-jpeg': ['forensics/double-jpeg.ts'],
  'forensics-documents': ['forensics/documents.ts'],
  'forensics-copies': ['forensics/copy-move.ts'],
  'forensics-splices': ['forensics/splices.ts'],
  'forensics-faces': ['forensics/faces.ts'],
  'forensics-sounds': ['forensics/sounds.ts'],
  'forensics-fusion': ['forensics/fusion.ts'],
  'forensics-credentials': ['forensics/credentials.ts'],
  'forensics-document-tools': ['forensics/document-tools.ts'],
  'forensics-cost': ['forensics/cost.ts'],
  'forensics-recordings': ['forensics/recording-cost.ts'],
  dashboard: ['dashboard/timings.ts'],
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(BENCHES, name));
if (unknown !== undefined) {
  process.stderr.write(`There is no benchmark "${unknown}"; there are ${Object.keys(BENCHES).join(', ')}.\n`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
  process.stdout.write(`\n## ${name}\n`);
  const [file = '', ...args] = BENCHES[name] ?? [];
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, file), ...args], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
