import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

/**
 * A receiver of webhooks, as small as it can be and still right: verify first, answer 200 at once, do the work after.
 * Start: WEBHOOK_SECRET=… node examples/receiver.ts [port]
 */
const secret = process.env['WEBHOOK_SECRET'] ?? '';
const port = Number(process.argv[2] ?? 9999);
if (secret === '') {
  process.stderr.write('Set WEBHOOK_SECRET to the secret that POST /webhooks answered.\n');
  process.exit(2);
}

function isGenuine(body: Buffer, header: string | undefined): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(header ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts);
    const header = request.headers['x-service-signature'];
    if (!isGenuine(body, Array.isArray(header) ? header[0] : header)) {
      response.writeHead(401).end();
      process.stdout.write('a request with a wrong signature was refused\n');
      return;
    }
    response.writeHead(200).end();
    process.stdout.write(`${String(request.headers['x-service-event'])} ${body.toString()}\n`);
  });
}).listen(port, '127.0.0.1', () => process.stdout.write(`listening on http://127.0.0.1:${port}\n`));
