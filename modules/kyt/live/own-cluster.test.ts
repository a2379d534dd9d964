import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DEFAULT_POLICY } from '../../../engines/wallets/index.ts';
import { Database } from '../../../platform/database/database.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { WalletGraphs } from '../graph/memory/graphs.ts';
import type { Assessment, WalletStrategy } from '../strategy.ts';
import { importChainText, importLabelText } from '../testing.ts';
import { readWallet } from '../wallet.ts';
import { liveStrategy } from './live.ts';

// Addresses of the first blocks of Bitcoin.
const [SUBJECT, MEMBER, LISTED, PAYER, PAYEE, BEFORE] = [
  '1HLoD9E4SDFFPDiYfNYnkBLQ85Y51J3Zb1',
  '1FvzCLoTPGANNjWoUo6jUGuAG3wg1w4YjR',
  '15ubicBBWFnvoZLT7GiU2qxjRaKJPdkDMG',
  '1JfbZRwdDHKZmuiZgYArJZhcuuzuw2HuMu',
  '1GkQmKAmHtNfnD3LHhTkewJxKHVSta4m2a',
  '16LoW7y83wtawMg5XmT4M3Q7EdjjUmenjM',
] as const;

let service: TestService;
let reads: Database;
let graphs: WalletGraphs;
let inMemory: WalletStrategy;
let inDatabase: WalletStrategy;

type Party = [address: string, value: number];
const line = (txid: string, vin: Party[], vout: Party[]): string => {
  const parties = (all: Party[]): object[] => all.map(([address, value]) => ({ address, value }));
  return `${JSON.stringify({ txid, time: 1_300_000_000, vin: parties(vin), vout: parties(vout) })}\n`;
};

before(async () => {
  service = await startTestService({ role: { api: false, worker: false }, env: { WALLET_GRAPH_MEMORY_MB: '0' } });
  reads = new Database({ connectionString: service.databaseUrl, max: 3, applicationName: 'test' });
  graphs = new WalletGraphs({
    db: reads,
    log: service.services.log,
    bytes: 2 ** 26,
    minimumConfidence: DEFAULT_POLICY.minimumConfidence,
    restMs: 100,
  });
  const maskOf = async (): Promise<null> => null;
  inMemory = liveStrategy(DEFAULT_POLICY, { db: service.services.db, reads, graphs, maskOf });
  inDatabase = liveStrategy(DEFAULT_POLICY, { db: service.services.db, reads, graphs: null, maskOf });
  const lines = [
    line('c0', [[BEFORE, 9_000_000]], [[PAYER, 9_000_000]]),
    line('c1', [[PAYER, 1_000_000]], [[SUBJECT, 1_000_000]]),
    // All three sign together: one owner.
    line(
      'c2',
      [
        [SUBJECT, 300_000],
        [MEMBER, 300_000],
        [LISTED, 400_000],
      ],
      [[PAYEE, 1_000_000]],
    ),
    line('c3', [[MEMBER, 7_000_000]], [[SUBJECT, 7_000_000]]),
    line('c4', [[SUBJECT, 2_000_000]], [[MEMBER, 2_000_000]]),
  ];
  await importChainText(service, 'utxo-ndjson', 'BTC', lines.join(''));
  await label('T', MEMBER, 'Bazaar', 'ransomware', true);
});
after(async () => {
  await graphs.stop();
  await reads.close();
  await service.close();
});

const label = (title: string, address: string, entity: string, abuse: string, defines: boolean) =>
  importLabelText(
    service,
    'tagpack',
    `${title}.yaml`,
    `title: ${title}\ncreator: C\ncurrency: BTC\nconfidence: ownership\nsource: s\ntags:\n  - {address: ${address}, label: ${entity}, abuse: ${abuse}, is_cluster_definer: ${defines}}\n`,
  );

async function look(address: string): Promise<Assessment> {
  assert.ok(await graphs.settle(20_000));
  const wallet = readWallet({ address, blockchain: 'BTC' }, inMemory);
  const found = await inDatabase.assess(service.services.db, wallet, 'LOOK');
  assert.deepEqual(await inMemory.assess(service.services.db, wallet, 'LOOK'), found);
  return found;
}

test('what members of a labelled cluster pay each other is no exposure to it', async () => {
  const found = await look(SUBJECT);
  assert.equal(found.cluster?.entity, 'Bazaar');
  assert.deepEqual(
    found.exposures.map(({ entity, hops, direction, value }) => [entity, hops, direction, value]),
    [['Bazaar', 0, 'INCOMING', '0.01']],
    'its own label alone; what came in from others is the whole',
  );
  assert.equal(found.coverage.INCOMING.originUnknown, 1);
  assert.equal(found.coverage.INCOMING.exposure, 0);
  const payee = await look(PAYEE);
  assert.equal(payee.coverage.INCOMING.exposure, 1, 'others are exposed to it as before');
});

test('an address whose own label says something else is no other of its own', async () => {
  await importChainText(service, 'utxo-ndjson', 'BTC', line('c5', [[LISTED, 1_000_000]], [[SUBJECT, 1_000_000]]));
  await label('U', LISTED, 'Someone', 'scam', false);
  const found = await look(SUBJECT);
  const direct = found.exposures.filter(({ hops }) => hops === 1);
  assert.equal(direct.length, 1);
  assert.equal(direct[0]?.share, 0.5);
});
