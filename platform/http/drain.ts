import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long clients with an idle connection get to learn, by an answer's `Connection: close`, that it ends. */
const NOTICE_MS = 500;
/** Connections that are still busy then are cut: a client that sends slowly must not hold up the stop. */
const LATEST_MS = 5_000;

/**
 * Ends a server without failing anybody: at once no new connection is accepted; requests on open ones are served, and
 * their answers say that the connection closes; connections on which nothing comes are closed a moment later.
 */
export function drainOnClose(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const { server } = app;
    if (!server.listening) return;
    // Node's HTTP server would cut idle connections with it, on which a request may be on its way.
    NetServer.prototype.close.call(server);
    const cut = setTimeout(() => server.closeAllConnections(), LATEST_MS);
    server.once('close', () => clearTimeout(cut));
    const end = performance.now() + NOTICE_MS;
    while (performance.now() < end && (await connections(server)) > 0) await sleep(10);
  });
}

const connections = (server: NetServer): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count));
  });
