import type { Expander, Expansion } from './expand.ts';
import { ROLE, tokenWeight, type NameReading, type Role } from './roles.ts';
import type { Segment } from './segment.ts';
import { makeToken, type Token } from './token.ts';

/** Scratch space for counting, one per index and thread. */
export class Counters {
  readonly sums: Uint16Array;
  readonly lastSlot: Uint8Array;
  /** Tokens of the query found in a reading. */
  readonly hits: Uint8Array;
  touched: Uint32Array = new Uint32Array(4096);
  count = 0;

  constructor(readings: number) {
    this.sums = new Uint16Array(readings);
    this.lastSlot = new Uint8Array(readings);
    this.hits = new Uint8Array(readings);
  }

  reset(): void {
    for (let i = 0; i < this.count; i++) {
      const reading = this.touched[i] ?? 0;
      this.sums[reading] = 0;
      this.lastSlot[reading] = 0;
      this.hits[reading] = 0;
    }
    this.count = 0;
  }

  push(reading: number): void {
    if (this.count === this.touched.length) {
      const next = new Uint32Array(this.touched.length * 2);
      next.set(this.touched);
      this.touched = next;
    }
    this.touched[this.count++] = reading;
  }
}

interface Slot {
  expansions: Expansion[];
  weight: number;
  postings: number;
}

const SCALE = 1024;

function slotsOf(reading: NameReading, expander: Expander, person: boolean): Slot[] {
  const slots: Slot[] = [];
  const owner: number[] = [];
  for (let i = 0; i < reading.tokens.length; i++) {
    const token = reading.tokens[i] as Token;
    const role = reading.roles[i] as Role;
    owner.push(-1);
    if (role === ROLE.INITIAL || role === ROLE.LEGAL || role === ROLE.GENERATION) continue;
    const expansion = expander.expand(token, person);
    owner[i] = slots.length;
    slots.push({ expansions: [expansion], weight: tokenWeight(token, role, person), postings: expansion.postings });
  }
  // Neighbours written as one word stand for both of them.
  for (let i = 0; i + 1 < reading.tokens.length; i++) {
    const first = reading.tokens[i] as Token;
    const second = reading.tokens[i + 1] as Token;
    if (first.fidelity !== second.fidelity || first.text.charCodeAt(0) < 97 || second.text.charCodeAt(0) < 97) continue;
    let text = first.text + second.text;
    if (text.length > 30 || text.length < 4) continue;
    joinSlots(slots, [owner[i], owner[i + 1]], expander.expand(makeToken(text, first.fidelity), person, true));
    const third = reading.tokens[i + 2];
    if (third === undefined || third.fidelity !== first.fidelity || third.text.charCodeAt(0) < 97) continue;
    text += third.text;
    if (text.length <= 30)
      joinSlots(
        slots,
        [owner[i], owner[i + 1], owner[i + 2]],
        expander.expand(makeToken(text, first.fidelity), person, true),
      );
  }
  return slots;
}

function joinSlots(slots: Slot[], owners: readonly (number | undefined)[], expansion: Expansion): void {
  if (expansion.ids.length === 0) return;
  for (const owner of owners) {
    const slot = owner === undefined || owner < 0 ? undefined : slots[owner];
    if (slot === undefined) continue;
    slot.expansions.push(expansion);
    slot.postings += expansion.postings;
  }
}

/** What a look-up has to say about the query. */
export interface Search {
  /** Weight of all its tokens. */
  total: number;
  /** Tokens that a match agrees in at least. */
  leastHits: number;
}

export interface Candidate {
  reading: number;
  /** Rough score, 0 to 1, from the tokens found. */
  estimate: number;
}

/**
 * Readings that could reach the threshold, with a rough score. Only the rarest tokens that a match must contain are
 * walked in full; the frequent ones only add to readings already found.
 * @param requireTwo a match must agree in two tokens where the query has two or more
 */
