import { hash } from 'node:crypto';
import type { Blockchain } from '../../../engines/wallets/index.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { makeRoom, UNDOABLE_BLOCKS } from './blocks.ts';
import { joinClusters } from './clusters.ts';
import { resolveCoins } from './resolve.ts';
import { isWatched, noteNodes } from '../watch/store.ts';
import * as blocks from './store/blocks.ts';
import * as store from './store/chain.ts';
import { type EdgeSum, type Stage, stageInStatement } from './store/stage.ts';
import type { ChainRecord, ChainTransfer, Owner } from './transfer.ts';

export interface TakenIn {
  /** Records that were not known. */
  added: number;
  transfers: number;
  /** From which height on blocks were given up for others, where some were. */
  undoneFrom: number | null;
}

/** The numbers of owners in the database, as far as an import has met them. */
export type Numbers = WeakMap<Owner, number>;

/**
 * Takes in the records that are new, under the blockchain's lock (`store.lockChain`), which the caller holds.
 * @returns how many were new, and their payments
 */
export const addRecords = (
  transaction: Queryable,
  blockchain: Blockchain,
  batch: readonly ChainRecord[],
  at: Date,
): Promise<TakenIn> => takeIn(stageInStatement(transaction), blockchain, batch, at, new WeakMap());

/** The same with rows staged as the caller wants, and numbers remembered from batch to batch. */
export async function takeIn(
  stage: Stage,
  blockchain: Blockchain,
  batch: readonly ChainRecord[],
  at: Date,
  numbers: Numbers,
): Promise<TakenIn> {
  const { notedFrom, undone } = await makeRoom(stage, blockchain, batch, at);
  const undoneFrom = undone?.fromHeight ?? null;
  const byDigest = new Map<string, ChainRecord>();
  for (const record of batch) byDigest.set(digestOf(record), record);
  const given = [...byDigest.values()];
  const digests = [...byDigest.keys()];
  const known = given.length === 0 ? new Set<number>() : await store.rememberNew(stage, blockchain, digests);
  const unread = given.filter((_, i) => !known.has(i));
  const added = await resolveCoins(stage, blockchain, unread, notedFrom);
  if (added.length === 0) {
    await noteForMonitors(stage, blockchain, new Set(undone?.addresses), at);
    return { added: 0, transfers: 0, undoneFrom };
  }

  const { sums, transfers, latest, height } = await addUp(stage, blockchain, added, notedFrom, numbers);
  if (sums.length > 0) await store.addEdges(stage, blockchain, sums);
  await noteRecords(
    stage,
    blockchain,
    given.flatMap((record, i) => (known.has(i) ? [] : [{ record, digest: digests[i] ?? '' }])),
    notedFrom,
  );
  const changed = new Set([...(undone?.addresses ?? []), ...sums.flatMap(({ from, to }) => [from, to])]);
  const groups = added.flatMap(({ together }) => (together.length > 1 ? [together] : []));
  const joined = await numbersOf(stage, blockchain, groups, numbers);
  for (const id of await joinClusters(stage, joined)) changed.add(id);
  for (const id of joined.flat()) changed.add(id);
  await noteForMonitors(stage, blockchain, changed, at);
  await store.noteChain(stage, blockchain, { transactions: added.length, height, latest }, at);
  if (height !== null) await blocks.forgetBelow(stage, blockchain, height - UNDOABLE_BLOCKS);
  return { added: added.length, transfers, undoneFrom };
}

/** With more changed addresses than this in one part, all monitors of the blockchain are looked at. */
const MOST_CHANGED = 20_000;

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

const isPayment = ({ from, to, units }: ChainTransfer): boolean => from.key !== to.key && units > 0n;

