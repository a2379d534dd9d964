import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCli, WATCHLIST } from './lib/cli.ts';
import { sleep, until } from './lib/load.ts';
import { exchange, portOf } from './lib/raw-http.ts';
import { freePorts, printedKeys, spawnService, untilReady } from './lib/service-process.ts';

/** Texts that occur nowhere else, each remembered with the place it was sent in. */
class Marks {
  readonly all = new Map<string, string>();

  add(place: string, text: string): string {
    this.all.set(text.toLowerCase(), place);
    return text;
  }

  /** Letters only, so that every field takes it. */
  word(place: string): string {
    const letters = Array.from({ length: 14 }, () => String.fromCharCode(97 + randomInt(26))).join('');
    return this.add(place, `Qx${letters}`);
  }

  /** Which marks a text holds, as they are or percent-encoded or escaped. */
  foundIn(text: string): string[] {
    const folded = text.toLowerCase();
    return [...this.all].filter(([mark]) => folded.includes(mark)).map(([mark, place]) => `${place} (${mark})`);
  }
}

const namesUnder = (dir: string): Promise<string[]> => readdir(dir, { recursive: true });

test(
  'nothing that was sent is in the log, the metrics or a file name, whatever went wrong',
  { timeout: 120_000 },
  async () => {
    const marks = new Marks();
    const dir = await mkdtemp(join(tmpdir(), 'cvs-e2e-'));
    const dataDir = join(dir, 'data');
    const hits: string[] = [];
    // A receiver that refuses, and says more than it should.
    const receiver = createServer((request, response) => {
      hits.push(request.url ?? '');
      response.writeHead(500, { 'x-told': marks.word('receiver header') }).end(marks.word('receiver body'));
    });
    await new Promise<void>((resolve) => {
      receiver.listen(0, '127.0.0.1', resolve);
    });
    const address = receiver.address();
    const hook = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const service = spawnService(await freePorts(3), {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'debug',
      SANDBOX_DELAY_MS: '100',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOW_PRIVATE: 'true',
    });
    try {
      await untilReady(service);
      const keys = printedKeys(service);
      marks.add('live key', keys.live);
      marks.add('test key', keys.test);
      const statuses: string[] = [];
      let answers = '';
      const send = async (
        live: boolean,
        path: string,
        body?: unknown,
        options: { method?: string; headers?: Record<string, string>; key?: string } = {},
      ): Promise<Record<string, unknown>> => {
        const isForm = body instanceof FormData;
        const response = await fetch((live ? service.production : service.sandbox) + path, {
          method: options.method ?? (body === undefined ? 'GET' : 'POST'),
          headers: {
            authorization: `Bearer ${options.key ?? (live ? keys.live : keys.test)}`,
            ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
            ...options.headers,
          },
          ...(body === undefined ? {} : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
        });
        const text = await response.text();
        answers += text;
        statuses.push(`${options.method ?? ''} ${path.split('?')[0]} ${response.status}`);
        return (JSON.parse(text) as { data?: Record<string, unknown> }).data ?? {};
      };
      await runCli({ DATA_DIR: dataDir }, 'lists', 'import', 'csv', WATCHLIST);

      for (const live of [true, false]) {
        const { key } = await send(live, '/auth/keys', { name: marks.word('key name') });
        marks.add('made key', String(key));
        await send(live, '/auth/me', undefined, { key: String(key) });
        await send(live, '/auth/me', undefined, { key: `${String(key).slice(0, -1)}!` });
        await send(live, '/webhooks', {
          url: `${hook}/${marks.word('webhook path')}?token=${marks.word('webhook query')}`,
          events: ['*'],
          secret: marks.add('webhook secret', randomBytes(24).toString('hex')),
          description: marks.word('webhook description'),
        });
        await send(live, '/webhooks', { url: `http://127.0.0.1:1/${marks.word('dead webhook')}`, events: ['*'] });
        await send(live, '/webhooks', { url: `https://${marks.word('webhook host')}.invalid/`, events: ['*'] });

        const person = (last: string) => ({
          firstName: marks.word('first name'),
          middleName: marks.word('middle name'),
          lastName: `${last} ${marks.word('last name')}`,
          email: `${marks.word('e-mail')}@${marks.word('e-mail domain')}.example`,
          phone: marks.add('phone', `+467${randomInt(1e9, 9e9)}`),
          dateOfBirth: '1983-04-05',
          externalId: marks.word('external id'),
          address: {
            line1: marks.word('street'),
            line2: marks.word('street 2'),
            city: marks.word('city'),
            region: marks.word('region'),
            postalCode: marks.word('postal code'),
            country: 'SE',
          },
          metadata: { [marks.word('metadata key')]: marks.word('metadata value') },
          callbackUrl: undefined,
        });
        const first = person('Doe');
        const { applicantId } = await send(live, '/applicants', first, {
          headers: { 'idempotency-key': marks.word('idempotency key'), 'user-agent': marks.word('user agent') },
        });
        // A conflict in the database, which quotes the value by itself.
        await send(live, '/applicants', { ...person('Doe'), externalId: first.externalId });
        await send(
          live,
          `/applicants/${String(applicantId)}`,
          { ...person('Doe'), callbackUrl: undefined },
          { method: 'PATCH' },
        );
        for (const body of [
          { firstName: { [marks.word('nested')]: 1 }, [marks.word('unknown field')]: marks.word('unknown value') },
          { firstName: `${marks.word('bad name')}\0`, lastName: `${marks.word('bad name')}\ud800` },
          `{"firstName":"${marks.word('broken JSON')}",`,
          `{"${marks.word('broken key')}\u0000":1}`,
          '["'.concat(marks.word('array'), '"]'),
        ]) {
          await send(live, '/applicants', body);
        }
        await send(live, `/applicants/${marks.word('path')}`);
        await send(live, `/${marks.word('unknown path')}`);
        await send(live, `/applicants?status=${marks.word('query value')}&${marks.word('query name')}=1`);
        await send(live, `/applicants?cursor=${marks.word('cursor')}`);
        await send(live, `/applicants/%zz${marks.word('bad path')}`);
        await send(live, `/applicants/${marks.word('long path').repeat(60)}`);
        await send(live, '/applicants', marks.word('text'), {
          headers: { 'content-type': `text/${marks.word('media type')}` },
        });
        await send(
          live,
          '/applicants',
          { firstName: 'A', lastName: 'B' },
          {
            headers: {
              traceparent: marks.word('trace'),
              'x-request-id': marks.word('request id'),
              'x-forwarded-for': marks.word('forwarded'),
            },
          },
        );

        const subject = {
          type: 'PERSON',
          name: `${marks.word('subject')} Sanctioned`,
          aliases: [marks.word('alias')],
          dateOfBirth: '1975',
          address: marks.word('subject address'),
          identifiers: [{ type: 'PASSPORT', value: marks.word('identifier') }],
        };
        await send(live, '/aml/screenings', {
          subject,
          metadata: { note: marks.word('screening metadata') },
          callbackUrl: `${hook}/${marks.word('callback')}`,
        });
        await send(live, '/aml/batch', { subjects: [subject, { type: 'PERSON', name: marks.word('batch subject') }] });
        await send(live, '/aml/monitors', { subject });
        const wallet = marks.add('wallet', `0x${randomBytes(20).toString('hex')}`);
        await send(live, '/kyt/checks', { address: wallet, blockchain: 'ETH' });
        await send(live, '/kyt/checks', { address: marks.word('bad wallet'), blockchain: 'BTC' });
        for (const last of ['Rejected', 'Pending', 'Review']) {
          const made = await send(live, '/applicants', person(last));
          const { verificationId } = await send(live, '/verifications', {
            applicantId: made['applicantId'],
            profileType: 'STANDARD',
            locale: 'sv',
            callbackUrl: `${hook}/${marks.word('callback')}`,
          });
          const form = new FormData();
          form.append('kind', 'SELFIE');
          form.append(
            'file',
            new Blob([Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70])]),
            `${marks.word('selfie')}.jpg`,
          );
          await send(live, `/verifications/${String(verificationId)}/files`, form);
          await send(live, `/verifications/${String(verificationId)}/review`, {
            decision: 'REJECTED',
            reason: marks.word('reason'),
          });
        }
        for (const name of ['deepfake', 'corrupt', 'plain']) {
          const form = new FormData();
          form.append(
            'file',
            new Blob([Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70])]),
            `${marks.word('file')}-${name}.jpg`,
          );
          await send(live, '/deepfake/jobs', form);
          await send(live, '/deepfake/jobs', {
            fileName: `${marks.word('inline file')}.jpg`,
            content: '/9j/4AAQSkZJRg==',
          });
        }
        await send(live, '/deepfake/jobs', {
          url: `https://${marks.word('media host')}.invalid/${marks.word('media path')}`,
        });
      }
      const junk = `GET /${marks.word('junk path')} HTTP/1.1\r\nX-Bad ${marks.word('junk header')}\r\n\r\n`;
      await exchange(portOf(service.production), [junk, `${marks.word('junk line')}\r\n\r\n`]);

      await until('deliveries to be tried and refused', () => hits.length > 20);
      // The database is cut off under requests: its failures quote statements by themselves.
      const cluster = (await namesUnder(dataDir)).find((name) => name.endsWith('postmaster.pid')) ?? '';
      const [postmaster] = (await readFile(join(dataDir, cluster), 'utf8')).split('\n');
      const during = Array.from({ length: 40 }, async (_, n) => {
        await sleep(n * 10);
        await send(true, '/applicants', { firstName: marks.word('name at a failure'), lastName: 'Doe' });
      });
      await sleep(100);
      process.kill(Number(postmaster), 'SIGKILL');
      await Promise.all(during);
      await until('the database to be back', async () => (await fetch(`${service.admin}/readyz`)).status === 200);

      const metrics = await (await fetch(`${service.admin}/metrics`)).text();
      const readiness = await (await fetch(`${service.admin}/readyz`)).text();
      await service.stop();
      // The keys of the first start are printed once, past the log.
      const log = service
        .stdout()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .join('\n');
      assert.ok(log.split('\n').length > 100);
      const seen = new Set(statuses.map((status) => status.slice(-3)));
      for (const status of ['201', '400', '401', '404', '409', '415']) assert.ok(seen.has(status), [...seen].join());
      assert.ok(marks.all.size > 150, String(marks.all.size));
      // That it would be found: the answers do hold it.
      assert.ok(marks.foundIn(answers).length > 40);
      const files = await namesUnder(dataDir);
      const postgresLog = await readFile(join(dataDir, 'postgres.log'), 'utf8');
      const places = { log, stderr: service.stderr(), postgresLog, metrics, readiness, fileNames: files.join('\n') };
      for (const [place, text] of Object.entries(places)) assert.deepEqual(marks.foundIn(text), [], place);
      assert.doesNotMatch(log, /cvs_(live|test)_/);
      assert.deepEqual(
        statuses.filter((status) => status.endsWith('500')),
        [],
      );
    } finally {
      await service.stop();
      receiver.closeAllConnections();
      receiver.close();
      await rm(dir, { recursive: true, force: true });
    }
  },
);
