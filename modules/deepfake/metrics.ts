import type { MediaType } from '../../contract/deepfake.ts';
import type { Environment } from '../../contract/enums.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Services } from '../../platform/module.ts';
import type { Finding } from './engine.ts';

const ANALYSES = 'deepfake analyses';

/** Counts what an analysis came to, once that is durable. */
export function tallyFinding(
  transaction: Transaction,
  environment: Environment,
  mediaType: MediaType,
  finding: Finding,
): void {
  transaction.tally(`${ANALYSES} ${environment} ${mediaType} ${outcomeOf(finding)}`);
}

function outcomeOf(finding: Finding): string {
  if (finding.kind === 'FAILED') return finding.errorCode;
  if (finding.isDeepfake === null) return 'INCONCLUSIVE';
  return finding.isDeepfake ? 'DEEPFAKE' : 'GENUINE';
}

/** What an operator watches of deepfake jobs. */
export function registerDeepfakeMetrics({ metrics, db }: Pick<Services, 'metrics' | 'db'>): void {
  metrics.tallied(
    'deepfake_analyses_total',
    'Analyses of media by what came of them: an answer, or the code of the error',
    ['environment', 'media', 'outcome'],
    db.tallies,
    ANALYSES,
  );
}
