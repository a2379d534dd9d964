import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Queryable } from '../database/sql.ts';
import {
  appendChain,
  type ChainedEntry,
  countOutsideChain,
  lastLink,
  lockChain,
  readChain,
  takeUnsealed,
} from './store.ts';

const GENESIS = Buffer.alloc(32);
const BATCH = 500;

/**
 * Entries are written in the transactions that they tell of, in parallel; about once a second one process seals
 * those that are new into the chain: hash = SHA-256(previous hash ‖ canonical entry). Changing, removing or
 * inserting a sealed entry breaks every hash after it.
 * @returns how many were sealed now
 */
export async function sealAuditEntries(db: Database, now: Date): Promise<number> {
  return db.transaction(async (transaction) => {
    if (!(await lockChain(transaction))) return 0;
    const entries = await takeUnsealed(transaction, BATCH);
    if (entries.length === 0) return 0;
    const last = await lastLink(transaction);
    let seq = last?.seq ?? 0;
    let previousHash: Buffer = last?.hash ?? GENESIS;
    const links = entries.map((entry) => {
      seq += 1;
      const link = { seq, entryId: entry.id, previousHash, hash: linkHash(previousHash, seq, entry) };
      previousHash = link.hash;
      return link;
    });
    await appendChain(transaction, links, now);
    return links.length;
  });
}

/** Seals until nothing new is left, at most `batches` times in a row: a busy service must not fall behind. */
export async function sealAllAuditEntries(db: Database, now: Date, batches = 40): Promise<number> {
  let total = 0;
  for (let done = 0; done < batches; done += 1) {
    const sealed = await sealAuditEntries(db, now);
    total += sealed;
    if (sealed < BATCH) break;
  }
  return total;
}

export interface ChainReport {
  valid: boolean;
  sealed: number;
  /** Entries of the last moments that no link covers yet. */
  unsealed: number;
  head: string | null;
  /** The first link that does not hold, and why. */
  fault: { seq: number; entryId: string; reason: string } | null;
}

/**
 * Recomputes the whole chain, in order, at constant memory.
 * @param knownHead the hash of a link that was last once, kept outside: it must still be in the chain, so that nothing
 * was cut off the end or written anew
 */
export async function verifyAuditChain(db: Queryable, knownHead?: Buffer): Promise<ChainReport> {
  let previous: Buffer = GENESIS;
  let sealed = 0;
  let fault: ChainReport['fault'] = null;
  let headFound = knownHead === undefined;
  for (;;) {
    const links = await readChain(db, sealed, BATCH);
    for (const link of links) {
      sealed += 1;
      const reason = faultOf(link, sealed, previous);
      if (reason !== null && fault === null) fault = { seq: link.seq, entryId: link.entryId, reason };
      previous = link.hash;
      headFound ||= knownHead?.equals(link.hash) === true;
    }
    if (fault !== null || links.length < BATCH) break;
  }
  if (fault === null && !headFound) fault = { seq: sealed, entryId: '', reason: 'no link has the hash kept outside' };
  const { waiting, slipped } = await countOutsideChain(db);
  if (slipped > 0 && fault === null)
    fault = { seq: 0, entryId: '', reason: `${slipped} entries were added past the chain` };
  return {
    valid: fault === null,
    sealed,
    unsealed: waiting,
    head: sealed > 0 ? previous.toString('hex') : null,
    fault,
  };
}

function faultOf(
  link: Awaited<ReturnType<typeof readChain>>[number],
  expectedSeq: number,
  previous: Buffer,
): string | null {
  if (link.seq !== expectedSeq) return `link ${expectedSeq} is missing`;
  if (!link.previousHash.equals(previous)) return 'the previous hash does not match';
  if (link.entry === null) return 'the entry is missing';
  if (!link.hash.equals(linkHash(previous, link.seq, link.entry))) return 'the entry was changed';
  return null;
}

/** Canonical form: members in a fixed order, details with sorted names. */
function linkHash(previous: Buffer, seq: number, entry: ChainedEntry): Buffer {
  const canonical = JSON.stringify([
    seq,
    entry.id,
    entry.organizationId,
    entry.environment,
    entry.occurredAt.toISOString(),
    entry.actorType,
    entry.actorId,
    entry.action,
    entry.resourceId,
    entry.requestId,
    sortMembers(entry.details),
  ]);
  return createHash('sha256').update(previous).update(canonical).digest();
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sortMembers(member)]),
  );
}
