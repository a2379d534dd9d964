import { chainFamily, type Direction, type Policy } from '../../../engines/wallets/index.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Owner } from '../chain/transfer.ts';
import { BudgetSpent, ProviderFailed } from './failure.ts';
import type { Session } from './session.ts';
import * as store from './store.ts';

/** Counterparties looked at of one hop and direction: the heaviest. */
const MOST_OF_HOP = 1_000;
/** A counterparty's payments are asked for again after this. */
const STALE_MS = 7 * 24 * 60 * 60_000;
/** Failures of a provider after which no more is asked of it. */
const MOST_FAILURES = 3;

export interface Expansion {
  /** Counterparties whose payments are here. */
  fetched: number;
  /** Counterparties whose payments would matter and are not here. */
  missing: number;
}

type Limits = Pick<Policy, 'minimumConfidence'> & { limits: Pick<Policy['limits'], 'maxHops' | 'shareThreshold'> };

/**
 * Fetches the payments of those who paid an address, or were paid by it, hop by hop, as a walk would follow them: the
 * heaviest first, none below the share threshold, none that a label or its size stops a walk at, and no more than the
 * session's budget allows. Each counterparty is fetched in a step of its own; what fails is counted as missing.
 */
export async function expand(
  { db }: { db: Database },
  session: Session,
  address: string,
  policy: Limits,
  now: Date,
): Promise<Expansion> {
  const { provider } = session;
  const { blockchain } = provider;
  const start = await store.nodeOf(db, blockchain, address);
  const found: Expansion = { fetched: 0, missing: 0 };
  if (start === undefined) return found;
  const prefix = `${chainFamily(blockchain)}:`;
  const since = new Date(now.getTime() - STALE_MS);
  const tried = new Map<number, boolean>([[start, true]]);
  const open: Record<Direction, Map<number, number>> = {
    INCOMING: new Map([[start, 1]]),
    OUTGOING: new Map([[start, 1]]),
  };
  let failures = 0;

  /** Whether a walk may go on through it. */
  const reach = async (party: store.Counterparty): Promise<boolean> => {
    const known = tried.get(party.id);
    if (known !== undefined) return known;
    let passable = false;
    const fresh = party.provider === provider.kind && (party.fetchedAt ?? since) > since;
    if (fresh) {
      passable = party.state === 'COMPLETE';
      found.fetched += 1;
    } else if (session.budget.spent || failures >= MOST_FAILURES) found.missing += 1;
    else {
      try {
        const owner: Owner = { key: party.key, address: party.address };
        passable = (await session.fetch(owner, 'IF_FEW')) === 'COMPLETE';
        found.fetched += 1;
      } catch (error) {
        if (!(error instanceof ProviderFailed || error instanceof BudgetSpent)) throw error;
        if (error instanceof ProviderFailed) failures += 1;
        found.missing += 1;
      }
    }
    tried.set(party.id, passable);
    return passable;
  };

  for (let hop = 1; hop < policy.limits.maxHops; hop += 1) {
    const next: typeof open = { INCOMING: new Map(), OUTGOING: new Map() };
    const parties: { party: store.Counterparty; direction: Direction; mass: number }[] = [];
    for (const direction of ['INCOMING', 'OUTGOING'] as const) {
      const nodes = [...open[direction].keys()];
      if (nodes.length === 0) continue;
      const rows = await store.counterpartiesOf(db, blockchain, nodes, direction, {
        leastShare: policy.limits.shareThreshold,
        minimumConfidence: policy.minimumConfidence,
        limit: MOST_OF_HOP,
      });
      for (const party of rows) {
        const mass = (open[direction].get(party.of) ?? 0) * party.share;
        if (party.labelled || mass < policy.limits.shareThreshold || !party.key.startsWith(prefix)) continue;
        parties.push({ party, direction, mass });
      }
    }
    for (const { party, direction, mass } of parties.toSorted((a, b) => b.mass - a.mass || a.party.id - b.party.id)) {
      if (!(await reach(party))) continue;
      next[direction].set(party.id, Math.min(1, (next[direction].get(party.id) ?? 0) + mass));
    }
    [open.INCOMING, open.OUTGOING] = [next.INCOMING, next.OUTGOING];
  }
  return found;
}
