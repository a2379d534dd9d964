/**
 * UNAVAILABLE: nothing came, or "try later". REFUSED: the key, the plan or the method. MALFORMED: what came is not what
 * the interface promises, or contradicts itself. REORGANISED: the chain changed in the middle of a fetch.
 */
export type FailureReason = 'UNAVAILABLE' | 'REFUSED' | 'MALFORMED' | 'REORGANISED';

/** A provider did not give what it was asked for. The message names provider and place, never keys, addresses or values. */
export class ProviderFailed extends Error {
  override name = 'ProviderFailed';
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The requests or the time given to a task are used up. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent';
  constructor() {
    super('The requests or the time given to this task are used up');
  }
}
