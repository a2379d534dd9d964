import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { addressOfScript } from '../../../engines/wallets/index.ts';
import { sql } from '../../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { sharedData } from '../../../tools/shared-data.ts';
import { formatUnits, parseAmount, toUnitsOf } from '../assets.ts';
import { ImportRefused, importChain } from '../index.ts';
import {
  check,
  EDGE_HEADER,
  evm,
  importChainText,
  importLabelText,
  LABEL_HEADER,
  withFiles,
  wrongSums,
} from '../testing.ts';
import { readTime } from './parse.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ role: { api: true, worker: false } });
});
after(() => service.close());

const refusal = (pattern: RegExp) => (error: unknown) => error instanceof ImportRefused && pattern.test(error.message);
const edges = (text: string) => importChainText(service, 'edges-csv', 'ETH', EDGE_HEADER + text);
const edge = async (from: string, to: string) => {
  const [row] = await service.services.db.query<{ units: string; payments: number; first: number; last: number }>(
    sql`select e.units::text as units, e.payments, e.first_at as first, e.last_at as last from chain_edges e
      join chain_addresses f on f.id = e.from_id join chain_addresses t on t.id = e.to_id
      where lower(f.address) = ${from} and lower(t.address) = ${to}`,
  );
  return row;
};
/** A Bitcoin address by number. */
function encodeP2pkh(number: number): string {
  const script = Buffer.alloc(25);
  script.set([0x76, 0xa9, 20]);
  script.writeUInt32BE(number + 1, 19);
  script.set([0x88, 0xac], 23);
  return addressOfScript(script, 'BTC')?.canonical ?? '';
}
const coins = [
  '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
  '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  '15P281GsBdjZLcgVaK4TEWzVEV4MZ2WKK4',
];
const [A = '', B = '', C = '', D = '', E = ''] = coins;

describe('amounts and times', () => {
  test('amounts are exact to a hundred-millionth and never round to nothing', () => {
    assert.equal(parseAmount('1.5'), 150_000_000n);
    assert.equal(parseAmount('0.000000000000000001'), 1n);
    assert.equal(parseAmount('123456789012345678901234567890'), 12_345_678_901_234_567_890_123_456_789_000_000_000n);
    for (const bad of ['', '-1', '1e5', '1,5', '.5', 'x']) assert.equal(parseAmount(bad), undefined, bad);
    assert.equal(toUnitsOf(10n ** 18n, 18), 100_000_000n);
    assert.equal(toUnitsOf(1n, 6), 100n);
    for (const text of ['0', '1', '0.00000001', '1234.5']) assert.equal(formatUnits(parseAmount(text) ?? -1n), text);
  });

  test('times are seconds or ISO 8601', () => {
    assert.equal(readTime('2024-01-01T00:00:00Z', 'x'), 1_704_067_200);
    assert.equal(readTime('2024-01-01 00:00:00', 'x'), 1_704_067_200);
    assert.equal(readTime('2024-01-01', 'x'), 1_704_067_200);
    assert.equal(readTime('2024-01-01T02:00:00+02:00', 'x'), 1_704_067_200);
    assert.equal(readTime(1_704_067_200, 'x'), 1_704_067_200);
    assert.equal(readTime('', 'x'), 0);
    for (const bad of ['yesterday', '1704067200000', '-5', {}]) {
      assert.throws(() => readTime(bad, 'f line 3'), refusal(/^f line 3: time/));
    }
  });
});

