import { accountOperations } from './account.ts';
import { detailOperations } from './details.ts';
import { homeOperations } from './home.ts';
import type { DashboardOperation } from './operation.ts';
import { policyOperations } from './policies.ts';
import { privacyOperations } from './privacy.ts';
import { queueOperations } from './queue.ts';
import { recordOperations } from './records.ts';

export * from './account.ts';
export * from './auth.ts';
export * from './counted.ts';
export * from './details.ts';
export * from './home.ts';
export * from './operation.ts';
export * from './policies.ts';
export * from './privacy.ts';
export * from './public-actions.ts';
export * from './queue.ts';
export * from './records.ts';
export * from './roles.ts';
export * from './scopes.ts';
export * from './stream.ts';

/** Every call that only the pages make; each with its method, path, and the action that the role must be allowed. */
export const DASHBOARD_OPERATIONS: readonly DashboardOperation[] = [
  ...accountOperations,
  ...homeOperations,
  ...queueOperations,
  ...detailOperations,
  ...policyOperations,
  ...recordOperations,
  ...privacyOperations,
];
