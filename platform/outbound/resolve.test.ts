import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkDestination, createDnsLookup, resolveAllowed } from './resolve.ts';
import { dnsServer } from './testing/dns-server.ts';

const never = new Promise<never>(() => {});
const from = (...addresses: readonly string[]) => ({ allowPrivate: false, lookup: async () => addresses });

describe('resolveAllowed', () => {
  it('answers all addresses, each once, in the order of the resolver', async () => {
    const answer = await resolveAllowed('a.example', from('8.8.8.8', '2606:4700:4700::1111', '8.8.8.8'));
    assert.deepEqual(answer, { ok: true, addresses: ['8.8.8.8', '2606:4700:4700::1111'] });
  });

  it('refuses a name with one inner address among public ones', async () => {
    for (const inner of ['10.0.0.1', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '169.254.169.254', 'garbage', '']) {
      const answer = await resolveAllowed('a.example', from('8.8.8.8', inner));
      assert.deepEqual(answer, { ok: false, reason: 'BLOCKED_ADDRESS' }, inner);
    }
  });

  it('judges addresses without a look-up', async () => {
    const lookup = () => assert.fail('no look-up for an address');
    assert.deepEqual(await resolveAllowed('8.8.8.8', { allowPrivate: false, lookup }), {
      ok: true,
      addresses: ['8.8.8.8'],
    });
    assert.equal((await resolveAllowed('::1', { allowPrivate: false, lookup })).ok, false);
    assert.equal((await resolveAllowed('::1', { allowPrivate: true, lookup })).ok, true);
  });

  it('takes localhost as loopback whatever a name server says', async () => {
    const lookup = async () => ['8.8.8.8'];
    assert.equal((await resolveAllowed('localhost', { allowPrivate: false, lookup })).ok, false);
    assert.deepEqual(await resolveAllowed('a.localhost', { allowPrivate: true, lookup }), {
      ok: true,
      addresses: ['127.0.0.1', '::1'],
    });
  });

  it('answers DNS for no address, an error and a time-out', async () => {
    const failing = async () => {
      throw new Error('SERVFAIL');
    };
    const expected = { ok: false, reason: 'DNS' };
    assert.deepEqual(await resolveAllowed('a.example', from()), expected);
    assert.deepEqual(await resolveAllowed('a.example', { allowPrivate: false, lookup: failing }), expected);
    const hanging = { allowPrivate: false, lookup: () => never, timeoutMs: 30 };
    assert.deepEqual(await resolveAllowed('a.example', hanging), expected);
  });
});

describe('createDnsLookup, against a name server', () => {
  it('asks for A and AAAA and puts IPv4 first', async () => {
    await using dns = await dnsServer((_name, type) => (type === 'A' ? ['8.8.8.8', '8.8.4.4'] : ['2001:4860::8888']));
    const lookup = createDnsLookup({ servers: [dns.server] });
    assert.deepEqual((await lookup('a.example')).toSorted(), ['2001:4860::8888', '8.8.4.4', '8.8.8.8']);
    assert.equal((await lookup('a.example')).at(-1), '2001:4860::8888');
    assert.ok(dns.questions.includes('a.example A') && dns.questions.includes('a.example AAAA'));
  });

  it('answers none for a name without addresses', async () => {
    await using dns = await dnsServer(() => []);
    assert.deepEqual(await createDnsLookup({ servers: [dns.server] })('a.example'), []);
  });

  it('does not wait long for one family when the other has answered', async () => {
    await using dns = await dnsServer((_name, type) => (type === 'A' ? ['8.8.8.8'] : undefined));
    const started = performance.now();
    assert.deepEqual(await createDnsLookup({ servers: [dns.server] })('a.example'), ['8.8.8.8']);
    assert.ok(performance.now() - started < 600);
  });

  it('waits for the other family where the first has none', async () => {
    await using dns = await dnsServer((_name, type) => (type === 'A' ? [] : ['2001:4860::8888']));
    assert.deepEqual(await createDnsLookup({ servers: [dns.server] })('a.example'), ['2001:4860::8888']);
  });

  it('is over after 2 seconds where no name server answers', async () => {
    await using dns = await dnsServer(() => undefined);
    const started = performance.now();
    const lookup = createDnsLookup({ servers: [dns.server] });
    assert.deepEqual(await resolveAllowed('a.example', { allowPrivate: false, lookup }), { ok: false, reason: 'DNS' });
    assert.ok(performance.now() - started < 2500);
  });

  it('falls back to the system only where told to', async () => {
    await using dns = await dnsServer(() => []);
    const lookup = createDnsLookup({ servers: [dns.server], systemFallback: true });
    assert.ok((await lookup('localhost')).some((address) => address === '127.0.0.1' || address === '::1'));
  });
});

describe('checkDestination', () => {
  const policy = { allowHttp: false };

  it('accepts a public name and one that does not resolve yet', async () => {
    assert.equal((await checkDestination('https://a.example/x', { ...policy, ...from('8.8.8.8') })).ok, true);
    assert.equal((await checkDestination('https://a.example/x', { ...policy, ...from() })).ok, true);
  });

  it('refuses a name that resolves inward, and what checkUrl refuses without a look-up', async () => {
    const inward = await checkDestination('https://a.example/x', { ...policy, ...from('8.8.8.8', '127.0.0.1') });
    assert.equal(!inward.ok && inward.code, 'WEBHOOK_URL_NOT_ALLOWED');
    const lookup = () => assert.fail('no look-up');
    const plain = await checkDestination('http://a.example/x', { ...policy, allowPrivate: false, lookup });
    assert.equal(!plain.ok && plain.code, 'WEBHOOK_URL_NOT_HTTPS');
  });
});
