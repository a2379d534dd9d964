import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PROFILE_CHECKS, PROFILE_TYPES, VERIFICATION_STATUSES } from '../../contract/verifications.ts';
import type { Verdict } from './engine.ts';
import {
  FINAL,
  isOpen,
  missingKinds,
  type Move,
  moved,
  notPerformed,
  reviewed,
  settle,
  TRANSITIONS,
  type VerificationRow,
} from './verification.ts';

const now = new Date('2026-03-01T00:00:00Z');
const row = (change: Partial<VerificationRow> = {}): VerificationRow => ({
  id: 'ver_1',
  applicantId: 'app_1',
  profileType: 'STANDARD',
  status: 'CREATED',
  result: null,
  decidedBy: null,
  credits: 1,
  checks: notPerformed(change.profileType ?? 'STANDARD'),
  extracted: null,
  breakdown: [],
  failureReasons: [],
  reviewReason: null,
  review: null,
  proposedReview: null,
  files: [],
  uploadIssues: [],
  tries: 0,
  tokenHash: Buffer.alloc(32),
  sealedToken: Buffer.alloc(9),
  locale: null,
  callbackUrl: null,
  metadata: {},
  expiresAt: new Date('2026-03-08T00:00:00Z'),
  createdAt: now,
  updatedAt: now,
  completedAt: null,
  ...change,
});

const MOVES = Object.keys(TRANSITIONS) as Move[];
const findings = { checks: {}, extracted: null, breakdown: [] };
const verdict = fc.oneof<fc.Arbitrary<Verdict>[]>(
  fc.constant({ kind: 'DECIDED', result: 'APPROVED', failureReasons: [], ...findings }),
  fc.constant({ kind: 'DECIDED', result: 'REJECTED', failureReasons: ['DOCUMENT_EXPIRED'], ...findings }),
  fc.constant({ kind: 'REFERRED', reviewReason: 'FACE_MATCH_UNCERTAIN', ...findings }),
  fc.constant({ kind: 'UNREADABLE', uploadIssues: [{ kind: 'SELFIE', reason: 'BLURRED' }] }),
);

test('the table is the diagram of the contract', () => {
  const arrows = MOVES.flatMap((move) => TRANSITIONS[move].from.map((from) => `${from} > ${TRANSITIONS[move].to}`));
  assert.deepEqual(arrows.toSorted(), [
    'CREATED > CANCELLED',
    'CREATED > EXPIRED',
    'CREATED > PENDING_UPLOAD',
    'MANUAL_REVIEW > COMPLETED',
    'PENDING_UPLOAD > CANCELLED',
    'PENDING_UPLOAD > EXPIRED',
    'PENDING_UPLOAD > PROCESSING',
    'PROCESSING > COMPLETED',
    'PROCESSING > MANUAL_REVIEW',
    'PROCESSING > PENDING_UPLOAD',
  ]);
});

test('any sequence of moves stays on the table; every end settles the held credits exactly once', () => {
  const sequence = fc.array(fc.constantFrom(...MOVES), { maxLength: 30 });
  fc.assert(
    fc.property(sequence, (moves) => {
      let current = row();
      let settled = 0;
      for (const move of moves) {
        const allowed = (TRANSITIONS[move].from as readonly string[]).includes(current.status);
        if (!allowed) {
          assert.throws(() => moved(current, move, {}, now));
          continue;
        }
        assert.ok(!FINAL.includes(current.status), 'nothing follows a final status');
        current = moved(current, move, {}, now);
        assert.equal(current.status, TRANSITIONS[move].to);
        if (TRANSITIONS[move].credits !== 'HELD') settled += 1;
      }
      assert.equal(settled, FINAL.includes(current.status) ? 1 : 0);
      assert.equal(current.completedAt !== null, current.status === 'COMPLETED');
      const mayCapture = isOpen(current) || current.status === 'PROCESSING';
      assert.equal(current.sealedToken !== null, mayCapture, 'the capture token is gone once nothing can be uploaded');
      assert.equal(current.tokenHash !== null, mayCapture);
    }),
    { numRuns: 500 },
  );
  for (const status of VERIFICATION_STATUSES) {
    const leaves = MOVES.some((move) => (TRANSITIONS[move].from as readonly string[]).includes(status));
    assert.equal(leaves, !FINAL.includes(status), status);
  }
});

