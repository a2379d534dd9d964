import { createServer, type Server } from 'node:http';

export interface Received {
  deliveryId: string;
  event: string;
  body: string;
  at: number;
}

/** A customer's webhook receiver on loopback that answers 200 and remembers. */
export interface Receiver {
  url: string;
  received: Received[];
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({
        deliveryId: String(request.headers['x-service-delivery']),
        event: String(request.headers['x-service-event']),
        body: Buffer.concat(parts).toString(),
        at: Date.now(),
      });
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
