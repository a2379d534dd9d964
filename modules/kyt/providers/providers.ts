import {
  BLOCKCHAIN_NAMES,
  type Blockchain,
  BLOCKCHAINS,
  canonicalKey,
  DEFAULT_POLICY,
  parseAddress,
} from '../../../engines/wallets/index.ts';
import type { Tenant } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import type { Services } from '../../../platform/module.ts';
import type { NodeMask } from '../live/source.ts';
import { type Assessment, chainDataUnavailable } from '../strategy.ts';
import type { Wallet } from '../wallet.ts';
import { Budget } from './budget.ts';
import { expand } from './expand.ts';
import { BudgetSpent, ProviderFailed } from './failure.ts';
import { follow } from './follow.ts';
import { patchworkMask } from './patchwork.ts';
import { type MadeProvider, makeProvider, nameOf } from './registry.ts';
import { Session } from './session.ts';
import * as store from './store.ts';

/** What was fetched of an address is good for this long. */
export const FRESH_MS = 10 * 60_000;
/** A watched address is asked for again after this. */
const WATCHED_MS = 60 * 60_000;
const WATCHED_AT_ONCE = 20;
/** One run fetches watched addresses no longer than this; the next begins a minute later. */
const REFRESH_MS = 45_000;
/** What was fetched longer ago lacks the blocks since. */
const LATE_MS = FRESH_MS + 5 * 60_000;
/** Whether a provider answers is remembered for this long. */
const HEALTH_MS = 10_000;
/** What a caller who waits for an answer may wait for a provider's sign of life. */
const PROBE = { requests: 5, seconds: 3 };
/** Of one run that follows a chain; the next begins a minute later. */
const FOLLOW = { requests: 200_000, seconds: 50 };
/** A followed chain may be this many blocks behind its node. */
const MOST_BEHIND = 6;

/** What may hide value that came in or went out. */
const LACKS = new Set<Missing>(['MORE_PAYMENTS', 'NATIVE_PAYMENTS', 'EARLIER_BLOCKS', 'LATER_BLOCKS']);

export type Missing = NonNullable<Assessment['coverage']['provider']>['missing'][number];

type ProviderServices = Pick<Services, 'db' | 'clock' | 'config' | 'log'>;

/** The providers of chain data that the configuration names, and what they have told. */
export class ChainProviders {
  readonly #services: ProviderServices;
  readonly #made: ReadonlyMap<Blockchain, MadeProvider>;
  readonly #health = new Map<Blockchain, { at: number; failure: string | null }>();
  readonly #probes = new Map<Blockchain, Promise<void>>();

  constructor(services: ProviderServices) {
    this.#services = services;
    this.#made = new Map(services.config.chainProviders.map((setting) => [setting.blockchain, makeProvider(setting)]));
  }

