import type { Services } from '../../../platform/module.ts';
import type { RetentionPart } from '../../organizations/index.ts';
import { countOldRequests, FORGOTTEN_AT_ONCE, forgetRequestsOf } from './store.ts';

/** The list of calls of one organisation, where it wants to keep it for less long than the operator does. */
export const requestRetention = ({ db }: Services): RetentionPart => ({
  setting: 'retention.requestLogDays',
  due: countOldRequests,
  erase: async (organizationId, before) => (await forgetRequestsOf(db, organizationId, before)) === FORGOTTEN_AT_ONCE,
});
