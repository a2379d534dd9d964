import { bestZone, holds, printedValues, zoneFields } from '../document/extract.ts';
import type { DocumentField, DocumentReading } from '../document/types.ts';
import type { MrzReading } from '../mrz/index.ts';
import type { QualityFinding } from '../types.ts';
import { type Case, causeOf, fail, type Judgement, notPerformed, pass, retake, review, type Rule } from './rule.ts';
import { printedNameDiffers } from './printed-names.ts';
import { sidesBelongTogether } from './sides.ts';

const sides = ({ findings }: Case): DocumentReading[] =>
  [findings.front, findings.back].filter((side) => side !== null);
const zoneOf = (given: Case): MrzReading | null => bestZone(sides(given).map((side) => side.mrz));
/** The picture that the zone stands in. */
const zoneKind = (given: Case): 'DOCUMENT_FRONT' | 'DOCUMENT_BACK' => {
  const zone = zoneOf(given);
  return zone !== null && zone === given.findings.back?.mrz ? 'DOCUMENT_BACK' : 'DOCUMENT_FRONT';
};
const hasSource = (given: Case): boolean =>
  holds(zoneOf(given)) || sides(given).some((side) => side.barcodes.some((code) => code.fields !== null));

/** A legible zone with wrong check digits, once; twice is certain. */
export const WRONG_DIGITS = 'MRZ_CHECK_DIGITS_WRONG';

const worst = (findings: readonly QualityFinding[]): QualityFinding | undefined =>
  findings.find((finding) => finding.retake);

function stageFailed(given: Case, stages: readonly string[]): Judgement | null {
  const failure = given.findings.failures.find(({ stage }) => stages.includes(stage));
  return failure
    ? notPerformed('CHECK_NOT_PERFORMED', { stage: failure.stage, part: failure.part, cause: failure.reason })
    : null;
}

/** Quality first: what cannot be read is asked for again, and judged no further. */
const readable: Rule = {
  rule: 'DOCUMENT_READABLE',
  check: 'document',
  judge(given) {
    const { findings } = given;
    const unusable = findings.unusable.find(({ kind }) => kind === 'DOCUMENT_FRONT' || kind === 'DOCUMENT_BACK');
    if (unusable) return retake(unusable.kind, unusable.reason, causeOf(unusable));
    if (!findings.front) {
      return stageFailed(given, ['DECODE', 'LOCATE']) ?? notPerformed('CHECK_NOT_PERFORMED', { stage: 'DOCUMENT' });
    }
    const failed = stageFailed(given, ['MRZ', 'BARCODE', 'PRINTED']);
    const zone = zoneOf(given);
    if (hasSource(given)) {
      const source = holds(zone) ? 'MRZ' : 'BARCODE';
      // Every document has one: without it, content is missing.
      if (given.document.fields.documentNumber) return pass({ source });
      return review('DOCUMENT_NOT_MACHINE_READABLE', { source, missing: 'documentNumber' });
    }
    const bad = worst(findings.front.quality);
    if (bad) return retake('DOCUMENT_FRONT', bad.code, { value: bad.value, threshold: bad.threshold });
    if (zone?.status === 'UNREADABLE') {
      const { sureShare, capHeight } = zone.legibility;
      return retake(zoneKind(given), 'MRZ_UNREADABLE', { sureShare: round(sureShare), capHeight: round(capHeight) });
    }
    if (zone?.status === 'INVALID') return pass({ source: 'MRZ' });
    if (failed) return failed;
    return review('DOCUMENT_NOT_MACHINE_READABLE', { printedFields: Object.keys(given.document.fields).length });
  },
};

const checkDigits: Rule = {
  rule: 'MRZ_CHECK_DIGITS',
  check: 'document',
  judge(given) {
    const failed = stageFailed(given, ['MRZ']);
    if (failed) return failed;
    const zone = zoneOf(given);
    if (!zone || zone.status === 'UNREADABLE' || !zone.parsed) return null;
    const wrong = zone.parsed.checks.filter((check) => !check.valid).map((check) => check.name);
    const evidence = {
      format: zone.format,
      status: zone.status,
      wrong: wrong.join(' '),
      repairs: zone.repairs.length,
      leastConfidence: round(Math.min(...zone.fields.map(({ confidence }) => confidence))),
      model: zone.provenance.name,
      modelVersion: zone.provenance.version,
    };
    if (zone.status === 'INVALID') {
      if (!given.before.includes(WRONG_DIGITS)) return retake(zoneKind(given), WRONG_DIGITS, evidence);
      // A day that does not exist under right digits is the issuer's slip as well as a forger's.
      return wrong.length > 0 ? fail('MRZ_CHECK_DIGIT_MISMATCH', evidence) : review('MRZ_CONTENT_IMPOSSIBLE', evidence);
    }
    if (zone.status === 'REPAIRED' || !zone.dependable) {
      return corroborated(given) ? pass({ ...evidence, corroborated: true }) : review('MRZ_REPAIRED', evidence);
    }
    return pass(evidence);
  },
};

