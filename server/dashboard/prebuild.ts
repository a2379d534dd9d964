import { buildDashboard } from './build.ts';

/** Makes the pages ahead of the first start, into the cache: for an image whose installation is read-only later. */
const { assets } = await buildDashboard();
process.stdout.write(`${assets.size} files of the dashboard were made\n`);
