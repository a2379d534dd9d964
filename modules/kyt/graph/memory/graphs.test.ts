import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DEFAULT_POLICY } from '../../../../engines/wallets/index.ts';
import { Database } from '../../../../platform/database/database.ts';
import { type Queryable, type Sql, sql } from '../../../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../../../server/testing.ts';
import { liveStrategy } from '../../live/live.ts';
import type { WalletStrategy } from '../../strategy.ts';
import { EDGE_HEADER, evm, importChainText, importLabelText, LABEL_HEADER } from '../../testing.ts';
import { readWallet } from '../../wallet.ts';
import { WalletGraphs } from './graphs.ts';
import { stampNow } from './store.ts';

let service: TestService;
let reads: Database;
let graphs: WalletGraphs;
let inMemory: WalletStrategy;
let inDatabase: WalletStrategy;

before(async () => {
  service = await startTestService({ role: { api: false, worker: false }, env: { WALLET_GRAPH_MEMORY_MB: '0' } });
  reads = new Database({ connectionString: service.databaseUrl, max: 3, applicationName: 'test' });
  graphs = new WalletGraphs({
    db: reads,
    log: service.services.log,
    bytes: 2 ** 28,
    minimumConfidence: DEFAULT_POLICY.minimumConfidence,
    restMs: 100,
  });
  const maskOf = async (): Promise<null> => null;
  inMemory = liveStrategy(DEFAULT_POLICY, { db: service.services.db, reads, graphs, maskOf });
  inDatabase = liveStrategy(DEFAULT_POLICY, { db: service.services.db, reads, graphs: null, maskOf });
});
after(async () => {
  await graphs.stop();
  await reads.close();
  await service.close();
});

const NODES = 40;
const wallet = (node: number, blockchain: 'ETH' | 'POLYGON') =>
  readWallet({ address: evm(node + 1), blockchain }, inMemory);

