import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { sql } from '../../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { checksumEvm } from '../../../engines/wallets/index.ts';
import { sharedData } from '../../../tools/shared-data.ts';
import { parseAmount } from '../assets.ts';
import { ImportRefused, type Trace, tracePayment } from '../index.ts';
import { EDGE_HEADER, evm, importLabelText, LABEL_HEADER, withFiles } from '../testing.ts';
import type { TraceOptions } from './trace-payment.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ role: { api: true, worker: false } });
});
after(() => service?.close());

const trace = (
  format: string,
  blockchain: string,
  text: string,
  asked: Pick<TraceOptions, 'transaction' | 'to' | 'maxHops'>,
): Promise<Trace> =>
  withFiles({ payments: text }, (paths) => tracePayment(service.services, { format, paths, blockchain, ...asked }));
const refusal = (pattern: RegExp) => (error: unknown) => error instanceof ImportRefused && pattern.test(error.message);
const parts = ({ parts: found }: Trace) =>
  found.map(({ end, label, value, transactions }) => [end, label?.entity ?? null, value, transactions.join(' ')]);
const adds = ({ value, parts: found }: Trace): void => {
  const sum = found.reduce((all, part) => all + (parseAmount(part.value) ?? 0n), 0n);
  assert.equal(sum, parseAmount(value), 'the parts add up to the payment');
};

test('what came first goes first: a payment is told apart into the payments that it came by', async () => {
  const [thief, friend, holder, shop] = [701, 702, 703, 704].map(evm);
  await importLabelText(service, 'csv', 'labels.csv', `${LABEL_HEADER}${thief},ETH,RANSOMWARE,Locker,90,Report\n`);
  const rows = [
    `t1,2024-01-01T00:00:00Z,${thief},${holder},3,`,
    `t2,2024-01-02T00:00:00Z,${friend},${holder},2,`,
    `t3,2024-01-03T00:00:00Z,${holder},${shop},4,`,
    `t4,2024-01-04T00:00:00Z,${holder},${shop},1,`,
  ];
  const first = await trace('edges-csv', 'ETH', EDGE_HEADER + rows.join('\n'), { transaction: 't3' });
  assert.deepEqual(parts(first), [
    ['LABELLED', 'Locker', '3', 't1 t3'],
    ['ORIGIN_UNKNOWN', null, '1', 't2 t3'],
  ]);
  assert.deepEqual(
    [first.asset, first.value, first.to],
    ['ETH', '4', checksumEvm(Buffer.from(shop?.slice(2) ?? '', 'hex'))],
  );
  adds(first);
  // In whichever order the file has them, and however much is in it twice by time.
  const turned = await trace('edges-csv', 'ETH', EDGE_HEADER + rows.toReversed().join('\n'), { transaction: 't4' });
  assert.deepEqual(parts(turned), [['ORIGIN_UNKNOWN', null, '1', 't2 t4']]);
  const near = await trace('edges-csv', 'ETH', EDGE_HEADER + rows.join('\n'), { transaction: 't3', maxHops: 1 });
  adds(near);
  const [row] = await service.services.db.query<{ count: number }>(
    sql`select count(*) as count from chain_addresses where address_key = any(${[thief, holder].map((a) => `evm:${a?.slice(2)}`)}::text[])`,
  );
  assert.equal(row?.count, 0, 'nothing was taken in');
});

test('fees are spent like any other payment', async () => {
  const [a, b, holder, shop, other] = [
    '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
    '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
    '15P281GsBdjZLcgVaK4TEWzVEV4MZ2WKK4',
  ];
  const labels = `${LABEL_HEADER}${a},BTC,SCAM,Early,90,Report\n${b},BTC,EXCHANGE,Late,90,Report\n`;
  await importLabelText(service, 'csv', 'labels.csv', labels);
  const pay = (txid: string, time: number, from: string, given: number, to: string, value: number): string =>
    JSON.stringify({ txid, time, vin: [{ address: from, value: given }], vout: [{ address: to, value }] });
  const text = [
    pay('aa', 1_700_000_000, a ?? '', 100, holder ?? '', 100),
    pay('bb', 1_700_000_600, b ?? '', 100, holder ?? '', 100),
    // 60 of the first 100 are left to whoever confirms.
    pay('cc', 1_700_001_200, holder ?? '', 100, other ?? '', 40),
    pay('dd', 1_700_001_800, holder ?? '', 100, shop ?? '', 100),
  ].join('\n');
  const found = await trace('utxo-ndjson', 'BTC', text, { transaction: 'dd' });
  assert.deepEqual(parts(found), [['LABELLED', 'Late', '0.000001', 'bb dd']]);
  assert.equal(found.parts[0]?.share, 1);
});

test('what cannot be traced is refused with what would help', async () => {
  const [from, one, two] = [711, 712, 713].map(evm);
  const text = `${EDGE_HEADER}m1,2024-01-01T00:00:00Z,${from},${one},3,\nm1,2024-01-01T00:00:00Z,${from},${two},2,\nm2,2024-01-02T00:00:00Z,${from},${two},2,ETH\nm2,2024-01-02T00:00:00Z,${from},${two},2,USDT\n`;
  const ask = (transaction: string, to?: string) =>
    trace('edges-csv', 'ETH', text, { transaction, ...(to === undefined ? {} : { to }) });
  await assert.rejects(ask('m9'), refusal(/m9 pays nobody in these files/));
  await assert.rejects(ask('m1'), refusal(/pays several addresses. Name one of: 0x/));
  await assert.rejects(ask('m1', from), refusal(/does not pay 0x/));
  await assert.rejects(ask('m2', two), refusal(/several assets \(ETH, USDT\)/));
  assert.equal((await ask('m1', two)).value, '2');
  await assert.rejects(trace('edges-csv', 'XMR', text, { transaction: 'm1' }), refusal(/XMR/));
  await assert.rejects(trace('edges-csv', 'ETH', `${text}x`, { transaction: 'm1' }), refusal(/line 6/));
});

const blocks = sharedData('chain/graph/btc_5blocks.ndjson');
test(
  'payments of real blocks are traced, and the parts add up',
  { skip: blocks ? false : 'the blocks are not here' },
  async () => {
    const lines = (await readFile(blocks ?? '', 'utf8')).split('\n').filter(Boolean).slice(-40);
    let traced = 0;
    for (const line of lines) {
      const { txid, hash, vout } = JSON.parse(line) as {
        txid?: string;
        hash?: string;
        vout: { address?: string; value: number }[];
      };
      const to = vout.find(({ address, value }) => address && value > 0)?.address;
      if (to === undefined) continue;
      const found = await tracePayment(service.services, {
        format: 'utxo-ndjson',
        paths: [blocks ?? ''],
        blockchain: 'BTC',
        transaction: txid ?? hash ?? '',
        to,
      }).catch((error: unknown) => {
        // What goes back to its payer alone is no payment.
        assert.ok(refusal(/pays nobody|does not pay/)(error), String(error));
        return null;
      });
      if (found === null) continue;
      adds(found);
      traced += 1;
      if (traced === 3) break;
    }
    assert.equal(traced, 3);
  },
);