/** Payments by pair of addresses, asset and noted block; their ends numbered. */
async function addUp(
  stage: Stage,
  blockchain: Blockchain,
  records: readonly ChainRecord[],
  notedFrom: number,
  numbers: Numbers,
): Promise<{ sums: EdgeSum[]; transfers: number; latest: number; height: number | null }> {
  const unnumbered = new Map<string, Owner[]>();
  const meet = (owner: Owner): void => {
    if (numbers.has(owner)) return;
    const same = unnumbered.get(owner.key);
    if (!same) unnumbered.set(owner.key, [owner]);
    else if (!same.includes(owner)) same.push(owner);
  };
  let [transfers, latest, top] = [0, 0, -1];
  for (const record of records) {
    if (record.height !== null && record.height > top) top = record.height;
    for (const transfer of record.transfers) {
      if (!isPayment(transfer)) continue;
      transfers += 1;
      meet(transfer.from);
      meet(transfer.to);
      if (transfer.time > latest) latest = transfer.time;
    }
  }
  await numberThem(stage, blockchain, unnumbered, numbers);
  const sums = new Map<string, EdgeSum>();
  for (const record of records) {
    const height = record.height !== null && record.height >= notedFrom ? record.height : null;
    for (const transfer of record.transfers) {
      if (isPayment(transfer)) addTo(sums, transfer, height, numbers);
    }
  }
  return { sums: [...sums.values()], transfers, latest, height: top < 0 ? null : top };
}

async function numberThem(
  stage: Stage,
  blockchain: Blockchain,
  unnumbered: ReadonlyMap<string, readonly Owner[]>,
  numbers: Numbers,
): Promise<void> {
  if (unnumbered.size === 0) return;
  const groups = [...unnumbered.values()];
  const found = await store.numberOwners(
    stage,
    blockchain,
    groups.flatMap(([owner]) => owner ?? []),
  );
  groups.forEach((owners, i) => {
    for (const owner of owners) numbers.set(owner, found[i] ?? 0);
  });
}

function addTo(sums: Map<string, EdgeSum>, transfer: ChainTransfer, height: number | null, numbers: Numbers): void {
  const [from, to] = [numbers.get(transfer.from), numbers.get(transfer.to)];
  if (!from || !to) throw new Error('An owner of a transfer has no number');
  const { asset, units, time } = transfer;
  const key = `${from} ${to} ${height ?? ''} ${asset}`;
  const known = sums.get(key);
  if (!known) {
    sums.set(key, { from, to, asset, units, payments: 1, first: time, last: time, height });
    return;
  }
  known.units += units;
  known.payments += 1;
  if (time > 0) known.first = known.first === 0 ? time : Math.min(known.first, time);
  known.last = Math.max(known.last, time);
}

/** Groups of owners as groups of their numbers. */
async function numbersOf(
  stage: Stage,
  blockchain: Blockchain,
  groups: readonly (readonly Owner[])[],
  numbers: Numbers,
): Promise<number[][]> {
  const unnumbered = new Map<string, Owner[]>();
  for (const owner of groups.flat()) if (!numbers.has(owner)) unnumbered.set(owner.key, [owner]);
  await numberThem(stage, blockchain, unnumbered, numbers);
  return groups.map((owners) => owners.flatMap((owner) => numbers.get(owner) ?? []));
}

async function noteRecords(
  stage: Stage,
  blockchain: Blockchain,
  fresh: readonly { record: ChainRecord; digest: string }[],
  notedFrom: number,
): Promise<void> {
  const byHeight = new Map<number, string[]>();
  for (const { record, digest } of fresh) {
    if (record.height === null || record.height < notedFrom) continue;
    const digests = byHeight.get(record.height);
    if (digests) digests.push(digest);
    else byHeight.set(record.height, [digest]);
  }
  await blocks.noteRecords(
    stage,
    blockchain,
    [...byHeight].map(([height, digests]) => ({ height, digests: Buffer.from(digests.join(''), 'latin1') })),
  );
}

/** The digest under which a record is remembered: 20 bytes, as a text of as many characters. */
const digestOf = ({ identity }: ChainRecord): string => hash('sha256', identity, 'binary').slice(0, 20);
