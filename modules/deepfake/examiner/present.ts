import type { Static } from 'typebox';
import type { Detector } from '../../../contract/deepfake.ts';
import type { ForensicFindings, Reported } from '../../../engines/forensics/index.ts';
import type { Finding } from '../engine.ts';

/** From this ratio on, three to one, a detector is said to speak for one side. */
const SPEAKS = Math.log(3);
const MAX_EVIDENCE = 20;

/** An examination as the record of a job tells it. */
export function presentFindings({ conclusion, detectors, artefacts }: ForensicFindings): Finding {
  const { isDeepfake, confidence, manipulation, recommendation, logLikelihoodRatio, fusion } = conclusion;
  const sum = line('fusion', fusion, logLikelihoodRatio, [
    {
      code: isDeepfake === null ? 'INCONCLUSIVE' : 'DECISIVE',
      detail:
        isDeepfake === null
          ? 'What was found does not suffice for an answer. Nothing found is no sign of an untouched medium.'
          : 'What was found, each family of detectors up to its cap, suffices for an answer.',
    },
  ]);
  const verdict = isDeepfake === null ? 'INCONCLUSIVE' : isDeepfake ? 'MANIPULATED' : 'AUTHENTIC';
  return {
    kind: 'ANALYSED',
    isDeepfake,
    confidence,
    manipulationType: manipulation,
    recommendation,
    detectors: [...detectors.map(present), { ...sum, verdict }],
    artefacts,
  };
}

function present({ name, version, finding, reason }: Reported): Static<typeof Detector> {
  if (!finding) return line(name, version, 0, [{ code: 'NOT_APPLICABLE', detail: reason ?? 'Not applicable.' }]);
  return line(name, version, finding.logLikelihoodRatio, finding.evidence.slice(0, MAX_EVIDENCE));
}

const line = (
  name: string,
  version: string,
  ratio: number,
  evidence: readonly { code: string; detail: string }[],
): Static<typeof Detector> => ({
  name,
  version,
  score: Math.round(1000 / (1 + Math.exp(-ratio))) / 1000,
  logLikelihoodRatio: Math.round(ratio * 1000) / 1000,
  verdict: ratio >= SPEAKS ? 'MANIPULATED' : ratio <= -SPEAKS ? 'AUTHENTIC' : 'INCONCLUSIVE',
  evidence: evidence.map(({ code, detail }) => ({ code, detail })),
});
