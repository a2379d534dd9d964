import { extract, type ExtractedDocument } from '../document/extract.ts';
import type { IdentityFindings, KnownPerson, PictureKind } from '../findings.ts';
import type { Evidence } from '../types.ts';
import { DOCUMENT_RULES } from './document-rules.ts';
import { dataRules, FACE_RULES, LIVENESS_RULES } from './person-rules.ts';
import { type Case, type CheckName, type Judgement, notPerformed, type Outcome, type Rule } from './rule.ts';

/** Of the table of rules: changes whenever a rule, a bound or their order does. */
export const RULES_VERSION = '6';

export interface Decided {
  rule: string;
  check: CheckName;
  outcome: Outcome;
  evidence: Evidence;
}

export interface Decision {
  /** What follows: the pictures asked for again win over review, certain rejection over both. */
  result: 'APPROVED' | 'REJECTED' | 'REVIEW' | 'TRY_AGAIN';
  /** The worst outcome of each check's rules. */
  checks: Partial<Record<CheckName, Outcome>>;
  breakdown: readonly Decided[];
  document: ExtractedDocument;
  /** Of the rules that failed, in the order of the table. */
  failureReasons: readonly string[];
  reviewReason: string | null;
  retakes: readonly { kind: PictureKind; reason: string }[];
}

export interface DecisionInput {
  findings: IdentityFindings;
  person: KnownPerson;
  /** The checks that the profile promises; every one must pass before anything is approved. */
  checks: readonly CheckName[];
  /** YYYY-MM-DD. */
  today: string;
  /** Reasons for which pictures of the try before could not be used; only of those that were taken anew since. */
  before: readonly string[];
  /** Judgements of checks that are made elsewhere: synthetic media, duplicate faces. */
  elsewhere?: readonly (Judgement & { rule: string; check: CheckName })[];
}

/**
 * Decides over findings by a table of rules. APPROVED only where every check of the profile ran and passed; REJECTED
 * only on grounds that are certain; a check that was not performed is never a pass.
 */
export function decide(input: DecisionInput): Decision {
  const { findings, person, checks, today, before } = input;
  const document = extract(findings.front, findings.back);
  const given: Case = { findings, document, person, today, before, checks };
  const judged = tableOf(checks).flatMap((rule) => {
    const judgement = rule.judge(given);
    return judgement ? [{ ...judgement, rule: rule.rule, check: rule.check }] : [];
  });
  judged.push(...(input.elsewhere ?? []).filter(({ check }) => checks.includes(check)));
  judged.push(...checks.flatMap((check) => unjudged(check, judged)));
  const outcomes = Object.fromEntries(checks.map((check) => [check, worstOf(judged, check)]));
  const failing = judged.filter(({ outcome }) => outcome === 'FAIL');
  const open = judged.filter(({ outcome }) => outcome === 'REVIEW' || outcome === 'NOT_PERFORMED');
  const retakes = distinct(open.flatMap(({ retake }) => (retake ? [retake] : [])));
  const unmet = checks.filter((check) => outcomes[check] !== 'PASS');
  const first = open.find(({ retake }) => !retake) ?? open[0];
  const reviewReason = first ? (first.reason ?? first.rule) : unmet.length > 0 ? 'CHECK_NOT_PERFORMED' : null;
  let result: Decision['result'] = 'REVIEW';
  if (failing.length > 0) result = 'REJECTED';
  else if (retakes.length > 0) result = 'TRY_AGAIN';
  else if (unmet.length === 0) result = 'APPROVED';
  return {
    result,
    checks: outcomes,
    breakdown: judged.map(({ rule, check, outcome, evidence }) => ({
      rule,
      check,
      outcome,
      evidence: { ...evidence, rules: RULES_VERSION },
    })),
    document,
    failureReasons: [...new Set(failing.map(({ reason, rule }) => reason ?? rule))],
    reviewReason: result === 'REVIEW' ? reviewReason : null,
    retakes,
  };
}

/** The rules of a profile, in the order in which they are judged and shown. */
function tableOf(checks: readonly CheckName[]): readonly Rule[] {
  const data = dataRules(checks.includes('dataMatch') ? 'dataMatch' : 'document');
  const all = [...DOCUMENT_RULES, ...FACE_RULES, ...LIVENESS_RULES, ...data];
  return all.filter(({ check }) => checks.includes(check));
}

/** Rules without whose verdict a check cannot pass, however well the others went. */
const REQUIRED: Readonly<Partial<Record<CheckName, readonly string[]>>> = {
  document: ['DOCUMENT_READABLE', 'DOCUMENT_NOT_EXPIRED', 'DOCUMENT_AUTHENTIC'],
  faceMatch: ['SELFIE_USABLE', 'PORTRAIT_FOUND', 'FACES_MATCH'],
  liveness: ['LIVENESS_SHOWN'],
  dataMatch: ['NAME_AGREES', 'DATE_OF_BIRTH_AGREES'],
};

type Judged = Judgement & { rule: string; check: CheckName };

/** What should have been judged and was not, because what it rests on is missing. */
const unjudged = (check: CheckName, judged: readonly Judged[]): Judged[] =>
  (REQUIRED[check] ?? [])
    .filter((rule) => !judged.some((own) => own.check === check && own.rule === rule))
    .map((rule) => ({
      ...notPerformed('CHECK_NOT_PERFORMED', { cause: 'What it rests on is missing.' }),
      rule,
      check,
    }));

const GRAVITY: readonly Outcome[] = ['PASS', 'NOT_PERFORMED', 'REVIEW', 'FAIL'];

/** A check none of whose rules applied was not performed. */
function worstOf(judged: readonly (Judgement & { check: CheckName })[], check: CheckName): Outcome {
  const own = judged.filter((judgement) => judgement.check === check).map(({ outcome }) => outcome);
  if (own.length === 0) return 'NOT_PERFORMED';
  return own.toSorted((a, b) => GRAVITY.indexOf(b) - GRAVITY.indexOf(a))[0] as Outcome;
}

function distinct(retakes: readonly { kind: PictureKind; reason: string }[]): { kind: PictureKind; reason: string }[] {
  const kinds = new Set<PictureKind>();
  return retakes.filter(({ kind }) => !kinds.has(kind) && kinds.add(kind));
}
