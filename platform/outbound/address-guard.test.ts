import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { checkUrl, isAllowedAddress, isPublicAddress } from './address-guard.ts';

const STRICT = { allowHttp: false, allowPrivate: false };

/** First and last address of every block that must not be reached, and what lies just outside where that is public. */
const NOT_PUBLIC = `
0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.0.0.1 127.255.255.255
169.254.0.0 169.254.169.254 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.192 192.0.0.255 192.0.2.0
192.0.2.255 192.31.196.1 192.52.193.1 192.88.99.0 192.88.99.255 192.168.0.0 192.168.255.255 192.175.48.1 198.18.0.0
198.19.255.255 198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255 224.0.0.0 239.255.255.255 240.0.0.0
255.255.255.254 255.255.255.255 168.63.129.16 100.100.100.200
:: ::1 ::2 ::7f00:1 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.1.2.3 ::ffff:169.254.169.254
::ffff:0:127.0.0.1 ::ffff:0:8.8.8.8 64:ff9b::127.0.0.1 64:ff9b::a00:1 64:ff9b:1::1 64:ff9b:1::8.8.8.8 64:ff9b:2::1
100:: 100::ffff:ffff:ffff:ffff 100:0:0:1::1 2001:: 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:1::1 2001:2::1 2001:3::1
2001:4:112::1 2001:10::1 2001:20::1 2001:2f:ffff::1 2001:30::1 2001:db8:: 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff
2002:7f00:1:: 2002:a00:1::1 2002:a9fe:a9fe:: 2002:c0a8:101::1 2620:4f:8000::1 3fff:: 3fff:fff:ffff::1 4000::1 5f00::
5f00:ffff::1 8000::1 e000::1 fc00:: fc00::1 fd00:ec2::254 fdff:ffff::1 fe00::1 fe80:: fe80::1 febf:ffff::1 fec0::1
feff::1 ff00:: ff02::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2a00:1450:4001:81b:0:5efe:10.0.0.1
2a00:1450:4001:81b:200:5efe:127.0.0.1
`
  .trim()
  .split(/\s+/);

const PUBLIC = `
1.0.0.0 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0
172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0
198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255
::ffff:8.8.8.8 64:ff9b::8.8.8.8 2001:200::1 2001:4860:4860::8888 2002:808:808::1 2400:: 2606:4700:4700::1111
2a00:1450:4001:81b::200e 3ffe::1 2a00:1450:4001:81b:0:5efe:8.8.8.8
`
  .trim()
  .split(/\s+/);

/** Not addresses in canonical notation: refused, never interpreted. */
const NOT_ADDRESSES = ['', ' ', '8.8.8', '08.8.8.8', '0x8.8.8.8', '134744072', '8.8.8.8 ', '8.8.8.8.', 'fe80::1%eth0'];

describe('isPublicAddress', () => {
  it('refuses every special-purpose block, at both ends', () => {
    assert.deepEqual(NOT_PUBLIC.filter(isPublicAddress), []);
  });

  it('accepts public addresses, up to the edge of the blocks', () => {
    assert.deepEqual(
      PUBLIC.filter((ip) => !isPublicAddress(ip)),
      [],
    );
  });

  it('refuses what is not an address in canonical notation', () => {
    const zoned = ['2606:4700:4700::1111%eth0', '[::1]', 'localhost', '8.8.8.8/32'];
    assert.deepEqual([...NOT_ADDRESSES, ...zoned].filter(isPublicAddress), []);
  });

  it('judges IPv4 addresses inside IPv6 ones as what they are', () => {
    fc.assert(
      fc.property(fc.ipV4(), (v4) => {
        const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number);
        const groups = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        for (const v6 of [`::ffff:${v4}`, `::ffff:${groups}`, `64:ff9b::${groups}`, `2002:${groups}::1`]) {
          assert.equal(isPublicAddress(v6), isPublicAddress(v4), v6);
        }
        for (const v6 of [`::${groups}`, `64:ff9b:1::${groups}`, `::ffff:0:${groups}`]) {
          assert.equal(isPublicAddress(v6), false, v6);
        }
      }),
      { seed: 1, numRuns: 2000 },
    );
  });
});

