import { severity } from './severity.ts';
import type { Finding, Offence, Severity } from './types.ts';

/** How a proceeding ended for the party. */
export type Clearing = 'ACQUITTED' | 'DROPPED' | 'OVERTURNED';

/** What one article says of a party and an offence. */
export interface StoryStatement {
  offence: Offence;
  role: Finding['role'];
  /** Set where the article clears the party. */
  clearing?: Clearing | undefined;
  /** 0 to 1. */
  confidence: number;
  /** ISO 8601; articles without a date count as older than all others. */
  publishedAt?: string | undefined;
}

/** Where a party stands with one offence once all articles are read. */
export type StoryState = 'ACCUSED' | 'CONVICTED' | Clearing;

export interface StoryStatus {
  offence: Offence;
  state: StoryState;
  /** Whether the state still speaks against the party. */
  adverse: boolean;
  severity: Severity;
  /** 0 to 1: of the statements that carry the state. */
  confidence: number;
  /** Date of the article that brought the state about, where it has one. */
  since?: string;
  /** Positions, in the input, of the statements that carry the state and of those it has overtaken. */
  basis: number[];
  superseded: number[];
}

const ACQUITTAL =
  /acquit|not guilty|innocen|exonerat|absol|vindicat|freigespr|freispr|sprach|spricht|relax|acquitt|absuel|ilib|assol|prosci|scagion|vrijgespr|vrijspr|оправда|невинов/i;
const OVERTURNED = /overturn|quash|set aside|sets aside|vacat|revers|annul|wrongly convicted|wrongful/i;

/** For so long after a clearing, accusations are taken for retellings of the old ones. */
const RETELLING_DAYS = 60;
const DAY = 86_400_000;

/**
 * The statement of a finding, for `storyStatus`.
 * @returns undefined for a finding that neither accuses nor clears: a victim, a witness, an official
 */
export function storyStatement(
  finding: Pick<Finding, 'offence' | 'role' | 'confidence' | 'evidence'>,
  publishedAt?: string,
): StoryStatement | undefined {
  const { offence, role, confidence } = finding;
  if (role === 'ACCUSED' || role === 'CONVICTED') return { offence, role, confidence, publishedAt };
  const words = finding.evidence.filter(({ rule }) => rule === 'cleared').map(({ text }) => text);
  if (role !== 'OTHER' || words.length === 0) return undefined;
  const text = words.join(' ');
  const clearing = OVERTURNED.test(text) ? 'OVERTURNED' : ACQUITTAL.test(text) ? 'ACQUITTED' : 'DROPPED';
  return { offence, role, clearing, confidence, publishedAt };
}

interface Entry extends StoryStatement {
  index: number;
  time: number;
}

interface Running {
  state: StoryState;
  time: number;
  since: string | undefined;
  basis: Entry[];
  old: Entry[];
}

/** Accusations first, then convictions, then clearings, among statements of one time. */
function weight({ role, clearing }: StoryStatement): number {
  return clearing !== undefined ? 2 : role === 'CONVICTED' ? 1 : 0;
}

/** Whether a clearing speaks of this offence: of the same, of none in particular, or of any while only that is open. */
function concerns(clearing: Entry, offence: Offence): boolean {
  return clearing.offence === offence || clearing.offence === 'OTHER_CRIME';
}

function next(now: Running | undefined, entry: Entry): Running | undefined {
  const begin = (state: StoryState): Running => ({
    state,
    time: entry.time,
    since: entry.publishedAt,
    basis: [entry],
    old: now ? [...now.old, ...now.basis] : [],
  });
  const keep = (): Running | undefined => now && { ...now, basis: [...now.basis, entry] };
  const retell = (): Running | undefined => now && { ...now, old: [...now.old, entry] };
  const cleared = now !== undefined && now.state !== 'ACCUSED' && now.state !== 'CONVICTED';
  if (entry.clearing !== undefined) {
    if (cleared) return now.state === entry.clearing ? keep() : begin(entry.clearing);
    // Dropped charges of an accessory matter do not undo a conviction; an appeal does.
    if (now?.state === 'CONVICTED') return entry.clearing === 'DROPPED' ? retell() : begin('OVERTURNED');
    return begin(entry.clearing);
  }
  if (entry.role === 'CONVICTED') {
    if (now?.state === 'CONVICTED') return keep();
    return cleared && entry.time - now.time < RETELLING_DAYS * DAY ? retell() : begin('CONVICTED');
  }
  if (now?.state === 'CONVICTED') return retell();
  if (now?.state === 'ACCUSED') return keep();
  return cleared && entry.time - now.time < RETELLING_DAYS * DAY ? retell() : begin('ACCUSED');
}

/**
 * Where a party stands with each offence after all articles of a story, however they come in.
 *
 * Statements are read by date, the undated first; those of one date as accusation, conviction, clearing. A later
 * acquittal (or dropped charges) ends an accusation, a later reversal ends a conviction; both then are not adverse
 * and of severity LOW. What is said again within 60 days of a clearing is a retelling and changes nothing; a later
 * accusation opens the matter anew. A clearing that names no offence ends every accusation open at the time.
 * Confidence is that of the strongest statement that carries the state; for a clearing it also is no higher than the
 * clearing's own. Pure; the order of the input does not matter, equal dates apart.
 *
 * @param statements of ONE party, as `storyStatement` gives them
 * @returns one status for each offence, the adverse and gravest first
 */
export function storyStatus(statements: readonly StoryStatement[]): StoryStatus[] {
  const entries = statements
    .map((one, index): Entry => {
      const time = one.publishedAt === undefined ? Number.NaN : Date.parse(one.publishedAt);
      return { ...one, index, time: Number.isNaN(time) ? -8.64e15 : time };
    })
    .toSorted((a, b) => a.time - b.time || weight(a) - weight(b) || a.index - b.index);
  const offences = new Set(entries.map(({ offence }) => offence));
  // A clearing of no particular offence has no state of its own where others are there to end.
  const particular = [...offences].filter(
    (offence) =>
      offence !== 'OTHER_CRIME' || entries.some((one) => one.offence === offence && one.clearing === undefined),
  );
  const found: StoryStatus[] = [];
  for (const offence of particular.length > 0 ? particular : offences) {
    let now: Running | undefined;
    for (const entry of entries) {
      if (entry.clearing === undefined ? entry.offence !== offence : !concerns(entry, offence)) continue;
      now = next(now, entry);
    }
    if (!now) continue;
    const adverse = now.state === 'ACCUSED' || now.state === 'CONVICTED';
    const role = now.state === 'ACCUSED' || now.state === 'CONVICTED' ? now.state : 'OTHER';
    found.push({
      offence,
      state: now.state,
      adverse,
      severity: severity(offence, role),
      confidence: Math.max(...now.basis.map(({ confidence }) => confidence)),
      ...(now.since === undefined ? {} : { since: now.since }),
      basis: now.basis.map(({ index }) => index),
      superseded: now.old.map(({ index }) => index),
    });
  }
  const rank = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];
  return found.toSorted(
    (a, b) =>
      Number(b.adverse) - Number(a.adverse) ||
      rank.indexOf(a.severity) - rank.indexOf(b.severity) ||
      b.confidence - a.confidence,
  );
}
