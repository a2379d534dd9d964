import type { ManipulationType, MediaType } from '../../contract/deepfake.ts';
import type { Finding, ForensicsEngine } from './engine.ts';
import { simulatedArtefacts } from './sandbox-artefacts.ts';

const MANIPULATION: Readonly<Record<MediaType, ManipulationType>> = {
  IMAGE: 'FACE_SWAP',
  VIDEO: 'FACE_SWAP',
  AUDIO: 'VOICE_CLONE',
  DOCUMENT: 'DOCUMENT_EDIT',
};

/** Contract section 11: what the file name contains, in any case, chooses the outcome; the first that fits. */
const SCENARIOS: readonly { contains: string; finding: (mediaType: MediaType) => Finding }[] = [
  {
    contains: 'deepfake',
    finding: (mediaType) => ({
      kind: 'ANALYSED',
      isDeepfake: true,
      confidence: 97,
      manipulationType: MANIPULATION[mediaType],
      recommendation: 'REJECT',
      detectors: detector(0.97, 'MANIPULATED'),
      artefacts: simulatedArtefacts(mediaType),
    }),
  },
  {
    contains: 'inconclusive',
    finding: () => ({
      kind: 'ANALYSED',
      isDeepfake: null,
      confidence: 50,
      manipulationType: null,
      recommendation: 'REVIEW',
      detectors: detector(0.5, 'INCONCLUSIVE'),
      artefacts: [],
    }),
  },
  {
    contains: 'corrupt',
    finding: () => ({
      kind: 'FAILED',
      errorCode: 'UNPROCESSABLE_MEDIA',
      errorMessage: 'The file cannot be decoded as what it says it is.',
    }),
  },
];

const AUTHENTIC: Finding = {
  kind: 'ANALYSED',
  isDeepfake: false,
  confidence: 96,
  manipulationType: null,
  recommendation: 'ACCEPT',
  detectors: detector(0.04, 'AUTHENTIC'),
  artefacts: [],
};

/** The simulated analyst of the sandbox: no engine, nothing fetched, the same outcome for the same name. */
export function sandboxEngine(delayMs: number): ForensicsEngine {
  const half = (now: Date): Date => new Date(now.getTime() + Math.ceil(delayMs / 2));
  return {
    requireAvailable() {},
    trustsNames: true,
    startsAt: half,
    analysesAt: half,
    analyse: async ({ fileName, mediaType }) => {
      const name = fileName.toLowerCase();
      return SCENARIOS.find(({ contains }) => name.includes(contains))?.finding(mediaType) ?? AUTHENTIC;
    },
  };
}

type Detectors = Extract<Finding, { kind: 'ANALYSED' }>['detectors'];

/** One detector that says so: score p, log-likelihood ratio ln(p / (1 - p)). */
function detector(score: number, verdict: Detectors[number]['verdict']): Detectors {
  const logLikelihoodRatio = Math.round(Math.log(score / (1 - score)) * 1000) / 1000;
  const evidence = [{ code: 'SIMULATED', detail: 'The sandbox decides by the file name; nothing was analysed.' }];
  return [{ name: 'sandbox', version: '1', score, logLikelihoodRatio, counted: logLikelihoodRatio, verdict, evidence }];
}