describe('edges-csv', () => {
  test('adds up by pair, and takes a record in once however often it comes', async () => {
    const text = `a1,1700000000,${evm(1)},${evm(2)},1,ETH
a1,1700000000,${evm(1)},${evm(2)},1,ETH
a2,1600000000,${evm(1)},${evm(2)},0.5,ETH
a3,1700000000,${evm(2)},${evm(2)},7,ETH
a4,1700000000,${evm(2)},${evm(3)},0,ETH
`;
    const first = await edges(text);
    assert.deepEqual([first.records, first.added, first.transfers], [5, 5, 3]);
    const sum = { units: '250000000', payments: 3, first: 1_600_000_000, last: 1_700_000_000 };
    assert.deepEqual(await edge(evm(1), evm(2)), sum);
    assert.equal((await edges(text)).added, 0);
    const more = await edges(`${text}a5,1700000001,${evm(1)},${evm(2)},1,ETH\n`);
    assert.deepEqual([more.records, more.added], [6, 1]);
    assert.equal((await edge(evm(1), evm(2)))?.units, '350000000');
    assert.equal(await edge(evm(2), evm(2)), undefined);
    assert.equal(await wrongSums(service), 0);
  });

  test('a file that breaks off is refused at its line, and goes on where it stopped once it is whole', async () => {
    const rows = Array.from(
      { length: 12_000 },
      (_, i) => `b${i},1700000000,${evm(1_000 + (i % 50))},${evm(2_000 + (i % 70))},1,ETH\n`,
    );
    const broken = [...rows.slice(0, 11_000), 'b-broken,1700000000,0x12,0x13,1,ETH\n', ...rows.slice(11_000)].join('');
    await assert.rejects(edges(broken), refusal(/^chain\.txt line 11002, from: /));
    const [kept] = await service.services.db.query<{ sent: string }>(
      sql`select count(*)::text as sent from chain_seen where blockchain = 'ETH'`,
    );
    assert.ok(Number(kept?.sent) >= 11_000, 'what stood before the place stays imported');
    const whole = await edges(rows.join(''));
    assert.equal(whole.records, 12_000);
    assert.equal(whole.added, 1_000, 'what was still to be taken in');
    const [total] = await service.services.db.query<{ payments: number }>(
      sql`select sum(e.payments)::integer as payments from chain_edges e join chain_addresses a on a.id = e.from_id
        where lower(a.address) = any(${Array.from({ length: 50 }, (_, i) => evm(1_000 + i))}::text[])`,
    );
    assert.equal(total?.payments, 12_000);
    assert.equal(await wrongSums(service), 0);
  });

  test('a hash is one whatever case a file writes it in', async () => {
    const [a, b] = ['17D1TUV9NU3MARnhwkUyVKznYdjRFxS1Rb', '14Pm1PTbURgExXS9mBh2ogg1xkhT29DEGq'];
    const hash = 'ab'.repeat(32);
    const coins = (txid: string) =>
      importChainText(
        service,
        'utxo-ndjson',
        'BTC',
        `${JSON.stringify({ txid, time: 1, vin: [{ address: a, value: 10 }], vout: [{ address: b, value: 10 }] })}\n`,
      );
    assert.equal((await coins(hash)).added, 1);
    assert.equal((await coins(hash.toUpperCase())).added, 0);
    const edges = (blockchain: string, txid: string, [from, to]: readonly [string, string]) =>
      importChainText(service, 'edges-csv', blockchain, `txid,time,from,to,value\n${txid},0,${from},${to},1\n`);
    const pair = [evm(3001), evm(3002)] as const;
    assert.equal((await edges('POLYGON', `0x${hash}`, pair)).added, 1);
    assert.equal((await edges('POLYGON', `0x${hash.toUpperCase()}`, pair)).added, 0);
    const accounts = ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY'] as const;
    assert.equal((await edges('XRP', hash.toUpperCase(), accounts)).added, 1);
    assert.equal((await edges('XRP', hash, accounts)).added, 0);
  });

  test('two imports at once take everything in once', async () => {
    const text = Array.from(
      { length: 3_000 },
      (_, i) => `c${i},1700000000,${evm(5_000 + (i % 40))},${evm(6_000 + (i % 30))},1,ETH\n`,
    ).join('');
    const both = await Promise.all([
      edges(text),
      edges(`${text}c-more,1700000000,${evm(5_000)},${evm(6_000)},1,ETH\n`),
    ]);
    assert.equal(both[0].added + both[1].added, 3_001);
    assert.equal(await wrongSums(service), 0);
  });

  test('what is wrong is named with its line', async () => {
    for (const [row, pattern] of [
      [`x,soon,${evm(1)},${evm(2)},1,ETH`, /line 2: time/],
      [`x,1,${evm(1)},${evm(2)},-1,ETH`, /line 2, value/],
      [`x,1,${evm(1)},${A},1,ETH`, /line 2, to/],
      [`,1,${evm(1)},${evm(2)},1,ETH`, /line 2: txid/],
      [`x,1,"${evm(1)},${evm(2)},1,ETH`, /no valid CSV/],
      [`x,1,${evm(1)}`, /no valid CSV/],
      [`x,1,${evm(1)},${evm(2)},1,E\0H`, /line 2: holds a NUL character/],
    ] as const) {
      await assert.rejects(edges(`${row}\n`), refusal(pattern), row);
    }
    await assert.rejects(
      importChainText(service, 'utxo-ndjson', 'BTC', '{"txid":"a\\u0000b","time":1,"vin":[],"vout":[]}'),
      refusal(/line 1: txid must be a text/),
    );
    await assert.rejects(
      withFiles({ 'chain.csv': gzipSync(EDGE_HEADER) }, (paths) =>
        importChain(service.services, { format: 'edges-csv', paths, blockchain: 'ETH' }),
      ),
      refusal(/chain\.csv: is compressed/),
    );
    await assert.rejects(
      importChainText(service, 'edges-csv', 'ETH', 'txid,from,to\n'),
      refusal(/lacks the column\(s\) time, value/),
    );
    await assert.rejects(
      importChainText(service, 'edges-csv', 'XMR', EDGE_HEADER),
      refusal(/not read for the blockchain "XMR"/),
    );
    await assert.rejects(importChainText(service, 'utxo-ndjson', 'ETH', ''), refusal(/BTC, LTC, DOGE, BCH/));
    await assert.rejects(importChainText(service, 'excel', 'ETH', ''), refusal(/no chain format/));
    await assert.rejects(
      importChain(service.services, { format: 'edges-csv', paths: ['/nowhere/x.csv'], blockchain: 'ETH' }),
      refusal(/cannot be read \(ENOENT\)/),
    );
  });
});

