import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Verdict } from '../engine.ts';
import { CAPTURE_BOUNDS, digest, type Issued, newChallenge, phaseOf, useNonce, withoutTurning } from './rules.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const issued = (nonce: string, more: Partial<Issued> = {}): Issued => ({
  nonce: digest(nonce).toString('hex'),
  turns: null,
  assisted: false,
  frames: 0,
  issuedAt: NOW.toISOString(),
  ...more,
});
const refused = (work: () => unknown): boolean => {
  try {
    work();
    return false;
  } catch (error) {
    return error instanceof ApiError && error.code === 'VALIDATION_ERROR';
  }
};

test('a nonce opens one picture, or frames one after the other, and nothing else', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(40), (mine, other, frame) => {
      const open = { SELFIE: issued(mine), LIVENESS_FRAME: issued(other) };
      const left = useNonce(open, { kind: 'SELFIE', nonce: mine, frame: null }, NOW);
      assert.equal(left.SELFIE, undefined);
      assert.deepEqual(left.LIVENESS_FRAME, open.LIVENESS_FRAME);
      assert.ok(refused(() => useNonce(left, { kind: 'SELFIE', nonce: mine, frame: null }, NOW)));
      assert.ok(mine === other || refused(() => useNonce(open, { kind: 'SELFIE', nonce: other, frame: null }, NOW)));
      const next = (): unknown => useNonce(open, { kind: 'LIVENESS_FRAME', nonce: other, frame }, NOW);
      assert.equal(refused(next), frame !== 0);
    }),
  );
  const kept = { LIVENESS_FRAME: issued('n', { frames: 31 }) };
  const last = useNonce(kept, { kind: 'LIVENESS_FRAME', nonce: 'n', frame: 31 }, NOW);
  assert.equal(last.LIVENESS_FRAME?.frames, 32);
  assert.ok(refused(() => useNonce(last, { kind: 'LIVENESS_FRAME', nonce: 'n', frame: 32 }, NOW)));
  assert.ok(refused(() => useNonce(kept, { kind: 'LIVENESS_FRAME', nonce: 'n', frame: null }, NOW)));
  const late = new Date(NOW.getTime() + CAPTURE_BOUNDS.captureMs + 1);
  assert.ok(refused(() => useNonce(kept, { kind: 'LIVENESS_FRAME', nonce: 'n', frame: 31 }, late)));
});

test('turns follow the dice', () => {
  assert.deepEqual(
    newChallenge(() => 0),
    ['LEFT', 'LEFT', 'LEFT'],
  );
  let at = 0;
  assert.deepEqual(
    newChallenge(() => at++ % 2),
    ['LEFT', 'RIGHT', 'LEFT'],
  );
});

test('without turning: never asked for a turn again, never passed by it, and everything else as it was', () => {
  const assisted = { nonce: '', turns: null, assisted: true };
  const turned = { nonce: '', turns: ['LEFT'] as const, assisted: false };
  const verdict = (...uploadIssues: { kind: 'SELFIE' | 'LIVENESS_FRAME'; reason: string }[]): Verdict => ({
    kind: 'UNREADABLE',
    uploadIssues,
  });
  const still = { kind: 'LIVENESS_FRAME', reason: 'LIVENESS_NO_MOVEMENT' } as const;
  const blurred = { kind: 'SELFIE', reason: 'IMAGE_BLURRED' } as const;
  const damaged = { kind: 'LIVENESS_FRAME', reason: 'IMAGE_DAMAGED' } as const;
  const referred = withoutTurning(verdict(still), assisted);
  assert.equal(referred.kind === 'REFERRED' && referred.reviewReason, 'LIVENESS_WITHOUT_TURNING');
  assert.deepEqual(withoutTurning(verdict(still, blurred), assisted), verdict(blurred));
  assert.deepEqual(withoutTurning(verdict(damaged), assisted), verdict(damaged));
  for (const challenge of [turned, null]) assert.deepEqual(withoutTurning(verdict(still), challenge), verdict(still));
  const decided = (result: 'APPROVED' | 'REJECTED'): Verdict => ({
    kind: 'DECIDED',
    result,
    failureReasons: [],
    checks: { liveness: 'PASS' },
    extracted: null,
    breakdown: [],
  });
  const evidence = { boxes: [], compared: [] };
  const shown = withoutTurning({ ...decided('APPROVED'), evidence }, assisted);
  assert.equal('evidence' in shown && shown.evidence, evidence, 'the reviewer sees where everything was read');
  const instead = withoutTurning(decided('APPROVED'), assisted);
  assert.equal(instead.kind === 'REFERRED' && instead.checks.liveness, 'REVIEW', 'a recording turns its head, too');
  assert.deepEqual(withoutTurning(decided('REJECTED'), assisted), decided('REJECTED'));
  assert.deepEqual(withoutTurning(decided('APPROVED'), turned), decided('APPROVED'));
});

test('a rejection looks like any end', () => {
  assert.equal(phaseOf({ status: 'COMPLETED', result: 'REJECTED' }), 'FINISHED');
  assert.equal(phaseOf({ status: 'COMPLETED', result: 'APPROVED' }), 'APPROVED');
  assert.equal(phaseOf({ status: 'MANUAL_REVIEW', result: null }), 'UNDER_REVIEW');
});
