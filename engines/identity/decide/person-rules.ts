import { compareNames } from '../../names/index.ts';
import { bestZone, type ExtractedDocument } from '../document/extract.ts';
import { portraitPlace } from '../document/portrait-place.ts';
import { zoneSpellings } from '../mrz/names.ts';
import { doubtfulLetter } from './printed-names.ts';
import type { Case } from './rule.ts';
import { causeOf, fail, notPerformed, pass, retake, review, type Rule } from './rule.ts';

/** Faces that are clearly apart, once; twice is certain. */
export const FACES_DIFFER = 'FACE_MISMATCH';
/** A selfie this near to the portrait is likely a picture of the document. */
const COPY = 0.99;

const failed = ({ findings }: Case, stages: readonly string[]) => {
  const failure = findings.failures.find(({ stage }) => stages.includes(stage));
  return failure
    ? notPerformed('CHECK_NOT_PERFORMED', { stage: failure.stage, part: failure.part, cause: failure.reason })
    : null;
};

const selfie: Rule = {
  rule: 'SELFIE_USABLE',
  check: 'faceMatch',
  judge(given) {
    const { findings } = given;
    const unusable = findings.unusable.find(({ kind }) => kind === 'SELFIE');
    if (unusable) return retake('SELFIE', unusable.reason, causeOf(unusable));
    if (!findings.selfie) return failed(given, ['SELFIE', 'DECODE']) ?? notPerformed('CHECK_NOT_PERFORMED');
    const bad = findings.selfie.issues.find((issue) => issue.retake);
    const { face, faces } = findings.selfie;
    if (bad) return retake('SELFIE', bad.code, { faces, value: bad.value, threshold: bad.threshold });
    return pass({
      faces,
      eyeDistance: round(face?.quality.eyeDistance ?? 0, 1),
      yaw: round(face?.quality.yaw ?? 0, 1),
    });
  },
};

const portrait: Rule = {
  rule: 'PORTRAIT_FOUND',
  check: 'faceMatch',
  judge(given) {
    const { findings } = given;
    if (!findings.front && !findings.portrait) return failed(given, ['PORTRAIT', 'DECODE']);
    if (!findings.portrait) return failed(given, ['PORTRAIT']) ?? notPerformed('CHECK_NOT_PERFORMED');
    const { face, issues } = findings.portrait;
    if (!face) return retake('DOCUMENT_FRONT', 'PORTRAIT_NOT_FOUND');
    const small = issues.find(({ code }) => code === 'FACE_TOO_SMALL');
    if (small)
      return retake('DOCUMENT_FRONT', 'RESOLUTION_TOO_LOW', { value: small.value, threshold: small.threshold });
    const side = findings.portraitOn === 'BACK' ? findings.back : findings.front;
    const { faces } = findings.portrait;
    const evidence = { faces, eyeDistance: round(face.quality.eyeDistance, 1) };
    // Where no zone beside it tells which of them is the document's.
    if (faces > 1 && portraitPlace(side?.mrz ?? null) === null) return review('SEVERAL_PORTRAITS', evidence);
    return pass(evidence);
  },
};

const facesMatch: Rule = {
  rule: 'FACES_MATCH',
  check: 'faceMatch',
  judge({ findings, before }) {
    const { comparison } = findings;
    if (!comparison) return null;
    const evidence = {
      similarity: round(comparison.similarity, 4),
      falseMatchRate: Number(comparison.falseMatchRate.toPrecision(2)),
      threshold: comparison.threshold,
      portraitEyeDistance: round(findings.portrait?.face?.quality.eyeDistance ?? 0, 1),
      selfieEyeDistance: round(findings.selfie?.face?.quality.eyeDistance ?? 0, 1),
    };
    if (comparison.similarity >= COPY) return review('SELFIE_IS_THE_PORTRAIT', evidence);
    if (comparison.outcome === 'SAME') return pass(evidence);
    if (comparison.outcome === 'UNCERTAIN') return review('FACE_MATCH_UNCERTAIN', evidence);
    return before.includes(FACES_DIFFER) ? fail(FACES_DIFFER, evidence) : retake('SELFIE', FACES_DIFFER, evidence);
  },
};

const liveness: Rule = {
  rule: 'LIVENESS_SHOWN',
  check: 'liveness',
  judge(given) {
    const { findings } = given;
    const found = findings.liveness;
    const unusable = findings.unusable.find(({ kind }) => kind === 'LIVENESS_FRAME');
    if (unusable) return retake('LIVENESS_FRAME', unusable.reason, causeOf(unusable));
    if (!found) return failed(given, ['LIVENESS', 'SELFIE', 'DECODE']) ?? notPerformed('CHECK_NOT_PERFORMED');
    const evidence = { ...found.evidence, reasons: found.reasons.join(' ') };
    if (found.outcome === 'LIVE') return pass(evidence);
    if (found.outcome === 'SUSPICIOUS') return review('LIVENESS_DOUBTFUL', evidence);
    return retake('LIVENESS_FRAME', `LIVENESS_${found.reasons[0] ?? 'NOT_SHOWN'}`, evidence);
  },
};

