import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ForensicFindings } from '../../../engines/forensics/index.ts';
import { IsolationFailure, Refusal } from '../../../platform/isolation/index.ts';
import type { Examination } from '../engine.ts';
import type { OtherChecks, Outside } from './live.ts';

/** Who examines a medium that lies in a file; the file is moved away. */
export interface MediaExaminer {
  examine(about: { kind: 'IMAGE'; mediaType: string }, path: string): Promise<ForensicFindings>;
}

const NAMED = { rule: 'SELFIE_NOT_SYNTHETIC', check: 'deepfake' } as const;

/**
 * Whether the selfie of a BIOMETRIC verification is synthetic or altered, by the same engine as a deepfake job. Only a
 * decisive answer counts; where it is inconclusive, a person decides. It never rejects by itself.
 */
export class SelfieForensics implements OtherChecks {
  readonly #examiner: MediaExaminer;
  constructor(examiner: MediaExaminer) {
    this.#examiner = examiner;
  }

  async judge({ profileType, files }: Examination): Promise<readonly Outside[]> {
    const selfie = files.find(({ kind }) => kind === 'SELFIE');
    if (profileType !== 'BIOMETRIC' || !selfie) return [];
    const folder = await mkdtemp(join(tmpdir(), 'compliance-selfie-'));
    try {
      const path = join(folder, 'selfie');
      await writeFile(path, await selfie.read(), { mode: 0o600 });
      return [judgementOf(await this.#examiner.examine({ kind: 'IMAGE', mediaType: selfie.mediaType }, path))];
    } catch (error) {
      if (error instanceof IsolationFailure && error.reason === 'STOPPED') throw error;
      if (!(error instanceof IsolationFailure) && !(error instanceof Refusal)) throw error;
      const cause = error instanceof Refusal ? error.code : error.reason;
      return [{ ...NAMED, outcome: 'NOT_PERFORMED', reason: 'CHECK_NOT_PERFORMED', evidence: { cause } }];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

function judgementOf({ conclusion, detectors }: ForensicFindings): Outside {
  const { isDeepfake, confidence, manipulation, fusion } = conclusion;
  const ran = detectors.filter(({ finding }) => finding !== null).map(({ name }) => name);
  const evidence = { confidence, manipulation, detectors: ran.join(' '), fusion };
  if (isDeepfake === true) return { ...NAMED, outcome: 'REVIEW', reason: 'SELFIE_SYNTHETIC', evidence };
  if (isDeepfake === false) return { ...NAMED, outcome: 'PASS', evidence };
  return { ...NAMED, outcome: 'REVIEW', reason: 'DEEPFAKE_INCONCLUSIVE', evidence };
}
