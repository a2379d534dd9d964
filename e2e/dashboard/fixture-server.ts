import fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { openApiDocument } from '../../contract/openapi.ts';
import { registerDashboard } from '../../server/dashboard/index.ts';
import { answerOf } from './fixtures/index.ts';

/** The pages over invented data, for looking at drawings of them. No part of the service. */
export async function startFixtureServer(): Promise<{ origin: string; close(): Promise<void> }> {
  const app: FastifyInstance = fastify();
  await registerDashboard(app);
  app.get('/dashboard/api/:environment/events', (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.raw.write(`event: hello\ndata: ${JSON.stringify({ at: new Date().toISOString() })}\n\n`);
    request.raw.on('close', () => reply.raw.end());
  });
  app.get('/api/v3/openapi.json', (_request, reply) =>
    reply.send({
      ...openApiDocument(),
      servers: [{ url: 'https://api.nordbank.example/api/v3' }, { url: 'https://sandbox.nordbank.example/api/v3' }],
    }),
  );
  app.all('/dashboard/api/*', (request, reply) => {
    const url = new URL(request.url, 'http://localhost');
    const answer = answerOf(request.method, url.pathname.replace('/dashboard/api/', ''), url.searchParams);
    if (answer === undefined) {
      return reply
        .code(404)
        .send({ error: { code: 'NOT_FOUND', message: 'There is nothing at this address.', details: {} } });
    }
    if (typeof answer === 'string') return reply.type('image/svg+xml').send(answer);
    return reply.send(answer);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
