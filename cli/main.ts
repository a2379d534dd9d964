import { readConfig } from '../platform/config/config.ts';
import { runCommandLine } from './run.ts';

// Whoever reads us may stop early (`… | head`): that is no failure of ours.
process.stdout.on('error', (error: Error & { code?: string }) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommandLine(
  process.argv.slice(2),
  { stdout: process.stdout, stderr: process.stderr },
  readConfig,
);