describe('isAllowedAddress with private addresses allowed', () => {
  it('lets loopback, private and shared ones through and still refuses the rest', () => {
    const allowed = NOT_PUBLIC.filter((ip) => isAllowedAddress(ip, { allowPrivate: true }));
    assert.deepEqual(
      allowed,
      `10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.0.0.1 127.255.255.255 172.16.0.0 172.31.255.255
       192.168.0.0 192.168.255.255 ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.1.2.3 64:ff9b::127.0.0.1
       64:ff9b::a00:1 2002:7f00:1:: 2002:a00:1::1 2002:c0a8:101::1 fc00:: fc00::1 fdff:ffff::1
       2a00:1450:4001:81b:0:5efe:10.0.0.1 2a00:1450:4001:81b:200:5efe:127.0.0.1`
        .trim()
        .split(/\s+/),
    );
  });
});

function verdict(text: string, policy = STRICT): string {
  const result = checkUrl(text, policy);
  return result.ok ? 'ok' : result.code;
}

describe('checkUrl', () => {
  it('accepts public https URLs and tells the host that will be looked up', () => {
    for (const [text, hostname] of [
      ['https://example.com', 'example.com'],
      ['https://Hooks.EXAMPLE.com.:8443/a/b?c=d#e', 'hooks.example.com'],
      ['https://bücher.example/ü', 'xn--bcher-kva.example'],
      ['https://8.8.8.8/', '8.8.8.8'],
      ['https://[2606:4700:4700::1111]:444/', '2606:4700:4700::1111'],
      ['https://a_b.example.com', 'a_b.example.com'],
    ] as const) {
      const result = checkUrl(text, STRICT);
      assert.equal(result.ok && result.hostname, hostname);
    }
  });

  it('checks the scheme before anything about the host', () => {
    for (const text of [
      'http://example.com',
      'http://127.0.0.1',
      'http://u:p@h:0',
      'ftp://x',
      'mailto:a@b',
      'data:,x',
    ]) {
      assert.equal(verdict(text), 'WEBHOOK_URL_NOT_HTTPS', text);
    }
    assert.equal(verdict('http://example.com', { allowHttp: true, allowPrivate: false }), 'ok');
    assert.equal(verdict('http://127.0.0.1', { allowHttp: true, allowPrivate: false }), 'WEBHOOK_URL_NOT_ALLOWED');
    assert.equal(verdict('ftp://example.com', { allowHttp: true, allowPrivate: true }), 'WEBHOOK_URL_NOT_HTTPS');
    assert.equal(verdict('http://127.0.0.1:9000', { allowHttp: true, allowPrivate: true }), 'ok');
    assert.equal(
      verdict('https://169.254.169.254', { allowHttp: true, allowPrivate: true }),
      'WEBHOOK_URL_NOT_ALLOWED',
    );
  });

  it('refuses inner hosts in every spelling', () => {
    for (const host of `
      127.0.0.1 127.0.0.1. 127.1 127.0.1 127.1. 0x7f.1 0x7f000001 0X7F.0X0.0X0.0X1 0177.0.0.1 017700000001 2130706433
      0 0.0.0.0 1 10.0.0.1 0xa.1 012.0.0.1 169.254.169.254 0xa9fea9fe 2852039166 192.168.1 100.64.0.1 168.63.129.16
      １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 127%2e0%2e0%2e1 %31%32%37.0.0.1 %6cocalhost
      [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [FE80::1] [fc00::1] [64:ff9b::7f00:1]
      [2002:7f00:1::] [fe80::1%25eth0] [::1%25lo] [::1%lo]
      localhost LOCALHOST localhost. a.localhost foo.LocalHost. LOCALHOST.LOCALDOMAIN ip6-localhost ip6-loopback printer.local
      db.internal metadata.google.internal router.home.arpa nas.lan wiki.corp x.intranet api.default.svc a.home
      intranet kubernetes db ｌｏｃａｌｈｏｓｔ
    `
      .trim()
      .split(/\s+/)) {
      assert.equal(verdict(`https://${host}/`), 'WEBHOOK_URL_NOT_ALLOWED', host);
      assert.equal(verdict(`https://user@${host}:8443/x`), 'WEBHOOK_URL_NOT_ALLOWED', host);
    }
  });

  it('refuses credentials, port 0, over-long text and what is no URL', () => {
    for (const text of [
      'https://user:pass@example.com/',
      'https://user@example.com/',
      'https://example.com:0/',
      `https://example.com/${'a'.repeat(2048)}`,
      '',
      'example.com',
      '/webhooks',
      'https://',
      'https:example.com',
      'https:/example.com',
      'https:///example.com',
      String.raw`https:\\example.com`,
      String.raw`https://example.com\@127.0.0.1`,
      ' https://example.com',
      'https://example.com\n',
      'https://exa\tmple.com',
      'https://example.com/a b',
      'https://example.com/\0',
      'https://a..b.com',
      'https://.',
      'https://example.com..',
      'https://-a.example',
      'https://foo*bar.com',
      `https://${'a'.repeat(64)}.com`,
      `https://${'a.'.repeat(127)}com`,
      'https://256.256.256.256',
      'https://1.2.3.4.5',
      'https://example.com:65536',
      'https://[1:2]',
    ]) {
      assert.equal(verdict(text), 'INVALID', JSON.stringify(text));
    }
    assert.equal(verdict(`https://example.com/${'a'.repeat(2048 - 20)}`), 'ok');
  });

  it('never repeats path or query in its message', () => {
    for (const text of [
      'http://a.com/secret1',
      'https://u@a.com/secret1?secret1',
      'https://127.1/secret1',
      'secret1',
    ]) {
      const result = checkUrl(text, STRICT);
      assert.ok(!result.ok && !result.message.includes('secret1'));
    }
  });

  it('judges a random IPv4 address alike in each spelling', () => {
    const fullWidth = (text: string): string =>
      text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfee0));
    fc.assert(
      fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)), fc.boolean(), ([a, b, c, d], dot) => {
        const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
        const v4 = `${a}.${b}.${c}.${d}`;
        const tail = (c << 8) | d;
        const spellings = [
          v4,
          String(whole),
          `0x${whole.toString(16)}`,
          `0${whole.toString(8)}`,
          `0x${a.toString(16)}.0${b.toString(8)}.${tail}`,
          `${a}.${whole & 0xffffff}`,
          `0${a.toString(8)}.${b}.0x${c.toString(16)}.${d}`,
          fullWidth(v4),
          v4.replaceAll('.', '。'),
          v4.replaceAll('.', '%2E'),
          Array.from(String(whole))
            .map((digit) => `%3${digit}`)
            .join(''),
        ].map((host) => (dot ? `${host}.` : host));
        const mapped = [`[::ffff:${v4}]`, `[0:0:0:0:0:FFFF:${(whole >>> 16).toString(16)}:${tail.toString(16)}]`];
        const expected = isPublicAddress(v4) ? 'ok' : 'WEBHOOK_URL_NOT_ALLOWED';
        for (const host of [...spellings, ...mapped]) assert.equal(verdict(`https://${host}/`), expected, host);
      }),
      {
        seed: 2,
        numRuns: 1000,
        examples: [
          [[127, 0, 0, 1], false],
          [[169, 254, 169, 254], true],
          [[10, 1, 2, 3], true],
        ],
      },
    );
  });

  it('gives an answer for any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.string().map((rest) => `https://${rest}`),
    );
    fc.assert(
      fc.property(text, (text) => {
        const result = checkUrl(text, STRICT);
        if (result.ok)
          assert.ok(
            (result.url.protocol === 'https:' && result.hostname.includes('.')) || result.hostname.includes(':'),
          );
      }),
      { seed: 3, numRuns: 3000 },
    );
  });
});
