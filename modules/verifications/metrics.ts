import type { Environment } from '../../contract/enums.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Services } from '../../platform/module.ts';
import type { Verdict } from './engine.ts';
import { waitingReviews } from './store.ts';

const EXAMINATIONS = 'examinations';

/** Counts what an examination came to, once that is durable. */
export function tallyVerdict(transaction: Transaction, environment: Environment, verdict: Verdict): void {
  const outcome = verdict.kind === 'DECIDED' ? verdict.result : verdict.kind;
  const reason = verdict.kind === 'REFERRED' ? verdict.reviewReason : 'NONE';
  transaction.tally(`${EXAMINATIONS} ${environment} ${outcome} ${reason}`);
}

/** What an operator watches of verifications: what examinations come to, and those that wait for a person. */
export function registerVerificationMetrics({ metrics, db, clock }: Pick<Services, 'metrics' | 'db' | 'clock'>): void {
  metrics.tallied(
    'verification_examinations_total',
    'Examinations of verifications by what came of them; why a person is asked',
    ['environment', 'outcome', 'reason'],
    db.tallies,
    EXAMINATIONS,
  );
  metrics.gauge(
    'verification_reviews_waiting',
    'Verifications that wait for a person',
    ['environment'],
    async (set) => {
      for (const { environment, waiting } of await waitingReviews(db)) set({ environment }, waiting);
    },
  );
  metrics.gauge(
    'verification_reviews_oldest_seconds',
    'How long the longest waiting verification waits for a person',
    ['environment'],
    async (set) => {
      const now = clock.now().getTime();
      for (const { environment, since } of await waitingReviews(db)) {
        set({ environment }, since === null ? 0 : Math.max(0, (now - since.getTime()) / 1000));
      }
    },
  );
}
