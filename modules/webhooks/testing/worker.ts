/** For tests: a delivering process of its own, to be killed. Says READY when it delivers. */
import { startTestService } from '../../../server/testing.ts';
import { LOOPBACK } from './service.ts';

const [databaseUrl = ''] = process.argv.slice(2);
await startTestService({ databaseUrl, env: LOOPBACK, role: { api: false, worker: true } });
process.stdout.write('READY\n');
