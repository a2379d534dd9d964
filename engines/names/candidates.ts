import { HIT, PART, WEIGHT, type Counters } from './counters.ts';
import { expandedScore, expandedToken, isPart, NO_PLACE, type Expander } from './expand.ts';
import type { Expansion } from './expansion-cache.ts';
import { ROLE, tokenWeight, type NameReading, type Role } from './roles.ts';
import { POSTING, type Segment } from './segment.ts';
import { joinTokens, makeToken, type Token } from './token.ts';

/** A token of the query that a match may hold. */
interface Slot {
  token: Token;
  weight: number;
  /** Readings that hold the token as it is. */
  exact: number;
  /** Tokens that it and its neighbours may be together. */
  joined: Expansion[];
}

const SCALE = 1024;
/** Letters of neighbours that may be written as one. */
const LONGEST_JOINED = 30;

function slotsOf(reading: NameReading, expander: Expander, person: boolean): Slot[] {
  const slots: Slot[] = [];
  const owner: number[] = [];
  for (let i = 0; i < reading.tokens.length; i++) {
    const token = reading.tokens[i] as Token;
    const role = reading.roles[i] as Role;
    owner.push(-1);
    if (role === ROLE.INITIAL || role === ROLE.LEGAL || role === ROLE.GENERATION) continue;
    owner[i] = slots.length;
    const weight = tokenWeight(token, role, person);
    slots.push({ token, weight, exact: expander.exactPostings(token), joined: [] });
  }
  // Neighbours written as one word stand for both of them.
  for (let i = 0; i + 1 < reading.tokens.length; i++) {
    const first = reading.tokens[i] as Token;
    const second = reading.tokens[i + 1] as Token;
    if (first.fidelity !== second.fidelity || first.text.charCodeAt(0) < 97 || second.text.charCodeAt(0) < 97) continue;
    const length = first.text.length + second.text.length;
    if (length > LONGEST_JOINED || length < 4) continue;
    const both = joinTokens(first, second);
    joinSlots(slots, [owner[i], owner[i + 1]], expander.expand(both, person, true));
    const third = reading.tokens[i + 2];
    if (third === undefined || third.fidelity !== first.fidelity || third.text.charCodeAt(0) < 97) continue;
    if (length + third.text.length <= LONGEST_JOINED)
      joinSlots(slots, [owner[i], owner[i + 1], owner[i + 2]], expander.expand(joinTokens(both, third), person, true));
  }
  return slots;
}

function joinSlots(slots: Slot[], owners: readonly (number | undefined)[], expansion: Expansion): void {
  if (expansion.start === expansion.end) return;
  for (const owner of owners) {
    if (owner !== undefined && owner >= 0) slots[owner]?.joined.push(expansion);
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
 * expanded and walked in full; the frequent ones only add to readings already found.
 * @param floor least estimate of a reading that counts
 * @param requireTwo a match must agree in two tokens where the query has two or more
 * @param admitted which readings count at all, by `admissionCode`
 */
export function findCandidates(
  segment: Segment,
  expander: Expander,
  counters: Counters,
  query: NameReading,
  person: boolean,
  floor: number,
  requireTwo: boolean,
  admitted: Uint8Array,
): Search {
  const slots = slotsOf(query, expander, person);
  let total = 0;
  let strong = 0;
  for (const slot of slots) {
    total += slot.weight;
    if (slot.weight >= STRONG) strong++;
  }
  if (total === 0) return { total: 0, requireTwo };
  // Every match holds one of the seeds: those that hold none of them hold too little of the query.
  const needed = total * (requireTwo ? SEED_SHARE : 1 - (0.2 * floor) / (1 - 0.8 * floor));
  slots.sort((a, b) => a.exact - b.exact || b.token.text.length - a.token.text.length);
  let seedWeight = 0;
  let seeds = 0;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] as Slot;
    // Particles never seed while there is something better.
    const enough = seedWeight > needed || (requireTwo && strong >= 2 && seeds >= strong - 1);
    if (enough || (slot.weight < STRONG && strong > 0)) continue;
    seedWeight += slot.weight;
    seeds++;
    walk(segment, counters, slot, expander.expand(slot.token, person), at + 1, admitted);
    for (const expansion of slot.joined) walk(segment, counters, slot, expansion, at + 1, admitted);
    slots[at] = NO_SLOT;
  }
  for (let at = 0; at < slots.length && counters.count > 0; at++) {
    const slot = slots[at] as Slot;
    if (slot === NO_SLOT) continue;
    if (counters.count > MOST_COMPARED) {
      const expansion = expander.expand(slot.token, person);
      if (expansion.postings > counters.count * POSTINGS_A_READING)
        look(segment, counters, slot, expander, expansion, at + 1);
      else walk(segment, counters, slot, expansion, at + 1, null);
    } else compare(segment, counters, slot, expander, person, at + 1);
    for (const expansion of slot.joined) walk(segment, counters, slot, expansion, at + 1, null);
  }
  return { total, requireTwo: requireTwo && !(strong === 1 && query.roles.includes(ROLE.INITIAL)) };
}