/** A seeded source of whole numbers below a bound. */
function drawer(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** Payments of three assets on two chains; amounts repeat, so that ties are met, and some are beyond 32 bits. */
function payments(draw: (bound: number) => number, round: number, count: number): string {
  const lines = Array.from({ length: count }, (_, i) => {
    const asset = ['ETH', 'ETH', 'USDT', 'DAI'][draw(4)] ?? '';
    const value = draw(5) === 0 ? `${1 + draw(900_000)}` : `0.0000000${1 + draw(9)}`;
    // Most pay a few: some addresses become busy.
    const to = draw(3) === 0 ? draw(3) : draw(NODES);
    return `r${round}-${i},17000${String(draw(99_999)).padStart(5, '0')},${evm(draw(NODES) + 1)},${evm(to + 1)},${value},${asset}\n`;
  });
  return EDGE_HEADER + lines.join('');
}

const isInMemory = async (): Promise<boolean> => {
  const stamp = await stampNow(reads);
  return (
    graphs.at('ETH', 'ETH', { chainVersion: stamp.chains['ETH'] ?? null, labelVersion: stamp.labels }) !== undefined
  );
};

async function compareAll(what: string): Promise<void> {
  for (const blockchain of ['ETH', 'POLYGON'] as const) {
    for (let node = 0; node < NODES; node += 1) {
      const [memory, database] = [
        await inMemory.assess(service.services.db, wallet(node, blockchain), 'LOOK'),
        await inDatabase.assess(service.services.db, wallet(node, blockchain), 'LOOK'),
      ];
      assert.deepEqual(memory, database, `${what}, ${blockchain}, address ${node}`);
    }
  }
}

describe('graphs in memory', () => {
  test('assessments are those of the database to the last digit: built, followed through imports, built anew', async () => {
    const draw = drawer(11);
    for (let round = 0; round < 5; round += 1) {
      const labels = Array.from({ length: 4 }, () => {
        const category = ['MIXER', 'SANCTIONS', 'EXCHANGE', 'SCAM'][draw(4)] ?? '';
        // Some are withdrawn later (confidence 0), some are too unsure to count.
        return `${evm(draw(NODES) + 1)},,${category},Entity ${draw(5)},${[0, 10, 20, 60, 90][draw(5)]},Test\n`;
      });
      await importLabelText(service, 'csv', 'labels.csv', LABEL_HEADER + labels.join(''));
      await importChainText(
        service,
        'edges-csv',
        draw(3) === 0 ? 'POLYGON' : 'ETH',
        payments(draw, round, 60 + draw(60)),
      );
      if (round === 0) await importChainText(service, 'edges-csv', 'POLYGON', payments(draw, 100, 30));
      assert.ok(await graphs.settle(20_000));
      assert.ok(await isInMemory(), `round ${round}`);
      await compareAll(`round ${round}`);
    }
    const followed = graphs.report()['graphs'] as { laid: number }[];
    assert.ok(
      followed.some(({ laid }) => laid > 0),
      'imports were followed without building anew',
    );
    const anew = new WalletGraphs({ db: reads, log: service.services.log, bytes: 2 ** 28, minimumConfidence: 20 });
    assert.ok(await anew.settle(20_000));
    const built = liveStrategy(DEFAULT_POLICY, {
      db: service.services.db,
      reads,
      graphs: anew,
      maskOf: async () => null,
    });
    for (let node = 0; node < NODES; node += 1) {
      assert.deepEqual(
        await built.assess(service.services.db, wallet(node, 'ETH'), 'LOOK'),
        await inMemory.assess(service.services.db, wallet(node, 'ETH'), 'LOOK'),
      );
    }
    await anew.stop();
  });

  test('arrays that are behind are not used; the answer is of the data that it names', async () => {
    await importLabelText(service, 'csv', 'labels.csv', `${LABEL_HEADER}${evm(900)},,SCAM,Late,90,Test\n`);
    assert.equal(await isInMemory(), false);
    await compareAll('behind');
    assert.ok(await graphs.settle(20_000));
    assert.ok(await isInMemory());
  });

  test('an import that commits in the middle of an assessment is in all of it or in none', async () => {
    assert.ok(await graphs.settle(20_000));
    const { db } = service.services;
    let imports = 0;
    const interrupted: Queryable = {
      query: async <Row extends object>(statement: Sql): Promise<Row[]> => {
        const rows = await db.query<Row>(statement);
        imports += 1;
        const line = `mid-${imports},1700000000,${evm(5)},${evm(1)},7,ETH\n`;
        await importChainText(service, 'edges-csv', 'ETH', EDGE_HEADER + line);
        return rows;
      },
    };
    for (const strategy of [inMemory, inDatabase]) {
      const found = await strategy.assess(interrupted, wallet(0, 'ETH'), 'LOOK');
      const [{ version } = { version: 0 }] = await db.query<{ version: number }>(
        sql`select version from chain_data where blockchain = 'ETH'`,
      );
      assert.match(found.dataVersion, new RegExp(`^chain ${version},`));
      assert.deepEqual(found, await inDatabase.assess(db, wallet(0, 'ETH'), 'LOOK'));
    }
    assert.ok(imports > 1);
  });

  test('who is further behind than changes are kept builds anew', async () => {
    assert.ok(await graphs.settle(20_000));
    await service.services.db.query(sql`update chain_changes_floor set xid = pg_current_xact_id()`);
    await service.services.db.query(sql`delete from chain_changes`);
    await importChainText(service, 'edges-csv', 'ETH', `${EDGE_HEADER}far,1700000000,${evm(7)},${evm(8)},3,ETH\n`);
    await graphs.refresh();
    assert.equal(await isInMemory(), false);
    await compareAll('dropped');
    assert.ok(await graphs.settle(20_000));
    assert.ok(await isInMemory());
  });

  test('of a load of very many payments only its asset is noted, and read anew', async () => {
    assert.ok(await graphs.settle(20_000));
    const rows = Array.from(
      { length: 20_500 },
      (_, i) => `bulk-${i},1700000000,${evm(1_000_000 + i)},${evm((i % NODES) + 1)},${(i % 9) + 1},ETH\n`,
    );
    await importChainText(service, 'edges-csv', 'ETH', EDGE_HEADER + rows.join(''));
    const [noted] = await service.services.db.query(
      sql`select asset, cardinality(nodes) as nodes, everything, size from chain_changes order by id desc limit 1`,
    );
    assert.deepEqual(noted, { asset: 'ETH', nodes: 0, everything: true, size: 20_000 });
    await graphs.refresh();
    await compareAll('dropped');
    assert.ok(await graphs.settle(20_000));
    assert.ok(await isInMemory());
    await compareAll('after a large load');
  });

  test('what does not fit into the memory given is left to the database', async () => {
    const small = new WalletGraphs({ db: reads, log: service.services.log, bytes: 2_000, minimumConfidence: 20 });
    assert.ok(await small.settle(20_000));
    const { graphs: kept, left } = small.report() as { graphs: { asset: string }[]; left: number };
    assert.ok(left > 0 && kept.length < 3);
    const strategy = liveStrategy(DEFAULT_POLICY, {
      db: service.services.db,
      reads,
      graphs: small,
      maskOf: async () => null,
    });
    for (let node = 0; node < NODES; node += 7) {
      assert.deepEqual(
        await strategy.assess(service.services.db, wallet(node, 'ETH'), 'LOOK'),
        await inDatabase.assess(service.services.db, wallet(node, 'ETH'), 'LOOK'),
      );
    }
    await small.stop();
  });
});
