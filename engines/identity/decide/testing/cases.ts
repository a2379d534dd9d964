/** For tests of the rules: a passport that is in order, and what it takes to spoil it. */
import type { DocumentField, DocumentReading } from '../../document/types.ts';
import { type FaceReading, OWN_CALIBRATION } from '../../face/index.ts';
import type { IdentityFindings, KnownPerson } from '../../findings.ts';
import { parseMrz, type MrzReading } from '../../mrz/index.ts';
import { type CheckName, decide, type Decision, type DecisionInput } from '../index.ts';

export const TODAY = '2026-06-01';
// The specimen of ICAO 9303-4, appendix A, with another date of expiry and its check digits.
export const LINES = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
export const ANNA: KnownPerson = {
  firstName: 'Anna Maria',
  middleName: null,
  lastName: 'Eriksson',
  dateOfBirth: '1974-08-12',
  nationality: null,
};

export const weights = [7, 3, 1];
export const valueOf = (symbol: string): number =>
  symbol === '<' ? 0 : /\d/.test(symbol) ? Number(symbol) : symbol.charCodeAt(0) - 55;
export const digit = (text: string): string =>
  String(text.split('').reduce((sum, symbol, index) => sum + valueOf(symbol) * (weights[index % 3] as number), 0) % 10);

/** A passport's zone with this state, birth and expiry, its check digits right. */
export function passport(state: string, birth: string, expiry: string, names = 'ERIKSSON<<ANNA<MARIA'): string[] {
  const number = 'L898902C3';
  const optional = 'ZE184226B<<<<<';
  const dated = `${birth}${digit(birth)}`;
  const until = `${expiry}${digit(expiry)}`;
  const all = digit(`${number}${digit(number)}${dated}${until}${optional}${digit(optional)}`);
  return [
    `P<${state}${names}`.padEnd(44, '<'),
    `${number}${digit(number)}${state}${dated}F${until}${optional}${digit(optional)}${all}`,
  ];
}

export const NOWHERE = [
  { x: 0, y: 0 },
  { x: 0, y: 0 },
  { x: 0, y: 0 },
  { x: 0, y: 0 },
] as const;

export function zone(lines: readonly string[], status: MrzReading['status'] = 'VALID'): MrzReading {
  const parsed = parseMrz(lines, TODAY);
  return {
    status,
    format: parsed.format,
    raw: lines,
    lines,
    repairs: [],
    ambiguous: false,
    fields: ['documentNumber', 'issuingState', 'names', 'birthDate', 'expiryDate', 'nationality', 'sex'].map(
      (name) => ({
        name: name as 'names',
        text: '',
        raw: '',
        status: status === 'REPAIRED' ? 'REPAIRED' : 'CLEAN',
        confidence: 0.99,
        corners: NOWHERE,
      }),
    ),
    parsed,
    probabilities: [],
    legibility: { legible: true, sureShare: 1, mean: 1, misfit: 0, capHeight: 20 },
    dependable: status === 'VALID',
    region: null,
    lineCorners: [],
    rotation: 0,
    provenance: { name: 'mrz-line-reader', version: '1', sha256: null },
  };
}

export const side = (mrz: MrzReading | null, more: Partial<DocumentReading> = {}): DocumentReading => ({
  width: 1000,
  height: 700,
  metadata: {},
  corners: null,
  quality: [],
  mrz,
  barcodes: [],
  printed: null,
  authenticity: [],
  perceptualHash: '',
  failures: [],
  ...more,
});

export const face = (): FaceReading => ({
  face: {
    detected: {
      box: { x: 0, y: 0, width: 100, height: 130 },
      confidence: 1,
      points: {
        leftEye: { x: 30, y: 40 },
        rightEye: { x: 70, y: 40 },
        nose: { x: 50, y: 60 },
        leftMouth: { x: 35, y: 90 },
        rightMouth: { x: 65, y: 90 },
      },
    },
    landmarks: [],
    quality: {
      eyeDistance: 80,
      yaw: 0,
      pitch: 0,
      roll: 0,
      eyeOpening: 0.3,
      brightness: 120,
      sharpness: 300,
      disagreement: 0,
    },
    issues: [],
    decisive: true,
    embedding: Float32Array.of(1),
  },
  faces: 1,
  issues: [],
});

export const comparison = (similarity: number, outcome: 'SAME' | 'UNCERTAIN' | 'DIFFERENT') => ({
  similarity,
  falseMatchRate: 0.0001,
  threshold: 0.934,
  outcome,
});

export const good = (): IdentityFindings => ({
  front: side(zone(passport('SWE', '740812', '300415'))),
  back: null,
  portrait: face(),
  portraitOn: 'FRONT',
  selfie: face(),
  comparison: comparison(0.96, 'SAME'),
  liveness: { outcome: 'LIVE', reasons: [], evidence: {} },
  faceModel: { name: 'a model', calibration: OWN_CALIBRATION },
  unusable: [],
  failures: [],
});

export const ALL: readonly CheckName[] = ['document', 'faceMatch', 'liveness', 'dataMatch'];
export const decided = (findings: Partial<IdentityFindings>, more: Partial<DecisionInput> = {}): Decision =>
  decide({ findings: { ...good(), ...findings }, person: ANNA, checks: ALL, today: TODAY, before: [], ...more });

export const SQUARE = [
  { x: 0, y: 900 },
  { x: 1000, y: 900 },
  { x: 1000, y: 1000 },
  { x: 0, y: 1000 },
] as const;
export const NO_BOX = { x: 0, y: 0, width: 1, height: 1 };
/** What a side prints, each under its label. */
export const print = (fields: Partial<Record<DocumentField, string>>, quality: DocumentReading['quality'] = []) => ({
  quality,
  printed: {
    fields: Object.entries(fields).map(([field, value]) => ({
      field: field as DocumentField,
      value,
      raw: value,
      confidence: 0.99,
      box: NO_BOX,
      corners: NOWHERE,
    })),
    lines: Object.values(fields).map((value) => ({
      text: value.split('-').toReversed().join('.'),
      confidence: 0.99,
      box: NO_BOX,
    })),
    unreadScripts: [],
    provenance: [],
  },
});