describe('utxo-ndjson', () => {
  const lines = (transactions: unknown[]) =>
    importChainText(service, 'utxo-ndjson', 'BTC', transactions.map((one) => JSON.stringify(one)).join('\n'));
  const look = async (address: string) =>
    (await check(service, { address, blockchain: 'BTC' }, { environment: 'LIVE' })).json.data;

  test('coins are followed from where they were minted, fees left out, change to itself too', async () => {
    await lines([
      {
        txid: 'm1',
        time: 1_231_006_505,
        height: 7,
        vin: [{ coinbase: true }],
        vout: [{ address: A, value: 5_000_000_000 }],
      },
      {
        txid: 'm2',
        time: 1_231_006_506,
        vin: [{ address: A, value: 5_000_000_000 }],
        vout: [
          { address: B, value: 1_000_000_000 },
          { address: A, value: 3_999_990_000 },
        ],
      },
    ]);
    const data = await look(B);
    assert.deepEqual([data.riskScore, data.riskLevel, data.coverage.height], [0, 'LOW', 7]);
    assert.deepEqual(
      data.evidence[0].steps.map((step: { from: string; value: string }) => [step.from, step.value]),
      [
        ['coinbase', '50'],
        [A, '10'],
      ],
    );
    assert.equal(await wrongSums(service), 0);
  });

  test('a transaction with very many payers and payees keeps its shares', async () => {
    const addresses = Array.from({ length: 700 }, (_, i) => encodeP2pkh(i));
    const half = (from: number) => addresses.slice(from, from + 350).map((address) => ({ address, value: 1_000_000 }));
    const result = await lines([{ txid: 'wide', time: 1, vin: half(0), vout: half(350) }]);
    assert.equal(result.transfers, 700);
    await importLabelText(service, 'csv', 'w.csv', `${LABEL_HEADER}${addresses[0]},BTC,MIXER,Wide,100,R\n`);
    const data = await look(addresses[699] ?? '');
    assert.ok(Math.abs(data.coverage.INCOMING.exposure - 1 / 350) < 1e-6, String(data.coverage.INCOMING.exposure));
  });

  test('what an input lacks counts as unknown', async () => {
    await lines([
      {
        txid: 'n1',
        time: 1,
        vin: [
          { address: B, value: 250 },
          { txid: 'elsewhere', vout: 0 },
        ],
        vout: [{ address: C, value: 1_000 }],
      },
    ]);
    const data = await look(C);
    assert.equal(data.coverage.INCOMING.originUnknown, 0.75);
    assert.equal(data.riskLevel, 'UNKNOWN');
  });

  test('addresses spent from together share the labels that stand for their owner', async () => {
    await lines([
      {
        txid: 'k1',
        time: 1,
        vin: [
          { address: C, value: 600_000 },
          { address: D, value: 400_000 },
        ],
        vout: [{ address: E, value: 1_000_000 }],
      },
    ]);
    assert.equal((await look(D)).cluster.size, 2);
    await importLabelText(
      service,
      'tagpack',
      'k.yaml',
      `title: K\ncreator: C\ncurrency: BTC\nconfidence: ownership\nsource: s\ntags:\n  - {address: ${C}, label: Locker, abuse: ransomware, is_cluster_definer: true}\n`,
    );
    const member = await look(D);
    assert.deepEqual([member.riskScore, member.cluster.entity, member.labels], [90, 'Locker', []]);
    const payee = await look(E);
    assert.deepEqual([payee.riskScore, payee.exposures[0].share], [90, 1]);
    const third = '1HssDyDTZj1hVdwhdpF49wLKLPQoCRJB9T';
    await lines([
      {
        txid: 'k2',
        time: 2,
        vin: [
          { address: D, value: 5 },
          { address: third, value: 5 },
        ],
        vout: [{ address: A, value: 10 }],
      },
    ]);
    const joined = await look(third);
    assert.deepEqual([joined.cluster.size, joined.riskScore >= 90], [3, true]);
  });

  test('what is wrong is named with its line', async () => {
    const bad = (text: string, pattern: RegExp) =>
      assert.rejects(importChainText(service, 'utxo-ndjson', 'BTC', text), refusal(pattern), text);
    await bad('{"txid": "z1", "vin": [', /line 1: is no valid JSON/);
    await bad('[]', /line 1: is no JSON object/);
    await bad(JSON.stringify({ txid: 'z', vin: [], vout: {} }), /vin and vout/);
    await bad(JSON.stringify({ txid: 'z', vin: [], vout: [{ address: 'nonsense', value: 1 }] }), /line 1, vout 0/);
    await bad(JSON.stringify({ txid: 'z', vin: [], vout: [{ address: A, value: 1.5 }] }), /vout 0: value/);
    await bad(
      JSON.stringify({ txid: 'z', vin: [{ address: A, value: 1 }], vout: [{ address: B, value: 2 }] }),
      /line 1: .*exceed/,
    );
    await bad(JSON.stringify({ vin: [], vout: [] }), /txid/);
  });

  const genesis = sharedData('chain/graph/btc_blk0_first1MiB.ndjson');
  test('the first 4,500 blocks of Bitcoin', { skip: genesis ? false : 'no shared data here' }, async () => {
    const options = { format: 'utxo-ndjson', paths: [genesis ?? ''], blockchain: 'BTC' };
    const seen: number[] = [];
    const result = await importChain(service.services, {
      ...options,
      onProgress: ({ bytesRead }) => seen.push(bytesRead),
    });
    assert.equal(result.records, 4_583);
    assert.ok(seen.length > 0 && seen.every((bytes, i) => i === 0 || bytes >= (seen[i - 1] ?? 0)));
    assert.equal((await importChain(service.services, options)).added, 0);
    assert.equal(await wrongSums(service), 0);
  });
});