/** The whole name as one text, in the order given. */
const joined = (parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' ');

/** Names compared agree from here on, contradict below the second; between is for a person. Scale of engines/names. */
const NAMES_AGREE = 80;
const NAMES_CONTRADICT = 50;

/** A shorter rest of a name is left as it is. */
const SHORTEST_REST = 2;

/** What a zone that filled its field holds of the part of a name that it may have cut short; null where it did not. */
function restOf({ findings: { front, back } }: Case): string | null {
  const names = bestZone([front?.mrz ?? null, back?.mrz ?? null])?.parsed?.names;
  if (!names?.maybeTruncated) return null;
  const rest = (names.givenNames || names.surname).split(' ').at(-1) ?? '';
  return rest.length >= SHORTEST_REST ? rest : null;
}

/** A name as given, its part that begins with that rest cut like it. */
function cutShort(spelling: string, rest: string): string {
  const parts = spelling.split(/[\s-]+/);
  const begins = (part: string): boolean =>
    (zoneSpellings(part)[0] ?? '')
      .normalize('NFD')
      .replaceAll(/[^A-Z]/g, '')
      .startsWith(rest);
  return parts.map((part) => (begins(part) ? rest : part)).join(' ');
}

/** A zone or bar code without what every document says of its holder: nothing ties it to the applicant. */
function missing(document: ExtractedDocument, check: 'dataMatch' | 'document', field: string) {
  const coded = Object.values(document.fields).some(({ source }) => source !== 'PRINTED');
  return check === 'dataMatch' || coded ? review('DATA_MATCH_IMPOSSIBLE', { field }) : null;
}

const name = (check: 'dataMatch' | 'document'): Rule => ({
  rule: 'NAME_AGREES',
  check,
  judge(of) {
    const { document, person } = of;
    const { firstName, lastName } = document.fields;
    if (!firstName && !lastName) return missing(document, check, 'name');
    const given = joined([person.firstName, person.middleName, person.lastName]);
    const short = joined([person.firstName, person.lastName]);
    const read = joined([firstName?.value, lastName?.value]);
    // A zone has "Müller" as MUELLER: the name as given counts in the zone's spelling too.
    const whole = [...new Set([given, short].flatMap((text) => [text, ...zoneSpellings(text)]))];
    const rest = lastName?.source === 'MRZ' ? restOf(of) : null;
    const spellings = rest === null ? whole : whole.flatMap((text) => [text, cutShort(text, rest)]);
    const score = Math.max(...[...new Set(spellings)].map((spelling) => compareNames(spelling, read, 'PERSON').score));
    const evidence = {
      score: round(score, 1),
      threshold: NAMES_AGREE,
      source: lastName?.source ?? firstName?.source ?? null,
    };
    const doubtful = doubtfulLetter(of);
    if (doubtful !== null && score >= NAMES_AGREE) return review('NAME_UNCERTAIN', { ...evidence, doubtful });
    if (score >= NAMES_AGREE) return pass(evidence);
    return review(score < NAMES_CONTRADICT ? 'NAME_CONTRADICTS' : 'NAME_UNCERTAIN', evidence);
  },
});

const birthDate = (check: 'dataMatch' | 'document'): Rule => ({
  rule: 'DATE_OF_BIRTH_AGREES',
  check,
  judge({ document, person }) {
    const found = document.fields.dateOfBirth;
    if (!found) return missing(document, check, 'dateOfBirth');
    if (person.dateOfBirth === null) {
      return check === 'dataMatch' ? review('DATE_OF_BIRTH_NOT_GIVEN', { source: found.source }) : null;
    }
    const evidence = { agrees: person.dateOfBirth === found.value, source: found.source, certain: found.certain };
    if (person.dateOfBirth === found.value) return pass(evidence);
    // A zone tells no century: of somebody past a hundred it reads as a child's.
    if (found.source === 'MRZ' && person.dateOfBirth.slice(2) === found.value.slice(2)) {
      return review('DATE_OF_BIRTH_CENTURY_UNCERTAIN', evidence);
    }
    // Certain only where a check digit stands behind it and the profile promised this comparison.
    return found.certain && check === 'dataMatch'
      ? fail('DATE_OF_BIRTH_MISMATCH', evidence)
      : review('DATE_OF_BIRTH_MISMATCH', evidence);
  },
});

const nationality = (check: 'dataMatch' | 'document'): Rule => ({
  rule: 'NATIONALITY_AGREES',
  check,
  judge({ document, person }) {
    const found = document.fields.nationality;
    if (!found || person.nationality === null) return null;
    const evidence = { read: found.value, given: person.nationality, source: found.source };
    return found.value === person.nationality ? pass(evidence) : review('NATIONALITY_CONTRADICTS', evidence);
  },
});

/** What document and applicant say of one person: its own check where the profile has it, otherwise the document's. */
export const dataRules = (check: 'dataMatch' | 'document'): readonly Rule[] => [
  name(check),
  birthDate(check),
  nationality(check),
];

export const FACE_RULES: readonly Rule[] = [selfie, portrait, facesMatch];
export const LIVENESS_RULES: readonly Rule[] = [liveness];

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
