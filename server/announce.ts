import type pino from 'pino';
import type { Config } from '../platform/config/config.ts';

/** What an operator wants to read in the log of a start. */
export function announceStart(config: Config, log: pino.Logger): void {
  const api = config.role !== 'worker';
  log.info(
    {
      ...(api ? { production: `${config.publicUrl}/api/v3`, sandbox: `${config.sandboxPublicUrl}/api/v3` } : {}),
      ...(api ? { dashboard: config.publicUrl, reference: `${config.publicUrl}/docs` } : {}),
      operations: `http://${config.adminHost}:${config.adminPort}`,
      database: config.databaseUrl === null ? 'embedded' : 'external',
    },
    'ready',
  );
  if (config.webhookAllowHttp)
    log.warn('WEBHOOK_ALLOW_HTTP is on: webhooks may go over plain HTTP. For development only.');
  if (config.webhookAllowPrivate) {
    log.warn('WEBHOOK_ALLOW_PRIVATE is on: webhooks may go to internal addresses. For development only.');
  }
}

/** The only time these keys are shown: on standard output, past the log. */
export function printFirstKeys(
  first: { organizationId: string; liveKey: string; testKey: string },
  ownerLink: string,
): void {
  process.stdout.write(
    [
      '',
      'A first organisation was made. Keep these keys now: they are not shown again.',
      '',
      `  organisation   ${first.organizationId}`,
      `  live key       ${first.liveKey}`,
      `  test key       ${first.testKey}`,
      '',
      'Sign in to the pages with this link. It works once, within 24 hours; `npm run cli -- owners link` makes another.',
      '',
      `  ${ownerLink}`,
      '',
      '',
    ].join('\n'),
  );
}
