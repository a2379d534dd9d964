import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { partitionSourceAddresses, SourceAddresses } from './source-addresses.ts';

describe('partitionSourceAddresses', () => {
  it('tells addresses of this machine from those of a gateway', () => {
    const face = { netmask: '', mac: '', internal: false, cidr: null } as const;
    const interfaces = {
      eth0: [
        { ...face, address: '192.0.2.1', family: 'IPv4' as const },
        { ...face, address: '2001:db8::1', family: 'IPv6' as const, scopeid: 0 },
      ],
      none: undefined,
    };
    assert.deepEqual(partitionSourceAddresses(['192.0.2.1', '198.51.100.7', '2001:db8::1'], interfaces), {
      local: ['192.0.2.1', '2001:db8::1'],
      elsewhere: ['198.51.100.7'],
    });
    assert.deepEqual(partitionSourceAddresses(['127.0.0.1']).local, ['127.0.0.1']);
  });
});

describe('SourceAddresses', () => {
  it('takes turns within the family of the peer', () => {
    const sources = new SourceAddresses(['192.0.2.1', '2001:db8::1', '192.0.2.2']);
    assert.deepEqual(
      Array.from({ length: 4 }, () => sources.next('8.8.8.8')),
      ['192.0.2.1', '192.0.2.2', '192.0.2.1', '192.0.2.2'],
    );
    assert.equal(sources.next('2001:4860::1'), '2001:db8::1');
    assert.equal(new SourceAddresses(['192.0.2.1']).reaches('2001:4860::1'), false);
    assert.equal(new SourceAddresses([]).reaches('2001:4860::1'), true);
    assert.equal(new SourceAddresses([]).next('8.8.8.8'), undefined);
  });
});
