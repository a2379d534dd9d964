import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Captures } from './captures.ts';

test('a file that is sent again is no second capture; another file is, and so is one of before there were digests', () => {
  const first = new Captures();
  first.add('DOCUMENT_BACK', Buffer.from('one picture'));
  const kept = first.keep({ kind: 'DOCUMENT_BACK', reason: 'MRZ_CHECK_DIGITS_WRONG' });
  assert.match(kept.picture ?? '', /^[0-9a-f]{64}$/);

  const same = new Captures();
  same.add('DOCUMENT_BACK', Buffer.from('one picture'));
  assert.deepEqual(same.reasonsOfOthers([kept]), []);
  const other = new Captures();
  other.add('DOCUMENT_BACK', Buffer.from('another picture'));
  assert.deepEqual(other.reasonsOfOthers([kept]), ['MRZ_CHECK_DIGITS_WRONG']);
  assert.deepEqual(same.reasonsOfOthers([{ kind: 'DOCUMENT_BACK', reason: 'FACE_MISMATCH' }]), ['FACE_MISMATCH']);
});
