import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Lane, LANE_CONCURRENCY } from './lane.ts';
import { afterAttempt } from './schedule.ts';
import type { Due } from './store.ts';

const due = (deliveryId: string, status: Due['status'] = 'ACTIVE'): Due => ({
  deliveryId,
  lane: 'wh_1',
  scheduled: 0,
  manual: false,
  resumeAt: null,
  status,
  organizationId: 'org_1',
  environment: 'LIVE',
  event: 'credits.depleted',
  body: '{}',
  url: 'https://example.com',
  endpointId: 'wh_1',
  sealedSecret: null,
  sealedPreviousSecret: null,
  previousSecretUntil: null,
});

describe('a lane', () => {
  test('widens with quick successes to its bound, and narrows to one with failures or slowness', () => {
    const lane = new Lane('wh_1', 60_000, 0);
    for (let index = 0; index < 20; index += 1) lane.learn(true, 10);
    assert.equal(lane.limit, LANE_CONCURRENCY);
    lane.learn(true, 1_500);
    assert.equal(lane.limit, LANE_CONCURRENCY / 2);
    assert.equal(lane.struggling, true);
    for (let index = 0; index < 5; index += 1) lane.learn(false, 10);
    assert.equal(lane.limit, 1);
    lane.learn(true, 10);
    assert.deepEqual([lane.limit, lane.struggling], [2, false]);
  });

  test('begins nothing that could outlast its lease', () => {
    const lane = new Lane('wh_1', 10_000, 0);
    lane.supply([due('a'), due('b')], 2, 4_000);
    assert.equal(lane.next(4_500, 5_500)?.deliveryId, 'a');
    assert.equal(lane.next(4_501, 5_500), undefined);
  });

  test('forgets what it fetched a while ago, so that changes of the endpoint are seen', () => {
    const lane = new Lane('wh_1', 60_000, 0);
    lane.supply([due('a')], 1, 0);
    assert.equal(lane.next(501, 5_500), undefined);
    assert.equal(lane.ready.length, 0);
    assert.equal(lane.more, true);
  });

  test('of a marked endpoint has one attempt at a time', () => {
    const lane = new Lane('wh_1', 60_000, 0);
    lane.supply([due('a', 'FAILED'), due('b', 'FAILED')], 2, 0);
    assert.equal(lane.limit, 1);
    assert.equal(lane.next(0, 5_500)?.deliveryId, 'a');
    lane.inFlight += 1;
    assert.equal(lane.next(0, 5_500), undefined);
    assert.equal(lane.wanted(64), 0);
  });
});

describe('after an attempt', () => {
  const startedAt = new Date('2026-11-02T09:30:00.000Z');
  const made = { success: false, startedAt, scheduled: 0, manual: false, resumeAt: null };

  test('a success ends it', () => {
    assert.deepEqual(afterAttempt({ ...made, success: true }), { next: 'DONE' });
  });

  test('failures are followed by another 30 s and 5 min after their start, the third by none', () => {
    const at = (text: string) => ({ next: 'RETRY', dueAt: new Date(text) });
    assert.deepEqual(afterAttempt(made), at('2026-11-02T09:30:30.000Z'));
    assert.deepEqual(afterAttempt({ ...made, scheduled: 1 }), at('2026-11-02T09:35:00.000Z'));
    assert.deepEqual(afterAttempt({ ...made, scheduled: 2 }), { next: 'GIVE_UP', exhausted: true });
  });

  test('one asked for by hand has no retries of its own, and marks no endpoint', () => {
    const manual = { ...made, manual: true, scheduled: 2 };
    assert.deepEqual(afterAttempt(manual), { next: 'GIVE_UP', exhausted: false });
    const resumeAt = new Date('2026-11-02T09:40:00.000Z');
    assert.deepEqual(afterAttempt({ ...manual, resumeAt }), { next: 'RETRY', dueAt: resumeAt });
  });
});
