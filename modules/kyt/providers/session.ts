import type { Blockchain } from '../../../engines/wallets/index.ts';
import type { Clock } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { undoFrom, UNDOABLE_BLOCKS } from '../chain/blocks.ts';
import { putBlocks } from '../chain/store/blocks.ts';
import { lockChain } from '../chain/store/chain.ts';
import { stageInStatement } from '../chain/store/stage.ts';
import { addRecords } from '../chain/take-in.ts';
import type { ChainRecord, Owner } from '../chain/transfer.ts';
import { askToLook } from '../watch/ask.ts';
import { isWatched, noteNodes } from '../watch/store.ts';
import type { Budget } from './budget.ts';
import { ProviderFailed } from './failure.ts';
import type { ChainProvider, Fetched, LiveRecord, Tip } from './provider.ts';
import * as store from './store.ts';

/** Blocks looked at to find where the chain went another way. */
const LOOKED_BACK = UNDOABLE_BLOCKS;

export interface SessionServices {
  db: Database;
  clock: Clock;
}

/** One task's dealings with a provider: one tip for all that it fetches, the chain's blocks checked first. */
export class Session {
  readonly provider: ChainProvider;
  readonly budget: Budget;
  readonly tip: Tip;
  readonly #services: SessionServices;
  readonly #limit: number;

  private constructor(services: SessionServices, provider: ChainProvider, budget: Budget, tip: Tip, limit: number) {
    this.#services = services;
    this.provider = provider;
    this.budget = budget;
    this.tip = tip;
    this.#limit = limit;
  }

  /**
   * Asks for the newest block, and undoes what was taken in from blocks that the chain has given up since.
   * @throws ProviderFailed, BudgetSpent
   */
  static async begin(
    services: SessionServices,
    provider: ChainProvider,
    budget: Budget,
    limit: number,
  ): Promise<Session> {
    const tip = await provider.tip(budget);
    await undoGivenUp(services, provider, budget);
    return new Session(services, provider, budget, tip, limit);
  }

  /**
   * Fetches the payments of an address that are new since the last time, and takes them in, all or none.
   * @param wanted IF_FEW: the provider may give up at once where there are too many
   * @throws ProviderFailed, BudgetSpent
   */
  async fetch(owner: Owner, wanted: 'ALL' | 'IF_FEW'): Promise<store.FetchedRow['state']> {
    const { provider, tip, budget } = this;
    const { blockchain } = provider;
    const known = await store.findFetched(this.#services.db, blockchain, owner.key);
    const goesOn = known?.provider === provider.kind && known.height >= 0;
    if (goesOn && known.state === 'COMPLETE' && known.height >= tip.height) {
      await this.#note(owner, { state: 'COMPLETE', height: known.height, cursor: known.cursor, payments: 0 });
      return 'COMPLETE';
    }
    const after = goesOn ? { height: known.height, cursor: known.cursor } : null;
    const fetched = await provider.fetch({ owner, after, upTo: tip, limit: this.#limit, wanted }, budget);
    assertOneChain(provider, fetched.records, tip);
    const state = fetched.complete ? 'COMPLETE' : 'PARTIAL';
    const at = this.#services.clock.now();
    await this.#services.db.transaction(async (transaction) => {
      await this.#takeIn(transaction, fetched, at);
      // A walk may go on through it from now on, or not any more, with or without new payments.
      if (known?.state !== state || known.provider !== provider.kind) {
        const node = await store.nodeOf(transaction, blockchain, owner.key);
        await noteForMonitors(transaction, blockchain, node === undefined ? [] : [node], at);
      }
      await store.noteFetched(transaction, blockchain, owner.key, {
        provider: provider.kind,
        state,
        // Where there were too many, it is whole up to where it was before.
        height: fetched.complete ? tip.height : goesOn ? known.height : -1,
        cursor: fetched.complete ? fetched.cursor : goesOn ? known.cursor : null,
        payments: fetched.records.length,
        fetchedAt: at,
      });
    });
    return state;
  }

  async #note(owner: Owner, row: Pick<store.FetchedRow, 'state' | 'height' | 'cursor' | 'payments'>): Promise<void> {
    const { db, clock } = this.#services;
    const { blockchain, kind } = this.provider;
    await store.noteFetched(db, blockchain, owner.key, { ...row, provider: kind, fetchedAt: clock.now() });
  }