/** Slots of less weight are particles and titles. */
const STRONG = 0.3;
/** Share of a query's weight that its seeds hold where a match holds two tokens and the rest of the weight. */
const SEED_SHARE = 0.6;
/** Up to so many readings, their tokens are compared one by one; it is cheaper than expanding. */
const MOST_COMPARED = 600;
/** Looking through the tokens of a reading takes as long as walking so many postings. */
const POSTINGS_A_READING = 4;
const NO_SLOT: Slot = { token: makeToken('', 'a'), weight: 0, exact: 0, joined: [] };

function lossOf(slot: Slot, packed: number): number {
  return Math.round(slot.weight * (1 - expandedScore(packed)) * SCALE);
}

function gainOf(slot: Slot, packed: number): number {
  const hits = isPart(packed) ? PART : slot.weight >= STRONG ? HIT : 0;
  return Math.round(slot.weight * expandedScore(packed) * SCALE) + hits;
}

/** Counts the readings that hold a token of an expansion; only readings found before, unless these are seeds and it is said who counts. */
function walk(
  segment: Segment,
  counters: Counters,
  slot: Slot,
  expansion: Expansion,
  mark: number,
  admitted: Uint8Array | null,
): void {
  const { postingStart, postings } = segment.arrays;
  for (let i = expansion.start; i < expansion.end; i++) {
    const packed = expansion.data[i] as number;
    const id = expandedToken(packed);
    const gain = gainOf(slot, packed);
    const loss = lossOf(slot, packed);
    const end = postingStart[id + 1] as number;
    for (let at = postingStart[id] as number; at < end; at++) {
      const posting = postings[at] as number;
      if (admitted !== null && admitted[posting >>> POSTING.CODE_SHIFT] === 0) continue;
      const reading = (posting >>> POSTING.READING_SHIFT) & POSTING.READING;
      if (counters.has(reading)) counters.addTo(reading, gain, loss, mark);
      else if (admitted !== null) counters.add(reading, gain, loss, mark, (posting & POSTING.SINGLE) !== 0);
    }
  }
}

/** The same for readings found before, from the other end: where the tokens of each stand in the expansion. */
function look(
  segment: Segment,
  counters: Counters,
  slot: Slot,
  expander: Expander,
  expansion: Expansion,
  mark: number,
): void {
  const { readingStart, readingTokens } = segment.arrays;
  const { readings } = counters;
  expander.lookIn(expansion);
  for (let i = 0; i < counters.count; i++) {
    const reading = readings[i] as number;
    const end = readingStart[reading + 1] as number;
    let first = NO_PLACE;
    for (let at = readingStart[reading] as number; at < end; at++)
      first = Math.min(first, expander.place(readingTokens[at] as number));
    if (first === NO_PLACE) continue;
    const packed = expansion.data[expansion.start + first] as number;
    counters.more(i, gainOf(slot, packed), lossOf(slot, packed), mark);
  }
}

/** The same for readings found before, by comparing their tokens with the one asked for. */
function compare(
  segment: Segment,
  counters: Counters,
  slot: Slot,
  expander: Expander,
  person: boolean,
  mark: number,
): void {
  const { readingStart, readingTokens } = segment.arrays;
  const { readings } = counters;
  expander.compareWith(slot.token, person);
  for (let i = 0; i < counters.count; i++) {
    const reading = readings[i] as number;
    const end = readingStart[reading + 1] as number;
    let best = 0;
    for (let at = readingStart[reading] as number; at < end; at++) {
      const packed = expander.likeness(readingTokens[at] as number);
      if ((packed & 255) > (best & 255)) best = packed;
    }
    if (best === 0) continue;
    counters.more(i, gainOf(slot, best), lossOf(slot, best), mark);
  }
}

