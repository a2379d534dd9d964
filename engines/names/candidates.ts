import { expandedHits, expandedScore, expandedToken, type Expander, type Expansion } from './expand.ts';
import { ROLE, tokenWeight, type NameReading, type Role } from './roles.ts';
import type { Segment } from './segment.ts';
import { makeToken, type Token } from './token.ts';

/**
 * Scratch space for counting, one per index and thread. A cell holds the weight found in a reading (16 bits), the tokens
 * of the query found in it (8 bits) and the last token counted (8 bits): one memory access for each posting.
 */
export class Counters {
  readonly cells: Uint32Array;
  touched: Uint32Array = new Uint32Array(4096);
  /** Readings that pass, and their estimates: as long as `touched`. */
  passing: Uint32Array = new Uint32Array(4096);
  estimates: Float32Array = new Float32Array(4096);
  count = 0;

  constructor(readings: number) {
    this.cells = new Uint32Array(readings);
  }

  reset(): void {
    for (let i = 0; i < this.count; i++) this.cells[this.touched[i] as number] = 0;
    this.count = 0;
    // One hostile or very frequent query must not keep the memory.
    if (this.touched.length > 1 << 20) {
      this.touched = new Uint32Array(4096);
      this.passing = new Uint32Array(4096);
      this.estimates = new Float32Array(4096);
    }
  }

  push(reading: number): void {
    if (this.count === this.touched.length) {
      const next = new Uint32Array(this.touched.length * 2);
      next.set(this.touched);
      this.touched = next;
      this.passing = new Uint32Array(next.length);
      this.estimates = new Float32Array(next.length);
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
  if (expansion.packed.length === 0) return;
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
  /** A match agrees in two names, or is of one name only. */
  requireTwo: boolean;
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
  if (total === 0) return { total: 0, requireTwo };
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
  return { total, requireTwo: requireTwo && !(strong === 1 && query.roles.includes(ROLE.INITIAL)) };
}

/** Slots of less weight are particles and titles. */
const STRONG = 0.3;
/** A match holds at least the rest of the query's weight, so it holds one of the seeds. */
const SEED_SHARE = 0.6;

function count(segment: Segment, counters: Counters, slot: Slot, mark: number, seeds: boolean): void {
  const { postingStart, postings } = segment.arrays;
  const { cells } = counters;
  const hit = slot.weight >= STRONG ? 1 << 16 : 0;
  for (const expansion of slot.expansions) {
    for (const packed of expansion.packed) {
      const id = expandedToken(packed);
      const gain = Math.round(slot.weight * expandedScore(packed) * SCALE) + hit * expandedHits(packed);
      const end = postingStart[id + 1] as number;
      for (let at = postingStart[id] as number; at < end; at++) {
        const reading = postings[at] as number;
        const cell = cells[reading] as number;
        if (cell === 0) {
          if (!seeds) continue;
          counters.push(reading);
        } else if (cell >>> 24 === mark) continue;
        cells[reading] = ((cell & 0xffffff) + gain) | (mark << 24);
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
  const { readingNames, readingEntity } = segment.arrays;
  const scaled = search.total * SCALE;
  const histogram = HISTOGRAM.fill(0);
  const { passing, estimates } = counters;
  let passed = 0;
  for (let i = 0; i < counters.count; i++) {
    const reading = counters.touched[i] as number;
    const cell = counters.cells[reading] as number;
    const hits = (cell >>> 16) & 255;
    const tokens = readingNames[reading] as number;
    if (hits < 2 && tokens > 1 && search.requireTwo) continue;
    const sum = cell & 0xffff;
    const rest = Math.max(0, scaled - sum);
    const extra = Math.max(0, tokens - hits) * 0.75 * SCALE;
    const against = Math.min(rest, extra);
    let estimate = sum / (sum + against + (rest - against) * 0.2 + (extra - against) * 0.1);
    if (estimate < floor) continue;
    estimate += adjust(readingEntity[reading] ?? 0);
    passing[passed] = reading;
    estimates[passed++] = estimate;
    const bin = Math.max(0, Math.min(BINS, Math.round(estimate * (BINS / 1.25))));
    histogram[bin] = (histogram[bin] ?? 0) + 1;
  }
  let cut = 0;
  if (passed > most) {
    let kept = 0;
    for (cut = BINS; cut > 0; cut--) {
      kept += histogram[cut] ?? 0;
      if (kept >= most) break;
    }
  }
  const out: Candidate[] = [];
  for (let i = 0; i < passed; i++) {
    const estimate = estimates[i] ?? 0;
    if (cut > 0 && Math.round(estimate * (BINS / 1.25)) < cut) continue;
    out.push({ reading: passing[i] ?? 0, estimate });
  }
  // Many may share one estimate; the search is bounded all the same.
  return out.sort((a, b) => b.estimate - a.estimate || a.reading - b.reading).slice(0, most);
}

const BINS = 256;
const HISTOGRAM = new Uint32Array(BINS + 1);
