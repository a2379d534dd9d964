import type { Static } from 'typebox';
import type { Match, Screening } from '../../../contract/aml-records.ts';
import { type FourEyes, type MatchDetail, mayDo } from '../../../contract/dashboard/index.ts';
import type { CallContext } from '../../../platform/context.ts';
import type { MatchProposalRow } from './store.ts';

type MatchRecord = Static<typeof Match>;
type ScreeningRecord = Static<typeof Screening>;
type Side = MatchDetail['sides'][number];

/** Tokens that agree less than fully, and no less than this, are close. */
const FULL = 0.999;
const CLOSE = 0.6;

const person = (row: MatchProposalRow) =>
  row.actorType === 'USER' ? { userId: row.actorId, name: row.name ?? '' } : null;

/** Whether a match needs two people, and what the first of them said. */
function fourEyesOf(
  context: CallContext,
  required: boolean,
  open: boolean,
  proposed: MatchProposalRow | undefined,
): FourEyes {
  const mine = proposed?.actorType === context.actor.type && proposed.actorId === context.actor.id;
  const may = mayDo(context.staff?.role ?? 'READ_ONLY', 'matches.resolve', context.environment);
  return {
    required,
    proposed: proposed
      ? {
          decision: proposed.decision,
          reason: proposed.reason,
          failureReasons: [],
          by: person(proposed),
          at: proposed.at.toISOString(),
          mine,
        }
      : null,
    refused: !open ? 'STATUS' : !may ? 'ROLE' : mine && required ? 'FIRST_PERSON' : null,
  };
}

/** What is known of who decided about the matches of a screening. */
export interface MatchDecisions {
  required: boolean;
  proposals: readonly MatchProposalRow[];
  firsts: readonly MatchProposalRow[];
}

/** One match with both sides laid beside each other. */
export function matchDetail(
  context: CallContext,
  screening: ScreeningRecord,
  match: MatchRecord,
  { required, proposals, firsts }: MatchDecisions,
): MatchDetail {
  const of = ({ matchId }: MatchProposalRow): boolean => matchId === match.matchId;
  const open = match.resolution === null || match.resolution.decision === 'NEEDS_INFORMATION';
  const first = firsts.find(of);
  return {
    match,
    open,
    fourEyes: fourEyesOf(context, required, open, proposals.find(of)),
    first: first ? { by: person(first), reason: first.reason, at: first.at.toISOString() } : null,
    tokens: match.explanation.filter(({ feature }) => feature.startsWith('name.')).map(tokenOf),
    sides: sidesOf(screening, match),
  };
}

function tokenOf({
  query,
  candidate,
  score,
  outcome,
}: MatchRecord['explanation'][number]): MatchDetail['tokens'][number] {
  const missing = query === null || candidate === null || outcome === 'MISSING';
  const agrees = outcome === 'AGREES' && score >= FULL;
  return {
    query,
    candidate,
    score,
    outcome: missing ? 'MISSING' : agrees ? 'AGREES' : score >= CLOSE ? 'CLOSE' : 'DIFFERS',
  };
}

/** Lines of the explanation that speak about each field. */
const FEATURES: Readonly<Record<string, RegExp>> = {
  dateOfBirth: /birth/i,
  country: /countr/i,
  nationality: /national/i,
  identifier: /identif/i,
  address: /address/i,
};

function sidesOf({ subjectNormalized: subject, subject: given }: ScreeningRecord, match: MatchRecord): Side[] {
  const listed = <T>(values: readonly T[], text: (value: T) => string | null): string[] =>
    values.map(text).filter((value) => value !== null);
  const side = (field: string, mine: readonly (string | null | undefined)[], theirs: readonly string[]): Side => {
    const own = mine.filter((value) => value !== null && value !== undefined && value !== '') as string[];
    return { field, subject: own, listed: [...theirs], outcome: outcomeOf(field, match, own, theirs) };
  };
  const identifier = ({ type, value, country }: { type: string; value: string; country: string | null }): string =>
    [type, value, country].filter(Boolean).join(' ');
  const countries = match.countries;
  return [
    side('name', [subject?.name], [match.matchedName]),
    side('aliases', subject?.aliases ?? [], match.caption === match.matchedName ? [] : [match.caption]),
    side('type', [subject?.type], [match.schema]),
    side('dateOfBirth', [subject?.dateOfBirth], match.birthDates),
    side('country', [subject?.country], countries),
    side('nationality', [subject?.nationality], countries),
    side('identifier', (subject?.identifiers ?? []).map(identifier), listed(match.identifiers, identifier)),
    side('address', [subject?.address ?? given?.address], []),
    side(
      'position',
      [],
      listed(match.positions, ({ title, since, until }) => spanOf(title, since, until)),
    ),
    side('programme', [], match.programs),
    side('listedAt', [], match.listedAt === null ? [] : [match.listedAt]),
  ].filter((row) => row.subject.length > 0 || row.listed.length > 0);
}

const spanOf = (title: string, since: string | null, until: string | null): string =>
  since === null && until === null ? title : `${title} (${since ?? '…'}–${until ?? '…'})`;

/** What the engine said of the field, where it said something; otherwise whether both sides hold the same. */
function outcomeOf(
  field: string,
  match: MatchRecord,
  subject: readonly string[],
  listed: readonly string[],
): Side['outcome'] {
  if (field === 'name') {
    // What is close or left out is shown word by word; only a word against another one contradicts.
    const words = match.explanation.filter(({ feature }) => feature.startsWith('name.')).map(tokenOf);
    return words.some(({ outcome }) => outcome === 'DIFFERS') ? 'DIFFERS' : 'AGREES';
  }
  const form = FEATURES[field];
  const line = form && match.explanation.find(({ feature }) => form.test(feature));
  if (line) return line.outcome === 'AGREES' ? 'AGREES' : line.outcome === 'CONTRADICTS' ? 'DIFFERS' : 'MISSING';
  if (subject.length === 0 || listed.length === 0) return 'MISSING';
  const theirs = new Set(listed.map((value) => value.toUpperCase()));
  return subject.some((value) => theirs.has(value.toUpperCase())) ? 'AGREES' : 'DIFFERS';
}
