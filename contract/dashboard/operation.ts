import type { Operation } from '../operation.ts';
import type { Action } from './roles.ts';

export const DASHBOARD_PREFIX = '/dashboard/api';
/** Every request that changes something carries this header: no form and no other page can send it. */
export const DASHBOARD_HEADER = 'x-dashboard';

/**
 * A call that only the pages make. `ACCOUNT`: below /dashboard/api; `ENVIRONMENT`: below /dashboard/api/live and
 * /dashboard/api/test. `action` is what the role must be allowed; null: any member of the organisation.
 */
export interface DashboardOperation extends Operation {
  place: 'ACCOUNT' | 'ENVIRONMENT';
  action: Action | null;
}

type Given = Omit<DashboardOperation, 'tag' | 'scope' | 'status' | 'place'>;
interface Fixed<P extends DashboardOperation['place']> {
  tag: 'Dashboard';
  scope: null;
  status: 200;
  place: P;
}

export const accountOperation = <const O extends Given>(definition: O): O & Fixed<'ACCOUNT'> => ({
  tag: 'Dashboard',
  scope: null,
  status: 200,
  place: 'ACCOUNT',
  ...definition,
});

export const environmentOperation = <const O extends Given>(definition: O): O & Fixed<'ENVIRONMENT'> => ({
  tag: 'Dashboard',
  scope: null,
  status: 200,
  place: 'ENVIRONMENT',
  ...definition,
});
