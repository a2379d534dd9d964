import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { Me } from '../../contract/dashboard/account.ts';
import type { Action } from '../../contract/dashboard/roles.ts';
import { api, own } from './api.ts';
import { useEnvironment } from './where.tsx';

/** Who is signed in. Below the shell it is always there. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => api.get<Me>(own('me'), undefined, signal),
  staleTime: 5 * 60_000,
  retry: false,
});

export const useMe = (): Me => useSuspenseQuery(meQuery).data;
export const useMeIfAny = (): Me | undefined => useQuery({ ...meQuery, enabled: false }).data;

/** Whether my role may do this here. The server asks again; this only leaves out what it would refuse. */
export function useMay(): (action: Action) => boolean {
  const { actions } = useMe();
  const environment = useEnvironment();
  const allowed = environment === 'live' ? actions.LIVE : actions.TEST;
  return (action) => allowed.includes(action);
}