export function findCandidates(
  segment: Segment,
  expander: Expander,
  counters: Counters,
  query: NameReading,
  person: boolean,
  requireTwo: boolean,
): Search {
  const slots = slotsOf(query, expander, person);
  let total = 0;
  let strong = 0;
  for (const slot of slots) {
    total += slot.weight;
    if (slot.weight >= STRONG) strong++;
  }
  if (total === 0) return { total: 0, leastHits: 0 };
  const order = slots
    .map((_, index) => index)
    .sort((a, b) => (slots[a]?.postings ?? 0) - (slots[b]?.postings ?? 0) || a - b);
  let seedWeight = 0;
  let strongSeeds = 0;
  let seeding = true;
  for (let rank = 0; rank < order.length; rank++) {
    const index = order[rank] ?? 0;
    const slot = slots[index];
    if (slot === undefined) continue;
    const isStrong = slot.weight >= STRONG;
    // Particles never seed while there is something better.
    const seeds = seeding && (isStrong || strong === 0);
    count(segment, counters, slot, index + 1, seeds);
    if (!seeds) continue;
    seedWeight += slot.weight;
    strongSeeds++;
    if (requireTwo && strong >= 2 && strongSeeds >= strong - 1) seeding = false;
    if (requireTwo && seedWeight > total * SEED_SHARE) seeding = false;
  }
  return { total, leastHits: requireTwo && strong >= 2 ? 2 : 1 };
}

/** Slots of less weight are particles and titles. */
const STRONG = 0.3;
/** A match holds at least the rest of the query's weight, so it holds one of the seeds. */
const SEED_SHARE = 0.6;

function count(segment: Segment, counters: Counters, slot: Slot, mark: number, seeds: boolean): void {
  const { postingStart, postings } = segment.arrays;
  const { sums, lastSlot, hits } = counters;
  const counts = slot.weight >= STRONG;
  for (const expansion of slot.expansions) {
    for (let k = 0; k < expansion.ids.length; k++) {
      const id = expansion.ids[k] ?? 0;
      const gain = Math.round(slot.weight * (expansion.scores[k] ?? 0) * SCALE);
      const end = postingStart[id + 1] ?? 0;
      for (let at = postingStart[id] ?? 0; at < end; at++) {
        const reading = postings[at] as number;
        const sum = sums[reading] as number;
        if (sum === 0) {
          if (!seeds) continue;
          counters.push(reading);
        } else if (lastSlot[reading] === mark) continue;
        sums[reading] = sum + gain;
        lastSlot[reading] = mark;
        if (counts) hits[reading] = (hits[reading] as number) + 1;
      }
    }
  }
}

/** The best of what was counted, best first; `adjust` may raise or lower an estimate by what else is known of the entity. */
export function bestCandidates(
  segment: Segment,
  counters: Counters,
  search: Search,
  floor: number,
  most: number,
  adjust: (entity: number) => number,
): Candidate[] {
  const { readingStart, readingEntity } = segment.arrays;
  const scaled = search.total * SCALE;
  const histogram = new Uint32Array(BINS + 1);
  const passing: number[] = [];
  const estimates: number[] = [];
  for (let i = 0; i < counters.count; i++) {
    const reading = counters.touched[i] ?? 0;
    const sum = counters.sums[reading] ?? 0;
    const tokens = (readingStart[reading + 1] ?? 0) - (readingStart[reading] ?? 0);
    const hits = counters.hits[reading] ?? 0;
    if (hits < search.leastHits && tokens > 1) continue;
    const rest = Math.max(0, scaled - sum);
    const extra = Math.max(0, tokens - hits) * 0.75 * SCALE;
    const against = Math.min(rest, extra);
    let estimate = sum / (sum + against + (rest - against) * 0.2 + (extra - against) * 0.1);
    if (estimate < floor) continue;
    estimate += adjust(readingEntity[reading] ?? 0);
    passing.push(reading);
    estimates.push(estimate);
    const bin = Math.max(0, Math.min(BINS, Math.round(estimate * (BINS / 1.25))));
    histogram[bin] = (histogram[bin] ?? 0) + 1;
  }
  let cut = 0;
  if (passing.length > most) {
    let kept = 0;
    for (cut = BINS; cut > 0; cut--) {
      kept += histogram[cut] ?? 0;
      if (kept >= most) break;
    }
  }
  const out: Candidate[] = [];
  for (let i = 0; i < passing.length; i++) {
    const estimate = estimates[i] ?? 0;
    if (cut > 0 && Math.round(estimate * (BINS / 1.25)) < cut) continue;
    out.push({ reading: passing[i] ?? 0, estimate });
  }
  return out.sort((a, b) => b.estimate - a.estimate || a.reading - b.reading);
}

const BINS = 256;