/** The best of what was counted, best first; `adjust` may raise or lower an estimate by what else is known of the entity. */
export function bestCandidates(
  segment: Segment,
  counters: Counters,
  query: NameReading,
  search: Search,
  floor: number,
  most: number,
  adjust: (entity: number) => number,
): Candidate[] {
  const { readingNames, readingEntity } = segment.arrays;
  const scaled = search.total * SCALE;
  const histogram = HISTOGRAM.fill(0);
  const { passing, estimates, readings } = counters;
  // Those that pass are written over those looked at before.
  const until = search.requireTwo ? counters.likely : counters.count;
  let passed = 0;
  for (let i = 0; i < until; i++) {
    const place = search.requireTwo ? (passing[i] as number) : i;
    const reading = readings[place] as number;
    const cell = counters.cells[place] as number;
    const sum = cell & WEIGHT;
    const rest = Math.max(0, scaled - sum);
    // What holds too little of the query is told without looking at the reading.
    if (sum / (sum + rest * 0.2) < floor) continue;
    const tokens = readingNames[reading] as number;
    let hits = (cell >>> 16) & 31;
    const parts = (cell >>> 21) & 7;
    if (parts > 0) {
      // Whether parts make a whole is found out only where it could help.
      const most = hits + 2 * parts;
      if (most < 2 && tokens > 1 && search.requireTwo) continue;
      if (estimateOf(sum, rest, Math.max(0, tokens - most) * 0.75 * SCALE) < floor) continue;
      if (joinsTo(segment, reading, query)) hits = most;
    }
    if (hits < 2 && tokens > 1 && search.requireTwo) continue;
    const extra = Math.max(0, tokens - hits) * 0.75 * SCALE;
    let estimate = estimateOf(sum, rest, extra);
    if (estimate < floor) continue;
    // What is found but unlike counts in full in the alignment; the bound leaves room for what it may pair otherwise.
    const loss = Math.min(rest, counters.losses[place] as number);
    const open = Math.min(rest - loss, extra);
    const least = sum / (sum + loss + open + (rest - loss - open) * 0.2 + (extra - open) * 0.1);
    if (least < floor * LENIENCE) continue;
    estimate += adjust(readingEntity[reading] ?? 0);
    passing[passed] = place;
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
    out.push({ reading: readings[passing[i] ?? 0] ?? 0, estimate });
  }
  // Many may share one estimate; the search is bounded all the same.
  return out.sort((a, b) => b.estimate - a.estimate || a.reading - b.reading).slice(0, most);
}

/** Weight found, against the weight of the query that is not found and of the names of the reading that are not asked for. */
function estimateOf(sum: number, rest: number, extra: number): number {
  const against = Math.min(rest, extra);
  return sum / (sum + against + (rest - against) * 0.2 + (extra - against) * 0.1);
}

/** Share of the least estimate that the strict one must reach. */
const LENIENCE = 0.96;

/** Whether two or three neighbours of a reading, written as one, could be a token of the query: by length and first letter. */
function joinsTo(segment: Segment, reading: number, query: NameReading): boolean {
  const { readingStart, readingTokens, tokenBytes, tokenStart } = segment.arrays;
  const from = readingStart[reading] as number;
  const to = readingStart[reading + 1] as number;
  const lengthOf = (at: number): number => {
    const id = readingTokens[at] as number;
    return (tokenStart[id + 1] as number) - (tokenStart[id] as number) - 1;
  };
  const firstOf = (at: number): number => tokenBytes[(tokenStart[readingTokens[at] as number] as number) + 1] as number;
  for (const { text, fidelity } of query.tokens) {
    if (text.length < 4) continue;
    const first = text.charCodeAt(0);
    const slack = fidelity === 'a' ? 2 : 6;
    // Neighbours go round: the family name may have been written last, or first.
    const count = to - from;
    for (let i = 0; i < (count > 2 ? count : count - 1); i++) {
      const [at, second, third] = [from + i, from + ((i + 1) % count), from + ((i + 2) % count)] as const;
      if (fidelity === 'a' && firstOf(at) !== first && firstOf(second) !== first) continue;
      const two = lengthOf(at) + lengthOf(second);
      if (Math.abs(two - text.length) <= slack) return true;
      if (count > 2 && Math.abs(two + lengthOf(third) - text.length) <= slack) return true;
    }
  }
  return false;
}

const BINS = 256;
const HISTOGRAM = new Uint32Array(BINS + 1);
