import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Services } from '../../../platform/module.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { currentVersions } from '../live/live.ts';
import { concerned } from './reach.ts';
import * as store from './store.ts';

export const RUN_MANY = 'kyt.run_monitors';

/** Changes looked at in one transaction, and monitors of one job. */
const CHANGES = 50;
const MONITORS = 100;
/** For how long after its beginning a monitor may have been missed by a look at what changed while it began. */
const BEGINNING_MS = 2 * 60_000;

/**
 * Looks what changed of labels and payments since the last time, and asks for runs of the monitors that it concerns.
 * The changes go in the transaction that asks for the runs: what was looked at once is not lost, and not asked twice.
 * @returns how many runs it asked for
 */
export async function lookAtChanges({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  let asked = 0;
  for (;;) {
    const { changes, runs } = await db.transaction(async (transaction) => {
      await store.lockLook(transaction);
      const taken = await store.takeChanges(transaction, CHANGES);
      if (taken.length === 0) return { changes: 0, runs: 0 };
      const watchers = await concerned(transaction, taken);
      askForRuns(transaction, watchers, clock.now());
      return { changes: taken.length, runs: watchers.length };
    });
    asked += runs;
    if (changes < CHANGES) break;
  }
  const since = new Date(clock.now().getTime() - BEGINNING_MS);
  const missed = await store.begunOnOtherData(db, await currentVersions(db), since);
  if (missed.length > 0) {
    await db.transaction(async (transaction) => askForRuns(transaction, missed, clock.now()));
  }
  return asked + missed.length;
}

/** Asks for runs of monitors of production, many in one job. */
export function askForRuns(
  transaction: Transaction,
  watchers: readonly { organizationId: string; id: string }[],
  at: Date,
): void {
  for (let i = 0; i < watchers.length; i += MONITORS) {
    const monitors = watchers.slice(i, i + MONITORS).map(({ organizationId, id }) => [organizationId, id]);
    enqueue(transaction, { task: RUN_MANY, payload: { monitors }, runAt: at, maxAttempts: 8 });
  }
}