  async #takeIn(transaction: Transaction, fetched: Fetched, at: Date): Promise<void> {
    const { blockchain } = this.provider;
    await lockChain(transaction, blockchain);
    const [other] = await store.otherDecimals(transaction, blockchain, fetched.decimals);
    if (other !== undefined) {
      throw new ProviderFailed('MALFORMED', `${this.provider.kind} now tells other decimals of a token than before.`);
    }
    await store.ensureChain(transaction, blockchain, at);
    const { added } = await addRecords(transaction, blockchain, fetched.records.map(withHash), at);
    if (added > 0) askToLook(transaction);
    const { height, hash } = this.tip;
    if (hash !== null) await putBlocks(transaction, blockchain, [{ height, hash: bare(hash) }]);
  }
}

/** Takes back what blocks from a height on brought, and has those watched that it concerns. */
export async function giveUpFrom(
  transaction: Transaction,
  blockchain: Blockchain,
  height: number,
  at: Date,
): Promise<void> {
  const nodes = await undoFrom(stageInStatement(transaction), blockchain, height, at);
  await noteForMonitors(transaction, blockchain, nodes, at);
}

async function noteForMonitors(
  transaction: Transaction,
  blockchain: Blockchain,
  nodes: readonly number[],
  at: Date,
): Promise<void> {
  if (nodes.length === 0 || !(await isWatched(transaction, blockchain))) return;
  await noteNodes(transaction, blockchain, nodes, false, at);
  askToLook(transaction);
}

const bare = (hash: string): string => (/^0x/i.test(hash) ? hash.slice(2).toLowerCase() : hash);

/** As the chain's tables have it. */
function withHash({ blockHash, ...record }: LiveRecord): ChainRecord {
  return blockHash === null ? record : { ...record, blockHash: bare(blockHash) };
}

/** Payments of two blocks of one height mean that the chain changed while it was read. */
function assertOneChain(provider: ChainProvider, records: readonly LiveRecord[], tip: Tip): void {
  const hashes = new Map<number, string>(tip.hash === null ? [] : [[tip.height, bare(tip.hash)]]);
  for (const { height, blockHash } of records) {
    if (height === null || blockHash === null) continue;
    const hash = bare(blockHash);
    if ((hashes.get(height) ?? hash) !== hash) {
      throw new ProviderFailed(
        'REORGANISED',
        `The chain of ${provider.blockchain} changed while it was read; try again.`,
      );
    }
    hashes.set(height, hash);
  }
}

/**
 * Compares the blocks taken in last with the provider's, and undoes from the first on that the chain has given up.
 * @throws ProviderFailed where none of them is the provider's: it tells of another chain
 */
export async function undoGivenUp(
  { db, clock }: SessionServices,
  provider: Pick<ChainProvider, 'blockchain' | 'kind' | 'hashAt'>,
  budget: Budget,
): Promise<void> {
  const { blockchain } = provider;
  const blocks = await store.lastBlocks(db, blockchain, LOOKED_BACK);
  const stands = async (block: store.KnownBlock): Promise<boolean> => {
    const hash = await provider.hashAt(block.height, budget);
    return hash === null || bare(hash) === block.hash;
  };
  const [newest] = blocks;
  if (!newest || (await stands(newest))) return;
  // Blocks of one chain: those that stand are all below those that do not.
  let [gone, good] = [0, blocks.length];
  while (good - gone > 1) {
    const middle = (gone + good) >> 1;
    const block = blocks[middle];
    if (block && (await stands(block))) good = middle;
    else gone = middle;
  }
  const lowest = blocks[gone];
  if (good === blocks.length || !lowest || lowest.height < newest.height - UNDOABLE_BLOCKS) {
    throw new ProviderFailed(
      'MALFORMED',
      `${provider.kind} tells of another chain of ${blockchain} than the one taken in. Check its address. Nothing was stored.`,
    );
  }
  await db.transaction(async (transaction) => {
    await lockChain(transaction, blockchain);
    await giveUpFrom(transaction, blockchain, lowest.height, clock.now());
  });
}