test('whatever the engine says, three tries end with a decision or a person', () => {
  fc.assert(
    fc.property(fc.array(verdict, { minLength: 3, maxLength: 5 }), (verdicts) => {
      let current = moved(row(), 'OPEN', {}, now);
      for (const said of verdicts) {
        current = moved(current, 'SUBMIT', { tries: current.tries + 1 }, now);
        const { move, change } = settle(current, said);
        current = moved(current, move, change, now);
        if (current.status !== 'PENDING_UPLOAD') break;
      }
      assert.ok(current.status === 'COMPLETED' || current.status === 'MANUAL_REVIEW');
      assert.ok(current.tries <= 3);
      assert.equal(current.result !== null, current.status === 'COMPLETED');
      assert.equal(current.reviewReason !== null, current.status === 'MANUAL_REVIEW');
    }),
  );
});

test('an unreadable image is asked for again, and the others are kept', () => {
  const file = (kind: 'SELFIE' | 'DOCUMENT_FRONT') =>
    ({ fileId: `file_${kind}`, kind, mediaType: 'image/jpeg', size: 1, createdAt: '' }) as const;
  const files = [file('DOCUMENT_FRONT'), file('SELFIE')];
  const processing = row({ status: 'PROCESSING', tries: 1, files });
  assert.deepEqual(missingKinds(processing), []);
  const { move, change, dropped } = settle(processing, {
    kind: 'UNREADABLE',
    uploadIssues: [{ kind: 'SELFIE', reason: 'BLURRED' }],
  });
  assert.equal(move, 'ASK_AGAIN');
  assert.deepEqual(dropped, ['file_SELFIE']);
  assert.deepEqual(missingKinds(moved(processing, move, change, now)), ['SELFIE']);
});

test('the digest of a picture that was refused is kept while another is awaited, and not a moment longer', () => {
  const issue = { kind: 'SELFIE', reason: 'BLURRED' } as const;
  const kept = { ...issue, picture: 'ab'.repeat(32) };
  const processing = row({ status: 'PROCESSING', tries: 1 });
  const asked = settle(processing, { kind: 'UNREADABLE', uploadIssues: [kept] });
  const waiting = moved(processing, asked.move, asked.change, now);
  assert.deepEqual(waiting.uploadIssues, [kept]);
  assert.deepEqual(moved(waiting, 'SUBMIT', {}, now).uploadIssues, [kept]);
  for (const move of ['EXPIRE', 'CANCEL'] as const)
    assert.deepEqual(moved(waiting, move, {}, now).uploadIssues, [issue]);
  const last = row({ status: 'PROCESSING', tries: 3 });
  const referred = settle(last, { kind: 'UNREADABLE', uploadIssues: [kept] });
  assert.deepEqual(moved(last, referred.move, referred.change, now).uploadIssues, [issue]);
});

test('each profile has its checks and needs its files', () => {
  assert.deepEqual(
    PROFILE_TYPES.map((profileType) => missingKinds({ profileType, files: [] })),
    [
      ['DOCUMENT_FRONT'],
      ['DOCUMENT_FRONT', 'SELFIE'],
      ['DOCUMENT_FRONT', 'SELFIE', 'LIVENESS_FRAME'],
      ['DOCUMENT_FRONT', 'SELFIE', 'LIVENESS_FRAME'],
    ],
  );
  for (const profileType of PROFILE_TYPES) {
    assert.deepEqual(Object.keys(notPerformed(profileType)), PROFILE_CHECKS[profileType]);
  }
});

test("a person's decision settles the checks that awaited it, and no others", () => {
  const awaiting = row({
    status: 'MANUAL_REVIEW',
    checks: { document: 'PASS', faceMatch: 'REVIEW', liveness: 'FAIL', dataMatch: 'NOT_PERFORMED' },
  });
  assert.deepEqual(reviewed(awaiting, 'APPROVED', 'same person', undefined, now).checks, {
    document: 'PASS',
    faceMatch: 'PASS',
    liveness: 'FAIL',
    dataMatch: 'NOT_PERFORMED',
  });
  const rejected = reviewed(awaiting, 'REJECTED', 'not the same', undefined, now);
  assert.equal(rejected.checks?.faceMatch, 'FAIL');
  assert.deepEqual(rejected.failureReasons, ['REJECTED_BY_REVIEWER']);
});
