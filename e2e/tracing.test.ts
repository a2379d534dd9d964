import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePorts, printedKeys, spawnService, untilReady } from './lib/service-process.ts';

test('requests are traced to an OTLP endpoint, without what was sent in them', async () => {
  const received: string[] = [];
  const collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push(`${request.url} ${Buffer.concat(parts).toString('latin1')}`);
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => {
    collector.once('listening', resolve);
  });
  const address = collector.address();
  const dir = await mkdtemp(join(tmpdir(), 'cvs-e2e-'));
  const service = spawnService(await freePorts(3), {
    DATA_DIR: join(dir, 'data'),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
  });
  try {
    await untilReady(service);
    const { live } = printedKeys(service);
    const answer = await fetch(`${service.production}/applicants`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${live}`,
        'content-type': 'application/json',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
      body: JSON.stringify({ firstName: 'Quirin', lastName: 'Xylander' }),
    });
    assert.equal(answer.status, 201);
  } finally {
    await service.stop();
    collector.close();
    await rm(dir, { recursive: true, force: true });
  }
  const all = received.join('\n');
  assert.match(all, /\/v1\/traces/);
  assert.match(all, /POST \/api\/v3\/applicants/);
  assert.match(all, /0af7651916cd43dd8448eb211c80319c/);
  assert.ok(!all.includes('Quirin') && !all.includes('Xylander'));
});
