import type { PictureOpinion } from '../../deepfake/index.ts';
import type { Examination } from '../engine.ts';
import type { OtherChecks, Outside } from './live.ts';

/** Who examines a picture: the engine of deepfake jobs. */
export interface PictureExaminer {
  examinePicture(bytes: Uint8Array): Promise<PictureOpinion>;
}

const NAMED = { rule: 'SELFIE_NOT_SYNTHETIC', check: 'deepfake' } as const;

/**
 * Whether the selfie of a BIOMETRIC verification is synthetic or altered, by the same engine as a deepfake job. Only a
 * decisive answer counts; where it is inconclusive, a person decides. It never rejects by itself.
 */
export class SelfieForensics implements OtherChecks {
  readonly #examiner: PictureExaminer;
  constructor(examiner: PictureExaminer) {
    this.#examiner = examiner;
  }

  async judge({ profileType, files }: Examination): Promise<readonly Outside[]> {
    const selfie = files.find(({ kind }) => kind === 'SELFIE');
    if (profileType !== 'BIOMETRIC' || !selfie) return [];
    return [judgementOf(await this.#examiner.examinePicture(new Uint8Array(await selfie.read())))];
  }
}

function judgementOf(opinion: PictureOpinion): Outside {
  if (!opinion.examined) {
    return { ...NAMED, outcome: 'NOT_PERFORMED', reason: 'CHECK_NOT_PERFORMED', evidence: { cause: opinion.cause } };
  }
  const { isDeepfake, confidence, manipulation, fusion, codes } = opinion;
  const evidence = { confidence, manipulation, codes: codes.join(' '), fusion };
  if (isDeepfake === true) return { ...NAMED, outcome: 'REVIEW', reason: 'SELFIE_SYNTHETIC', evidence };
  if (isDeepfake === false) return { ...NAMED, outcome: 'PASS', evidence };
  return { ...NAMED, outcome: 'REVIEW', reason: 'DEEPFAKE_INCONCLUSIVE', evidence };
}
