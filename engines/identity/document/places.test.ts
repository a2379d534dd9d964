import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LineRecogniser, readMrz } from '../mrz/index.ts';
import type { IdentityFindings, KnownPerson } from '../findings.ts';
import { documentEvidence } from './places.ts';
import { decodeDocument } from './raster.ts';
import type { BarcodeReading, DocumentReading } from './types.ts';

const fixtures = join(import.meta.dirname, '..', 'mrz', 'fixtures');
interface Page {
  file: string;
  form: string;
  lines: string[];
}
const pages = JSON.parse(readFileSync(join(fixtures, 'pages.json'), 'utf8')) as Page[];
const ANNA: KnownPerson = {
  firstName: 'Anna',
  middleName: 'Maria',
  lastName: 'Eriksson',
  dateOfBirth: '1974-08-12',
  nationality: 'SE',
};
const corners = [
  { x: 100, y: 50 },
  { x: 300, y: 50 },
  { x: 300, y: 90 },
  { x: 100, y: 90 },
] as const;

const side = (more: Partial<DocumentReading>): DocumentReading => ({
  width: 400,
  height: 200,
  metadata: {},
  corners: null,
  quality: [],
  mrz: null,
  barcodes: [],
  printed: null,
  authenticity: [],
  perceptualHash: '0',
  failures: [],
  ...more,
});

const findings = (front: DocumentReading | null, back: DocumentReading | null = null): IdentityFindings => ({
  front,
  back,
  portrait: null,
  portraitOn: null,
  selfie: null,
  comparison: null,
  liveness: null,
  faceModel: null,
  unusable: [],
  failures: [],
});

const licence: BarcodeReading = {
  symbology: 'PDF417',
  text: '',
  fields: { documentNumber: 'D12345678', lastName: 'ERIKSSON\u0000\u202e', dateOfBirth: '1974-08-12' },
  raw: { documentNumber: 'DAQD12345678', lastName: 'DCSERIKSSON\u0000', dateOfBirth: 'DBB08121974' },
  corners,
  evidence: {},
  provenance: { name: 'zxing-cpp', version: '1', sha256: null },
};

test('print and bar code: shares of the picture, raw beside value, both beside what was given', () => {
  const printed = {
    fields: [
      { field: 'dateOfBirth', value: '1974-08-13', raw: '13 AUG 1974', confidence: 0.97, box: BOX, corners },
      { field: 'lastName', value: 'Eriksson', raw: 'Eriksson', confidence: 0.5, box: BOX, corners },
    ],
    lines: [],
    unreadScripts: [],
    provenance: [],
  } as const;
  const evidence = documentEvidence(findings(side({ printed }), side({ barcodes: [licence] })), ANNA);
  const [born] = evidence.boxes.filter(({ source }) => source === 'PRINTED');
  assert.deepEqual(born, {
    side: 'DOCUMENT_FRONT',
    source: 'PRINTED',
    field: 'dateOfBirth',
    corners: [
      { x: 0.25, y: 0.25 },
      { x: 0.75, y: 0.25 },
      { x: 0.75, y: 0.45 },
      { x: 0.25, y: 0.45 },
    ],
    raw: '13 AUG 1974',
    value: '1974-08-13',
    confidence: 0.97,
  });
  const coded = evidence.boxes.filter(({ source }) => source === 'BARCODE');
  assert.deepEqual(
    [coded.length, coded[0]?.side, coded[0]?.raw, coded[0]?.confidence],
    [3, 'DOCUMENT_BACK', 'DAQD12345678', null],
  );
  assert.ok(
    evidence.boxes.every(({ raw, value }) => !/\p{C}/u.test(`${raw}${value}`)),
    'no invisible characters',
  );
  const compared = new Map(evidence.compared.map((one) => [one.field, one]));
  assert.deepEqual(compared.get('dateOfBirth'), {
    field: 'dateOfBirth',
    printed: '1974-08-13',
    machineReadable: '1974-08-12',
    machineSource: 'BARCODE',
    given: '1974-08-12',
  });
  assert.equal(compared.get('lastName')?.printed, null, 'what was not read surely is shown at its place, and no more');
  assert.equal(compared.get('firstName')?.given, 'Anna Maria');
  assert.equal(compared.has('address'), false, 'nothing is said of it');
});
const BOX = { x: 100, y: 50, width: 200, height: 40 };

test('a zone: each line and each field at its place, surname and given names apart', async () => {
  const page = pages.find(({ form }) => form === 'TD3') ?? pages[0];
  assert.ok(page);
  const { raster } = await decodeDocument(readFileSync(join(fixtures, page.file)));
  const recogniser = await LineRecogniser.load();
  const mrz = await readMrz(raster, { recogniser, today: '2026-11-21' });
  await recogniser.close();
  const reading = side({ width: raster.width, height: raster.height, mrz });
  const { boxes, compared } = documentEvidence(findings(reading), ANNA);
  assert.deepEqual(
    boxes.filter(({ field }) => field === null).map(({ value }) => value),
    page.lines,
  );
  const at = (field: string) => boxes.find((box) => box.field === field);
  const [surname, given, number] = [at('lastName'), at('firstName'), at('documentNumber')];
  assert.equal(surname?.value, mrz.parsed?.names.surname);
  assert.equal(given?.raw.replaceAll('<', ' '), mrz.parsed?.names.givenNames);
  assert.equal(number?.value, mrz.parsed?.documentNumber);
  assert.ok(number && number.confidence !== null && number.confidence > 0.8);
  // Along the writing: the given names begin behind the surname's end.
  const [line] = boxes;
  assert.ok(line && surname && given);
  const along = ({ x, y }: { x: number; y: number }): number =>
    (x * raster.width - line.corners[0].x * raster.width) * ((line.corners[1].x - line.corners[0].x) * raster.width) +
    (y * raster.height - line.corners[0].y * raster.height) * ((line.corners[1].y - line.corners[0].y) * raster.height);
  assert.ok(along(given.corners[0]) > along(surname.corners[1]));
  const row = compared.find(({ field }) => field === 'lastName');
  assert.deepEqual(
    [row?.machineSource, row?.machineReadable, row?.given],
    ['MRZ', mrz.parsed?.names.surname, 'Eriksson'],
  );
});

test('a zone that does not hold is shown as it reads, and nothing is made of it', async () => {
  const page = pages[0];
  assert.ok(page);
  const { raster } = await decodeDocument(readFileSync(join(fixtures, page.file)));
  const recogniser = await LineRecogniser.load();
  const mrz = await readMrz(raster, { recogniser, today: '2026-11-21' });
  await recogniser.close();
  const reading = side({ width: raster.width, height: raster.height, mrz: { ...mrz, status: 'INVALID' } });
  const { boxes, compared } = documentEvidence(findings(reading), ANNA);
  assert.ok(boxes.length > 5 && boxes.every(({ value, raw }) => value === null && raw !== ''));
  assert.ok(compared.every(({ machineReadable, printed }) => machineReadable === null && printed === null));
});

test('nothing was read: only what was given', () => {
  const { boxes, compared } = documentEvidence(findings(null), { ...ANNA, dateOfBirth: null, nationality: null });
  assert.deepEqual(boxes, []);
  assert.deepEqual(
    compared.map(({ field }) => field),
    ['firstName', 'lastName'],
  );
});
