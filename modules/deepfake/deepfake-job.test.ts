import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEEPFAKE_STATUSES } from '../../contract/deepfake.ts';
import { isUnfinished, type JobRow, type Move, moved, TRANSITIONS } from './deepfake-job.ts';
import { simulatedArtefacts } from './sandbox-artefacts.ts';

const now = new Date('2026-03-01T00:00:00Z');
const queued: JobRow = {
  id: 'job_1',
  mediaType: 'IMAGE',
  status: 'QUEUED',
  progress: 0,
  credits: 2,
  isDeepfake: null,
  confidence: null,
  manipulationType: null,
  recommendation: null,
  detectors: [],
  artefacts: [],
  errorCode: null,
  errorMessage: null,
  fileName: 'a.jpg',
  media: null,
  sealedUrl: Buffer.alloc(3),
  callbackUrl: null,
  metadata: {},
  createdAt: now,
  updatedAt: now,
  completedAt: null,
};
const MOVES = Object.keys(TRANSITIONS) as Move[];
const from = (move: Move): readonly string[] => TRANSITIONS[move].from;

test('any sequence of moves stays on the table, and every end settles the credits exactly once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...MOVES), { maxLength: 12 }), (moves) => {
      let row = queued;
      let settled = 0;
      for (const move of moves) {
        if (!from(move).includes(row.status)) {
          assert.throws(() => moved(row, move, {}, now));
          continue;
        }
        const before = row.progress;
        row = moved(row, move, {}, now);
        assert.equal(row.status, TRANSITIONS[move].to);
        assert.ok(row.progress >= before);
        if (TRANSITIONS[move].credits !== 'HELD') settled += 1;
      }
      assert.equal(settled, isUnfinished(row) ? 0 : 1);
      assert.equal(row.completedAt === null, isUnfinished(row));
      if (!isUnfinished(row)) assert.equal(row.sealedUrl, null, 'the address is forgotten');
      if (row.status === 'COMPLETED') assert.equal(row.progress, 100);
    }),
  );
  for (const status of DEEPFAKE_STATUSES) {
    assert.equal(
      MOVES.some((move) => from(move).includes(status)),
      isUnfinished({ status }),
    );
  }
});

test('simulated artefacts are real files, the same every time', () => {
  for (const mediaType of ['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT'] as const) {
    const [one, two] = [simulatedArtefacts(mediaType), simulatedArtefacts(mediaType)];
    assert.deepEqual(one, two);
    for (const made of one) {
      if (made.mediaType === 'application/json') assert.ok(JSON.parse(Buffer.from(made.bytes).toString()));
      else assert.equal(Buffer.from(made.bytes).subarray(0, 8).toString('hex'), '89504e470d0a1a0a');
    }
  }
});
