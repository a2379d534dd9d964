import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Finding, fuse, type Reported } from '../../../engines/forensics/index.ts';
import { presentFindings } from './present.ts';

const said = (name: string, family: Reported['family'], finding: Partial<Finding> | null): Reported => ({
  name,
  version: '1',
  family,
  finding: finding && { logLikelihoodRatio: 0, quality: 1, evidence: [], ...finding },
  reason: finding ? null : 'There is no sound.',
});

const presented = (detectors: readonly Reported[]) =>
  presentFindings({ conclusion: fuse(detectors), detectors, artefacts: [] }).detectors;

test('what counts nothing gives no verdict, and the sum can be added up by hand', () => {
  const lines = presented([
    said('voice-synthesis', 'VOICE', { logLikelihoodRatio: 3 }),
    said('pdf-revisions', 'REVISIONS', { logLikelihoodRatio: 4 }),
    said('pdf-columns', 'CONTENT', { logLikelihoodRatio: 0.5 }),
    said('double-jpeg', 'COMPRESSION', { logLikelihoodRatio: 1.4, quality: 0.2 }),
    said('copy-move', 'DUPLICATION', null),
  ]);
  assert.deepEqual(
    lines.map(({ name, logLikelihoodRatio, counted, verdict }) => [name, logLikelihoodRatio, counted, verdict]),
    [
      ['voice-synthesis', 3, 0, 'INCONCLUSIVE'],
      ['pdf-revisions', 4, 2, 'MANIPULATED'],
      ['pdf-columns', 0.5, 0.5, 'INCONCLUSIVE'],
      ['double-jpeg', 1.4, 0, 'INCONCLUSIVE'],
      ['copy-move', 0, 0, 'INCONCLUSIVE'],
      ['fusion', 2.5, 2.5, 'INCONCLUSIVE'],
    ],
  );
  const sum = lines.at(-1)?.evidence.find(({ code }) => code === 'SUM')?.detail ?? '';
  assert.match(
    sum,
    /voice-synthesis 0 \(of 3\) \+ pdf-revisions 2 \(of 4\) \+ pdf-columns 0\.5 \+ double-jpeg 0 \(of 1\.4\) = 2\.5/,
  );
});
