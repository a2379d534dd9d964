import fastify, { type FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

export interface Readiness {
  ready: boolean;
  /** Why not, one reason a line; empty when ready. */
  reasons: string[];
  /** Facts that are reported and not required: lists, chain data. */
  report: Readonly<Record<string, unknown>>;
}

/** The operations port: liveness, readiness and metrics; for the operator's network only. */
export function buildAdminServer(options: {
  metrics: () => Metrics | null;
  readiness: () => Promise<Readiness>;
}): FastifyInstance {
  const app = fastify({ logger: false, exposeHeadRoutes: true });
  app.get('/healthz', () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const { ready, reasons, report } = await options.readiness();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', reasons, ...report });
  });
  app.get('/metrics', async (_request, reply) => {
    const metrics = options.metrics();
    if (!metrics) return reply.code(503).send('starting\n');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return app;
}
