import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DASHBOARD_PREFIX } from '../../../contract/dashboard/index.ts';
import type { Environment } from '../../../contract/enums.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/module.ts';
import { mustAddTwoFactor, type Staff } from '../auth/staff.ts';
import type { Hub, Tell } from './hub.ts';

/** Asked again so often whether the person may still listen; a line is sent then too, so that proxies keep it open. */
const CHECK_MS = 15_000;
const MOST_OF_PERSON = 20;

/** Server-sent events for open pages. */
export function registerStream(app: FastifyInstance, services: Services, staff: Staff, hub: Hub): void {
  const open = new Map<string, number>();
  const ends = new Set<() => void>();

  const stream = (environment: Environment) => async (request: FastifyRequest, reply: FastifyReply) => {
    const row = await staff.find(request);
    const { organizationId, role, userId, sessionId } = row;
    if (organizationId === null || mustAddTwoFactor(row)) {
      throw new ApiError(
        'INSUFFICIENT_SCOPE',
        'There is nothing to listen to without an organisation and a second factor.',
      );
    }
    const already = open.get(userId) ?? 0;
    if (already >= MOST_OF_PERSON) throw new ApiError('RATE_LIMIT_EXCEEDED', 'Too many pages are open. Close some.');
    open.set(userId, already + 1);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      Connection: 'keep-alive',
    });
    const tell: Tell = (type, data) => void raw.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
    raw.write('retry: 2000\n');
    tell('hello', { at: services.clock.now().toISOString() });
    const stop = hub.listen({ organizationId, environment, tell });
    const timer = setInterval(() => {
      staff.find(request, false).then(
        (now) => {
          if (now.sessionId === sessionId && now.role === role && now.organizationId === organizationId) {
            raw.write(': still here\n\n');
          } else tell('me.changed', {});
        },
        (error: unknown) => {
          if (!(error instanceof ApiError)) return;
          tell('me.changed', {});
          end();
        },
      );
    }, CHECK_MS);
    let over = false;
    const end = (): void => {
      if (over) return;
      over = true;
      clearInterval(timer);
      stop();
      ends.delete(end);
      const left = (open.get(userId) ?? 1) - 1;
      if (left > 0) open.set(userId, left);
      else open.delete(userId);
      raw.end();
    };
    ends.add(end);
    raw.on('close', end);
    raw.on('error', end);
  };
  app.get(`${DASHBOARD_PREFIX}/live/events`, stream('LIVE'));
  app.get(`${DASHBOARD_PREFIX}/test/events`, stream('TEST'));
  // Streams have no end of their own; a server that drains ends them first.
  app.addHook('preClose', async () => {
    for (const end of ends) end();
  });
}
