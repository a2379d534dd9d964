/** What parent and isolated process say to one another. */
export type ToChild = { task: unknown };

export type FromChild =
  | { ready: true }
  | { progress: number }
  | { result: unknown }
  /** An error that the task's own code threw on purpose, with a code of its vocabulary. */
  | { refused: { code: string; message: string } }
  /** Any other error; what it says may contain what was in the file, so only its class is told. */
  | { failed: { name: string } };

/** Thrown by a task to refuse its input: the code and message go to the caller as they are. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export type FailureReason = 'TIMED_OUT' | 'OUT_OF_MEMORY' | 'OUT_OF_PROCESSOR_TIME' | 'CRASHED' | 'STOPPED';

/** The isolated process did not come to an answer. Says how it ended, and nothing of what it was given. */
export class IsolationFailure extends Error {
  override name = 'IsolationFailure';
  readonly reason: FailureReason;
  constructor(reason: FailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
