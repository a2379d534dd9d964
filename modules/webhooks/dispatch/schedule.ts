/** When attempts are made: the first at once, the others after these times (specification 6.3). */
export const RETRY_DELAYS_MS: readonly number[] = [30_000, 300_000];

export interface AttemptMade {
  success: boolean;
  startedAt: Date;
  /** Attempts of the schedule before this one. */
  scheduled: number;
  /** Asked for by hand, outside the schedule. */
  manual: boolean;
  /** Where the schedule goes on after an attempt asked for by hand. */
  resumeAt: Date | null;
}

export type Verdict =
  | { next: 'DONE' }
  | { next: 'RETRY'; dueAt: Date }
  /** `exhausted`: the last attempt of the schedule failed, so that the endpoint is marked too. */
  | { next: 'GIVE_UP'; exhausted: boolean };

/**
 * What follows from an attempt. Delays count from the start of the attempt before, so that the second begins 30 s and
 * the third 5 min 30 s after the first, however long the receiver took.
 */
export function afterAttempt(made: AttemptMade, delays: readonly number[] = RETRY_DELAYS_MS): Verdict {
  if (made.success) return { next: 'DONE' };
  if (made.manual) {
    return made.resumeAt ? { next: 'RETRY', dueAt: made.resumeAt } : { next: 'GIVE_UP', exhausted: false };
  }
  const delay = delays[made.scheduled];
  if (delay === undefined) return { next: 'GIVE_UP', exhausted: true };
  return { next: 'RETRY', dueAt: new Date(made.startedAt.getTime() + delay) };
}
