import type { Static } from 'typebox';
import type { Detector } from '../../../contract/deepfake.ts';
import type { ForensicFindings, Reported } from '../../../engines/forensics/index.ts';
import type { Finding } from '../engine.ts';

type Analysed = Extract<Finding, { kind: 'ANALYSED' }>;

/** From this ratio on, three to one, a detector is said to speak for one side. */
const SPEAKS = Math.log(3);
const MAX_EVIDENCE = 20;

/** An examination as the record of a job tells it. */
export function presentFindings({ conclusion, detectors, artefacts }: ForensicFindings): Analysed {
  const { isDeepfake, confidence, manipulation, recommendation, logLikelihoodRatio, fusion, counted } = conclusion;
  const verdict = isDeepfake === null ? 'INCONCLUSIVE' : isDeepfake ? 'MANIPULATED' : 'AUTHENTIC';
  const evidence = [
    {
      code: isDeepfake === null ? 'INCONCLUSIVE' : 'DECISIVE',
      detail:
        isDeepfake === null
          ? 'What was found does not suffice for an answer. Nothing found is no sign of an untouched medium.'
          : 'What was found, each family of detectors up to its cap, suffices for an answer.',
    },
    { code: 'SUM', detail: sumInWords(detectors, counted, logLikelihoodRatio) },
  ];
  return {
    kind: 'ANALYSED',
    isDeepfake,
    confidence,
    manipulationType: manipulation,
    recommendation,
    detectors: [
      ...detectors.map((one, at) => present(one, counted[at] ?? 0)),
      { ...line('fusion', fusion, logLikelihoodRatio, logLikelihoodRatio, evidence), verdict },
    ],
    artefacts,
  };
}

/** How the sum came about, so that it can be added up by hand. */
function sumInWords(detectors: readonly Reported[], counted: readonly number[], total: number): string {
  const parts = detectors.flatMap(({ name, finding }, at) => {
    const ratio = finding?.logLikelihoodRatio ?? 0;
    const part = counted[at] ?? 0;
    if (ratio === 0) return [];
    return [part === ratio ? `${name} ${rounded(part)}` : `${name} ${rounded(part)} (of ${rounded(ratio)})`];
  });
  if (parts.length === 0) return 'No detector told anything either way: 0.';
  return `${parts.join(' + ')} = ${rounded(total)}. Detectors of one kind count together up to their cap, experimental ones 0.`;
}

function present({ name, version, finding, reason }: Reported, counted: number): Static<typeof Detector> {
  if (!finding) return line(name, version, 0, 0, [{ code: 'NOT_APPLICABLE', detail: reason ?? 'Not applicable.' }]);
  return line(name, version, finding.logLikelihoodRatio, counted, finding.evidence.slice(0, MAX_EVIDENCE));
}

/** What counts nothing, because it is experimental or could not see enough, speaks for neither side. */
function line(
  name: string,
  version: string,
  ratio: number,
  counted: number,
  evidence: readonly { code: string; detail: string }[],
): Static<typeof Detector> {
  const speaks = counted === 0 ? 0 : ratio;
  return {
    name,
    version,
    score: Math.round(1000 / (1 + Math.exp(-ratio))) / 1000,
    logLikelihoodRatio: rounded(ratio),
    counted: rounded(counted),
    verdict: speaks >= SPEAKS ? 'MANIPULATED' : speaks <= -SPEAKS ? 'AUTHENTIC' : 'INCONCLUSIVE',
    evidence: evidence.map(({ code, detail }) => ({ code, detail })),
  };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000 || 0;
