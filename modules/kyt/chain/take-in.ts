import type { Blockchain } from '../../../engines/wallets/index.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { isWatched, noteNodes } from '../watch/store.ts';
import { Batch } from './batch.ts';
import { makeRoom, UNDOABLE_BLOCKS } from './blocks.ts';
import { joinClusters } from './clusters.ts';
import { resolveCoins } from './resolve.ts';
import * as blocks from './store/blocks.ts';
import * as store from './store/chain.ts';
import { type Stage, stageInStatement } from './store/stage.ts';
import { BlockSums, EdgeSums, NodeSums } from './sums.ts';
import { COINBASE, type ChainRecord, type Owner } from './transfer.ts';

export interface TakenIn {
  /** Records that were not known. */
  added: number;
  transfers: number;
  /** From which height on blocks were given up for others, where some were. */
  undoneFrom: number | null;
}

/** With more changed addresses than this in one part, all monitors of the blockchain are looked at. */
const MOST_CHANGED = 20_000;

/** The numbers of owners in the database, as far as an import has met them. */
export class Numbers {
  #coinbase: number | undefined;

  of(owner: Owner): number | undefined {
    // This one is shared by all imports.
    if (owner === COINBASE) return this.#coinbase;
    return owner.numbered?.by === this ? owner.numbered.number : undefined;
  }

  set(owner: Owner, number: number): void {
    if (owner === COINBASE) this.#coinbase = number;
    else owner.numbered = { by: this, number };
  }
}

/**
 * Takes in the records that are new, under the blockchain's lock (`store.lockChain`), which the caller holds.
 * @returns how many were new, and their payments
 */
export const addRecords = (
  transaction: Queryable,
  blockchain: Blockchain,
  records: readonly ChainRecord[],
  at: Date,
): Promise<TakenIn> => takeIn(stageInStatement(transaction), blockchain, Batch.of(records), at, new Numbers());

/** The same with rows staged as the caller wants, and numbers remembered from batch to batch. */
export async function takeIn(
  stage: Stage,
  blockchain: Blockchain,
  batch: Batch,
  at: Date,
  numbers: Numbers,
): Promise<TakenIn> {
  const { notedFrom, undone } = await makeRoom(stage, blockchain, batch, at);
  const undoneFrom = undone?.fromHeight ?? null;
  const digests = batch.digests;
  const known = digests.length === 0 ? new Set<number>() : await store.rememberNew(stage, blockchain, digests);
  const added = digests.length - known.size;
  if (added === 0) {
    await noteForMonitors(stage, blockchain, new Set(undone?.addresses), at);
    return { added: 0, transfers: 0, undoneFrom };
  }
  await resolvePending(stage, blockchain, batch, known, notedFrom);
  const { edges, inBlocks, transfers, latest } = await addUp(stage, blockchain, batch, known, notedFrom, numbers);
  const changed = new Set(undone?.addresses);
  if (edges.size > 0) {
    const before = await store.addEdges(stage, blockchain, edges, inBlocks);
    const sums = new NodeSums(edges, (place) => before.has(place));
    await store.addToNodes(stage, sums);
    for (let place = 0; place < sums.size; place += 1) changed.add(sums.nodeAt(place));
  }
  await noteRecords(stage, blockchain, batch, digests, known, notedFrom);
  const groups = batch.together.flatMap(({ place, owners }) => (known.has(place) ? [] : [owners]));
  const joined = await numbersOf(stage, blockchain, groups, numbers);
  for (const id of await joinClusters(stage, joined, MOST_CHANGED)) changed.add(id);
  for (const id of joined.flat()) changed.add(id);
  await noteForMonitors(stage, blockchain, changed, at);
  let height = -1;
  batch.heights.forEach((one, place) => {
    if (one > height && !known.has(place)) height = one;
  });
  await store.noteChain(stage, blockchain, { transactions: added, height: height < 0 ? null : height, latest }, at);
  if (height >= 0) await blocks.forgetBelow(stage, blockchain, height - UNDOABLE_BLOCKS);
  return { added, transfers, undoneFrom };
}

async function noteForMonitors(
  stage: Stage,
  blockchain: Blockchain,
  changed: ReadonlySet<number>,
  at: Date,
): Promise<void> {
  if (changed.size === 0 || !(await isWatched(stage, blockchain))) return;
  const everything = changed.size > MOST_CHANGED;
  await noteNodes(stage, blockchain, everything ? [] : [...changed], everything, at);
}