/** Whether print, bar code or the applicant's own data confirm what the zone says after repairs. */
function corroborated(given: Case): boolean {
  const { person, document } = given;
  const confirmed = (field: DocumentField): boolean => {
    const value = document.fields[field]?.value;
    if (value === undefined) return false;
    if (field === 'dateOfBirth' && person.dateOfBirth === value) return true;
    return printedValues(sides(given), field).some((printed) => printed.value === value);
  };
  return confirmed('dateOfBirth') && confirmed('documentNumber') && confirmed('dateOfExpiry');
}

const expiry: Rule = {
  rule: 'DOCUMENT_NOT_EXPIRED',
  check: 'document',
  judge(given) {
    const found = given.document.fields.dateOfExpiry;
    const evidence = { today: given.today, source: found?.source ?? null };
    if (!found) return hasSource(given) ? review('DOCUMENT_EXPIRY_UNKNOWN', evidence) : null;
    if (found.value >= given.today) return pass({ ...evidence, dateOfExpiry: found.value });
    const told = { ...evidence, dateOfExpiry: found.value };
    return found.certain ? fail('DOCUMENT_EXPIRED', told) : review('DOCUMENT_EXPIRED', told);
  },
};

const dates: Rule = {
  rule: 'DOCUMENT_DATES_POSSIBLE',
  check: 'document',
  judge({ document, today }) {
    const { dateOfBirth, dateOfIssue, dateOfExpiry } = document.fields;
    if (!dateOfBirth) return null;
    const birth = dateOfBirth.value;
    const evidence = { dateOfIssue: dateOfIssue?.value ?? null, dateOfExpiry: dateOfExpiry?.value ?? null };
    const impossible =
      birth > today ||
      Number(today.slice(0, 4)) - Number(birth.slice(0, 4)) > OLDEST ||
      (dateOfIssue !== undefined && (dateOfIssue.value > today || dateOfIssue.value < birth)) ||
      (dateOfIssue !== undefined && dateOfExpiry !== undefined && dateOfIssue.value >= dateOfExpiry.value);
    return impossible ? review('DOCUMENT_DATES_IMPOSSIBLE', evidence) : pass(evidence);
  },
};
const OLDEST = 120;

const issuer: Rule = {
  rule: 'ISSUING_STATE_KNOWN',
  check: 'document',
  judge(given) {
    const zone = zoneOf(given);
    if (!zone?.parsed || !holds(zone)) return licenceIssuer(given);
    const { issuingState, issuingStateKind, nationality, nationalityKind } = zone.parsed;
    const evidence = { issuingState, kind: issuingStateKind ?? null, nationality };
    if (issuingStateKind === 'SPECIMEN' || nationalityKind === 'SPECIMEN') return review('SPECIMEN_DOCUMENT', evidence);
    if (issuingStateKind === 'FORMER') return review('ISSUING_STATE_NO_LONGER_EXISTS', evidence);
    // Kinds of statelessness are nationalities (ICAO 9303-3, section 5, part D): none of them issues documents.
    if (issuingStateKind === undefined || issuingStateKind === 'STATELESS_OR_UNSPECIFIED') {
      return review('ISSUING_STATE_UNKNOWN', evidence);
    }
    if (nationality !== null && nationalityKind === undefined) return review('NATIONALITY_UNKNOWN', evidence);
    return pass(evidence);
  },
};

