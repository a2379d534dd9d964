import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { difference, type Grey, hintOf, measure } from '../../capture/measure.ts';
import { type CaptureState, framesOf, type Kind, nextStep, progressOf, viewsOf } from '../../capture/state.ts';

const stateOf = (steps: [Kind, required: boolean, present: boolean, issue?: string][]): CaptureState => ({
  phase: 'CAPTURE',
  sandbox: false,
  organization: 'Test',
  phone: true,
  locale: null,
  consent: true,
  consentTexts: {},
  faces: true,
  templates: false,
  steps: steps.map(([kind, required, present, issue]) => ({ kind, required, present, issue: issue ?? null })),
  tries: 0,
  triesLeft: 3,
  expiresAt: '2026-01-01T00:00:00.000Z',
});
const nothing = new Set<Kind>();

test('only what is missing is asked for, the back where it makes sense', () => {
  const next = (state: CaptureState, skipped: ReadonlySet<Kind> = nothing) => nextStep(state, skipped)?.kind ?? null;
  assert.equal(
    next(
      stateOf([
        ['DOCUMENT_FRONT', true, false],
        ['DOCUMENT_BACK', false, false],
      ]),
    ),
    'DOCUMENT_FRONT',
  );
  const front = stateOf([
    ['DOCUMENT_FRONT', true, true],
    ['DOCUMENT_BACK', false, false],
    ['SELFIE', true, false],
  ]);
  assert.equal(next(front), 'DOCUMENT_BACK');
  assert.equal(next(front, new Set<Kind>(['DOCUMENT_BACK'])), 'SELFIE');
  assert.equal(
    next(
      stateOf([
        ['DOCUMENT_FRONT', true, true],
        ['DOCUMENT_BACK', false, false],
        ['SELFIE', true, true],
      ]),
    ),
    null,
    'it was passed over before',
  );
  assert.equal(
    next(
      stateOf([
        ['DOCUMENT_FRONT', true, true],
        ['DOCUMENT_BACK', false, false, 'IMAGE_BLURRED'],
        ['SELFIE', true, true],
      ]),
    ),
    'DOCUMENT_BACK',
    'a bad one is asked for again',
  );
  assert.equal(
    next(
      stateOf([
        ['DOCUMENT_FRONT', true, true],
        ['SELFIE', true, false, 'EYES_CLOSED'],
      ]),
    ),
    'SELFIE',
  );
});

test('it always comes to an end, whatever is there and however much is skipped', () => {
  const kinds: Kind[] = ['DOCUMENT_FRONT', 'DOCUMENT_BACK', 'SELFIE', 'LIVENESS_FRAME'];
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), fc.boolean(), (present, skip) => {
      let state = stateOf(kinds.map((kind, at) => [kind, kind !== 'DOCUMENT_BACK', present[at] ?? false]));
      const skipped = new Set<Kind>();
      for (let round = 0; round < 6; round += 1) {
        const step = nextStep(state, skipped);
        if (!step) return state.steps.every((one) => one.present || !one.required);
        if (skip && !step.required) skipped.add(step.kind);
        else state = { ...state, steps: state.steps.map((one) => (one === step ? { ...one, present: true } : one)) };
      }
      return false;
    }),
  );
});

test('progress counts the hand-in; every turn begins from the front', () => {
  const state = stateOf([
    ['DOCUMENT_FRONT', true, true],
    ['SELFIE', true, false],
  ]);
  assert.deepEqual(
    [progressOf(state, 'SELFIE'), progressOf(state, null)],
    [
      { at: 2, of: 3 },
      { at: 3, of: 3 },
    ],
  );
  assert.deepEqual(viewsOf(['LEFT', 'RIGHT']), ['STRAIGHT', 'LEFT', 'STRAIGHT', 'RIGHT']);
  assert.equal(
    viewsOf(['LEFT', 'LEFT', 'RIGHT']).reduce((sum, view) => sum + framesOf(view), 0),
    9,
  );
  assert.equal(viewsOf(null).length, 3);
});

const picture = async (svg: string): Promise<Grey> => {
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten({ background: '#404448' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
};
const card = (more = '', x = 20): Promise<Grey> =>
  picture(`<svg xmlns="http://www.w3.org/2000/svg" width="320" height="214"><rect x="${x}" y="14" width="280" height="186" fill="#dde"/>
    ${Array.from({ length: 8 }, (_, at) => `<text x="40" y="${40 + at * 20}" font-size="16" font-family="monospace">UTO${at}23456&lt;&lt;&lt;JOHANNA</text>`).join('')}${more}</svg>`);
const INSET = 0.069;

test('hints: framed and steady is good; all else is told by its name', async () => {
  const good = await card();
  const said = (grey: Grey, moved: number | null = 0) => hintOf(measure(grey, INSET), moved, 'DOCUMENT');
  assert.equal(said(good), 'GOOD');
  assert.equal(said(good, 30), 'MOVING');
  assert.equal(said(good, null), 'MOVING', 'one picture alone is not steady');
  assert.equal(said(await card('<circle cx="200" cy="100" r="60" fill="#fff"/>')), 'GLARE');
  const shifted = await picture(
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="214"><rect x="90" y="60" width="120" height="80" fill="#dde"/></svg>',
  );
  assert.equal(said(shifted), 'NOT_IN_FRAME');
  const dim = (by: number): Grey => ({ ...good, data: good.data.map((value) => value * by) });
  assert.equal(said(dim(0.2)), 'TOO_DARK');
  const { data, info } = await sharp(good.data, { raw: { width: good.width, height: good.height, channels: 1 } })
    .blur(4)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.equal(info.channels, 1);
  assert.equal(said({ ...good, data: new Uint8Array(data) }), 'BLURRED');
  assert.equal(difference(good, good), 0);
  assert.ok(difference(good, await card('', 60)) > 7);
});