/** Adds the payments of records of which it had first to be found what they spend. */
async function resolvePending(
  stage: Stage,
  blockchain: Blockchain,
  batch: Batch,
  known: ReadonlySet<number>,
  notedFrom: number,
): Promise<void> {
  const pending = batch.pending.filter(({ place }) => !known.has(place));
  const records = await resolveCoins(
    stage,
    blockchain,
    pending.map(({ record }) => record),
    notedFrom,
  );
  records.forEach((record, i) => batch.addPayments(pending[i]?.place ?? 0, record));
}

/** Payments by pair of addresses and asset, and apart from that by noted block; their ends numbered. */
async function addUp(
  stage: Stage,
  blockchain: Blockchain,
  batch: Batch,
  known: ReadonlySet<number>,
  notedFrom: number,
  numbers: Numbers,
): Promise<{ edges: EdgeSums; inBlocks: BlockSums; transfers: number; latest: number }> {
  const { recordOf, from, to, asset, units, time, heights } = batch;
  const isFresh = (place: number): boolean => known.size === 0 || !known.has(recordOf[place] ?? -1);
  const unnumbered = new Unnumbered(numbers);
  let [transfers, latest] = [0, 0];
  for (let i = 0; i < recordOf.length; i += 1) {
    if (!isFresh(i)) continue;
    transfers += 1;
    unnumbered.meet(from[i]);
    unnumbered.meet(to[i]);
    latest = Math.max(latest, time[i] ?? 0);
  }
  await unnumbered.number(stage, blockchain);
  const [edges, inBlocks] = [new EdgeSums(), new BlockSums()];
  for (let i = 0; i < recordOf.length; i += 1) {
    if (!isFresh(i)) continue;
    const [payer, payee] = [from[i], to[i]];
    const a = payer && numbers.of(payer);
    const b = payee && numbers.of(payee);
    if (!a || !b) throw new Error('An owner of a transfer has no number');
    const [paid, at] = [units[i] ?? 0, time[i] ?? 0];
    const edge = edges.add(a, b, asset[i] ?? '', paid, at);
    const height = heights[recordOf[i] ?? -1] ?? -1;
    if (height >= 0 && height >= notedFrom) inBlocks.add(edge, height, paid, at);
  }
  return { edges, inBlocks, transfers, latest };
}

/** Owners who have no number yet, by key: the same one may be met as several objects. */
class Unnumbered {
  readonly #numbers: Numbers;
  readonly #owners = new Map<string, Owner[]>();

  constructor(numbers: Numbers) {
    this.#numbers = numbers;
  }

  meet(owner: Owner | undefined): void {
    if (!owner || this.#numbers.of(owner) !== undefined) return;
    const same = this.#owners.get(owner.key);
    if (!same) this.#owners.set(owner.key, [owner]);
    else if (!same.includes(owner)) same.push(owner);
  }

  async number(stage: Stage, blockchain: Blockchain): Promise<void> {
    if (this.#owners.size === 0) return;
    const groups = [...this.#owners.values()];
    const found = await store.numberOwners(
      stage,
      blockchain,
      groups.flatMap(([owner]) => owner ?? []),
    );
    groups.forEach((owners, i) => {
      for (const owner of owners) this.#numbers.set(owner, found[i] ?? 0);
    });
  }
}

/** Groups of owners as groups of their numbers. */
async function numbersOf(
  stage: Stage,
  blockchain: Blockchain,
  groups: readonly (readonly Owner[])[],
  numbers: Numbers,
): Promise<number[][]> {
  const unnumbered = new Unnumbered(numbers);
  for (const owner of groups.flat()) unnumbered.meet(owner);
  await unnumbered.number(stage, blockchain);
  return groups.map((owners) => owners.flatMap((owner) => numbers.of(owner) ?? []));
}

async function noteRecords(
  stage: Stage,
  blockchain: Blockchain,
  { heights }: Batch,
  digests: readonly string[],
  known: ReadonlySet<number>,
  notedFrom: number,
): Promise<void> {
  const byHeight = new Map<number, string[]>();
  heights.forEach((height, place) => {
    if (height < 0 || height < notedFrom || known.has(place)) return;
    const noted = byHeight.get(height);
    if (noted) noted.push(digests[place] ?? '');
    else byHeight.set(height, [digests[place] ?? '']);
  });
  await blocks.noteRecords(
    stage,
    blockchain,
    [...byHeight].map(([height, noted]) => ({ height, digests: Buffer.from(noted.join(''), 'latin1') })),
  );
}