describe('ethereum-etl-csv', () => {
  const etl = (text: string) => importChainText(service, 'ethereum-etl-csv', 'BSC', text);
  test('transactions and their outermost traces are the same; failures and delegation move nothing', async () => {
    const [P, Q, R] = [evm(91), evm(92), evm(93)];
    const transactions = `hash,from_address,to_address,value,block_timestamp,block_number,receipt_status
0x1,${P},${Q},1000000000000000000,1700000000,55,1
0x2,${P},${Q},1000000000000000000,1700000000,56,0
0x3,${P},,5,1700000000,57,1
`;
    assert.deepEqual((await etl(transactions)).transfers, 1);
    const traces = `transaction_hash,from_address,to_address,value,trace_type,call_type,trace_address,status,block_number,trace_id
0x1,${P},${Q},1000000000000000000,call,call,,1,55,call_0x1_
0x1,${Q},${R},400000000000000000,call,call,0,1,55,call_0x1_0
0x1,${Q},${R},400000000000000000,call,delegatecall,1,1,55,call_0x1_1
0x1,${Q},${R},400000000000000000,call,call,2,0,55,call_0x1_2
,,${R},2000000000000000000,reward,,,1,58,reward_58_0
`;
    const result = await etl(traces);
    assert.deepEqual([result.records, result.added, result.transfers], [5, 4, 2]);
    assert.equal((await edge(P, Q))?.units, '100000000');
    assert.equal((await edge(Q, R))?.units, '40000000');
    const { data } = (await check(service, { address: R, blockchain: 'BSC' }, { environment: 'LIVE' })).json;
    assert.deepEqual([data.exposures[0].category, data.coverage.height], ['MINING', 58]);
  });

  test('token transfers are refused with what to do instead', async () => {
    await assert.rejects(
      etl(`token_address,from_address,to_address,value\n${evm(1)},${evm(2)},${evm(3)},1\n`),
      refusal(/edges-csv/),
    );
  });
});