  /** Blockchains of which a provider tells address by address. */
  get asked(): Blockchain[] {
    return BLOCKCHAINS.filter((blockchain) => this.#made.get(blockchain)?.addresses);
  }

  get any(): boolean {
    return this.#made.size > 0;
  }

  has(blockchain: Blockchain): boolean {
    return this.#made.has(blockchain);
  }

  /**
   * Whether an address must be asked for before it can be judged: a provider tells of it, and what it told is absent
   * or too old. Not of an address that is sanctioned itself: whatever it did, its score is 100.
   * @throws ApiError CHAIN_DATA_UNAVAILABLE where the provider does not answer, and the organisation does not want
   *   records that say what is missing
   */
  async mustAsk(tenant: Tenant, wallet: Wallet): Promise<boolean> {
    const made = this.#made.get(wallet.blockchain);
    if (!made?.addresses || !wallet.parsed.traceable) return false;
    const { db, clock } = this.#services;
    const [row, sanctioned] = await Promise.all([
      store.findFetched(db, wallet.blockchain, wallet.key),
      store.isSanctioned(db, wallet.key, DEFAULT_POLICY.ownLabelConfidence),
    ]);
    if (sanctioned || isFresh(row, made.addresses.kind, clock.now())) return false;
    const failure = await this.#probe(wallet.blockchain);
    if (failure === null) return true;
    if (await store.allowsIncomplete(db, tenant.organizationId)) return false;
    throw chainDataUnavailable(
      wallet.blockchain,
      `The provider of chain data for ${BLOCKCHAIN_NAMES[wallet.blockchain]} cannot answer now. Nothing was recorded or charged; try again later.`,
    );
  }

  /**
   * Fetches an address and its counterparties, within the setting's budget.
   * @throws ProviderFailed where the address itself could not be fetched
   */
  async gather(wallet: Pick<Wallet, 'blockchain' | 'key' | 'normalized'>): Promise<void> {
    const made = this.#made.get(wallet.blockchain);
    if (!made?.addresses) return;
    const { db, clock } = this.#services;
    const { setting, addresses } = made;
    const budget = new Budget(setting);
    const known = await store.findFetched(db, wallet.blockchain, wallet.key);
    // Another check that waits for the same address was first.
    if (isFresh(known, addresses.kind, clock.now())) return;
    try {
      const session = await Session.begin(this.#services, addresses, budget, setting.maxPayments);
      await session.fetch({ key: wallet.key, address: wallet.normalized }, 'ALL');
      const found = await expand(this.#services, session, wallet.key, DEFAULT_POLICY, clock.now());
      await store.noteExpanded(db, wallet.blockchain, wallet.key, {
        at: clock.now(),
        counterparties: found.fetched,
        missing: found.missing,
      });
      this.#health.set(wallet.blockchain, { at: performance.now(), failure: null });
    } catch (error) {
      throw this.#failed(wallet.blockchain, error);
    }
  }

  /** Fetches watched addresses that were not asked for in a while. @returns how many */
  async refreshWatched(): Promise<number> {
    const { db, clock } = this.#services;
    const since = new Date(clock.now().getTime() - WATCHED_MS);
    const stale = await store.staleWatched(db, this.asked, since, WATCHED_AT_ONCE);
    const down = new Set<Blockchain>();
    const until = performance.now() + REFRESH_MS;
    let done = 0;
    for (const { blockchain, address, key } of stale) {
      const verdict = parseAddress(address, blockchain);
      if (performance.now() > until) break;
      if (down.has(blockchain) || !verdict.valid || canonicalKey(verdict) !== key) continue;
      try {
        await this.gather({ blockchain, key, normalized: verdict.canonical });
        done += 1;
      } catch (error) {
        if (!(error instanceof ProviderFailed)) throw error;
        down.add(blockchain);
      }
    }
    return done;
  }

  /** Takes in the new blocks of the chains that are followed. @returns how many */
  async follow(): Promise<number> {
    let taken = 0;
    for (const [blockchain, { blocks }] of this.#made) {
      if (!blocks) continue;
      try {
        taken += await follow(this.#services, blocks, new Budget(FOLLOW));
        this.#health.set(blockchain, { at: performance.now(), failure: null });
      } catch (error) {
        this.#failed(blockchain, error);
      }
    }
    return taken;
  }

  /**
   * Findings with what the provider's data lack: how far they go and what is missing. What would be LOW is UNKNOWN
   * where value may have moved that is not here, unless the address's own label explains it.
   * @param occasion a monitor's RUN judges what is here, whenever it came: its level moves with the data alone
   */
  async complete(db: Queryable, wallet: Wallet, found: Assessment, occasion: 'LOOK' | 'RUN'): Promise<Assessment> {
    const made = this.#made.get(wallet.blockchain);
    if (!made || !wallet.parsed.traceable) return found;
    const told = made.addresses
      ? await this.#toldOfAddress(db, wallet, made.addresses)
      : await this.#toldOfChain(db, wallet.blockchain, made.blocks.kind);
    const lacks = told.provider.missing.some(
      (one) => LACKS.has(one) && !(occasion === 'RUN' && one === 'LATER_BLOCKS'),
    );
    const riskLevel = found.riskLevel === 'LOW' && lacks && found.labels.length === 0 ? 'UNKNOWN' : found.riskLevel;
    return { ...found, riskLevel, coverage: { ...found.coverage, height: told.height, provider: told.provider } };
  }

  /** What a walk is shown of a blockchain of which only fetched addresses are whole; null where it may see all. */
  async maskOf(db: Queryable, blockchain: Blockchain): Promise<NodeMask | null> {
    if (!this.#made.get(blockchain)?.addresses || (await store.hasImports(db, blockchain))) return null;
    return patchworkMask(db, blockchain);
  }

  report(): { blockchain: Blockchain; kind: string; answers: boolean | null; failure: string | null }[] {
    return [...this.#made.values()].map(({ setting: { blockchain, kind } }) => {
      const health = this.#health.get(blockchain);
      return { blockchain, kind, answers: health ? health.failure === null : null, failure: health?.failure ?? null };
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#made.values()].map(({ addresses, blocks }) => (addresses ?? blocks).close()));
  }

  async #toldOfAddress(
    db: Queryable,
    wallet: Wallet,
    provider: NonNullable<MadeProvider['addresses']>,
  ): Promise<{ height: number | null; provider: NonNullable<Assessment['coverage']['provider']> }> {
    const row = await store.findFetched(db, wallet.blockchain, wallet.key);
    const missing: Missing[] = [];
    if (!row || row.state === 'PARTIAL' || row.provider !== provider.kind) missing.push('MORE_PAYMENTS');
    else if (ageOf(row, this.#services.clock.now()) > LATE_MS) missing.push('LATER_BLOCKS');
    missing.push(...provider.gaps);
    if (row && (row.counterpartiesMissing > 0 || !row.expandedAt)) missing.push('COUNTERPARTIES');
    if (this.#health.get(wallet.blockchain)?.failure) missing.push('PROVIDER_UNAVAILABLE');
    return {
      height: row && row.height >= 0 ? row.height : null,
      provider: {
        name: provider.kind,
        complete: missing.length === 0,
        fetchedAt: row?.fetchedAt.toISOString() ?? null,
        counterparties: row?.counterparties ?? 0,
        counterpartiesMissing: row?.counterpartiesMissing ?? 0,
        missing,
      },
    };
  }

  async #toldOfChain(
    db: Queryable,
    blockchain: Blockchain,
    name: string,
  ): Promise<{ height: number | null; provider: NonNullable<Assessment['coverage']['provider']> }> {
    const [row, imported] = await Promise.all([store.findFollowed(db, blockchain), store.hasImports(db, blockchain)]);
    const missing: Missing[] = [];
    if (!row || (row.fromHeight > 0 && !imported)) missing.push('EARLIER_BLOCKS');
    const late = row && this.#services.clock.now().getTime() - row.updatedAt.getTime() > WATCHED_MS;
    if (!row || late || row.tip - row.height > MOST_BEHIND) missing.push('LATER_BLOCKS');
    if (this.#health.get(blockchain)?.failure) missing.push('PROVIDER_UNAVAILABLE');
    return {
      height: row?.height ?? null,
      provider: {
        name,
        complete: missing.length === 0,
        fetchedAt: row?.updatedAt.toISOString() ?? null,
        counterparties: 0,
        counterpartiesMissing: 0,
        missing,
      },
    };
  }

  /** Whether the provider shows a sign of life. @returns why not, or null */
  async #probe(blockchain: Blockchain): Promise<string | null> {
    const known = this.#health.get(blockchain);
    if (known && performance.now() - known.at < HEALTH_MS) return known.failure;
    // Many that come at once wait for one answer.
    let probe = this.#probes.get(blockchain);
    if (!probe) {
      probe = this.#askTip(blockchain).finally(() => this.#probes.delete(blockchain));
      this.#probes.set(blockchain, probe);
    }
    await probe;
    return this.#health.get(blockchain)?.failure ?? null;
  }

  async #askTip(blockchain: Blockchain): Promise<void> {
    try {
      await this.#made.get(blockchain)?.addresses?.tip(new Budget(PROBE));
      this.#health.set(blockchain, { at: performance.now(), failure: null });
    } catch (error) {
      this.#failed(blockchain, error);
    }
  }

  /** Notes a failure of a provider. @returns it; a budget that was spent before anything came is one too */
  #failed(blockchain: Blockchain, error: unknown): ProviderFailed {
    const kind = this.#made.get(blockchain)?.setting.kind;
    if (!kind || !(error instanceof ProviderFailed || error instanceof BudgetSpent)) throw error;
    const failure =
      error instanceof ProviderFailed
        ? error
        : new ProviderFailed(
            'UNAVAILABLE',
            `${nameOf(kind, blockchain)} did not answer within the time and requests given.`,
          );
    this.#health.set(blockchain, { at: performance.now(), failure: failure.message });
    this.#services.log.warn(
      { blockchain, provider: kind, reason: failure.reason, failure: failure.message },
      'chain data provider failed',
    );
    return failure;
  }
}

const ageOf = (row: store.FetchedRow, now: Date): number => now.getTime() - row.fetchedAt.getTime();

const isFresh = (row: store.FetchedRow | undefined, kind: string, now: Date): boolean =>
  row !== undefined && row.provider === kind && row.expandedAt !== null && ageOf(row, now) < FRESH_MS;