/** The issuer's number in the bar code of a licence, which many made-up ones have wrong. */
function licenceIssuer(given: Case): Judgement | null {
  const code = sides(given)
    .flatMap((side) => side.barcodes)
    .find(({ fields }) => fields !== null);
  if (!code?.fields) return null;
  const { issuer = null, issuedIn = null } = code.evidence;
  const evidence = { issuer, issuedIn, issuingCountry: code.fields.issuingCountry ?? null };
  if (issuedIn === null) return review('ISSUING_STATE_UNKNOWN', evidence);
  return evidence.issuingCountry === issuedIn ? pass(evidence) : review('DOCUMENT_INCONSISTENT', evidence);
}

/** A visa has a zone and a portrait, and is issued on a passport: by itself it says who somebody is to nobody. */
const identityDocument: Rule = {
  rule: 'IDENTITY_DOCUMENT',
  check: 'document',
  judge(given) {
    const zone = zoneOf(given);
    if (!zone?.format || !holds(zone)) return null;
    const evidence = { format: zone.format };
    return zone.format === 'MRV_A' || zone.format === 'MRV_B' ? review('DOCUMENT_IS_A_VISA', evidence) : pass(evidence);
  },
};

const SAME_EVERYWHERE: readonly DocumentField[] = ['documentNumber', 'dateOfBirth', 'dateOfExpiry', 'sex'];

/**
 * What zones, bar codes and print say of the same thing. Each side's print is held against it by itself: a second picture
 * that agrees must not cover for one that does not.
 */
const consistent: Rule = {
  rule: 'DOCUMENT_CONSISTENT',
  check: 'document',
  judge(given) {
    if (!hasSource(given)) return null;
    const failed = stageFailed(given, ['PRINTED']);
    const compared: string[] = [];
    const differing: string[] = [];
    for (const field of SAME_EVERYWHERE) {
      const best = given.document.fields[field];
      if (!best || best.source === 'PRINTED') continue;
      const said = sides(given).flatMap((side) => sayings(side, field));
      if (said.some(({ other }) => other)) compared.push(field);
      if (said.some(({ values }) => !values.includes(best.value))) differing.push(field);
    }
    for (const field of ['lastName', 'firstName'] as const) {
      const told = sides(given).map((side) => printedNameDiffers(given, side, field));
      if (told.some((differs) => differs !== null)) compared.push(field);
      if (told.includes(true)) differing.push(field);
    }
    const evidence = { compared: compared.join(' '), differing: differing.join(' ') };
    if (differing.length > 0) return review('DOCUMENT_INCONSISTENT', evidence);
    if (failed) return failed;
    // Nothing could be held against the zone, and the picture is to blame.
    const bad = compared.length === 0 ? worst(given.findings.front?.quality ?? []) : undefined;
    if (bad) return retake('DOCUMENT_FRONT', bad.code, { ...evidence, value: bad.value, threshold: bad.threshold });
    return pass(evidence);
  },
};

/** What one side says of a field, by source; `other` than the zone, of which the document's own fields were taken. */
function sayings(side: DocumentReading, field: DocumentField): { values: string[]; other: boolean }[] {
  const printed = printedValues([side], field).map(({ value }) => value);
  const zone = side.mrz ? new Map(zoneFields(side.mrz)).get(field) : undefined;
  const coded = side.barcodes.flatMap((code) => code.fields?.[field] ?? []);
  return [
    { values: printed, other: true },
    { values: zone ? [zone.value] : [], other: false },
    ...coded.map((value) => ({ values: [value], other: true })),
  ].filter(({ values }) => values.length > 0);
}

const authentic: Rule = {
  rule: 'DOCUMENT_AUTHENTIC',
  check: 'document',
  judge(given) {
    const failed = stageFailed(given, ['AUTHENTICITY']);
    if (failed) return failed;
    if (sides(given).length === 0) return null;
    const signals = sides(given).flatMap((side) => side.authenticity);
    const weighty = signals.filter(({ logLikelihoodRatio }) => (logLikelihoodRatio ?? 0) > 0);
    const evidence = { signals: signals.map(({ code }) => code).join(' '), counted: weighty.length };
    return weighty.length > 0 ? review('DOCUMENT_AUTHENTICITY_DOUBTFUL', evidence) : pass(evidence);
  },
};

const round = (value: number): number => Math.round(value * 1000) / 1000;

export const DOCUMENT_RULES: readonly Rule[] = [
  readable,
  identityDocument,
  checkDigits,
  expiry,
  dates,
  issuer,
  consistent,
  sidesBelongTogether,
  authentic,
];
