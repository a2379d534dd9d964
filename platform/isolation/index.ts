export { confinement, type Limits, type Network } from './limits.ts';
export { IsolationFailure, type FailureReason, Refusal } from './messages.ts';
export { IsolatedPool, type PoolOptions, removeLeftFolders } from './pool.ts';
export { IsolatedProcess, type Program } from './process.ts';
