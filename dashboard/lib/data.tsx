import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading, Problem } from '../ui/states.tsx';
import { api, ApiProblem, at, type ListPage, own, type Query } from './api.ts';
import { useEnvironment } from './where.tsx';

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiProblem && (error.status === 0 || error.status >= 502),
    },
  },
});

/** Every answer is kept under where it came from: its environment (`own`: none), path and query. */
type Place = 'own' | 'here';

interface ReadOptions {
  place?: Place;
  enabled?: boolean;
  /** Asked again this often, in milliseconds; false: not at all. */
  every?: number | false;
  keep?: boolean;
}

/** Reads one thing. `here`, the default, is below the environment of the page. */
export function useRead<T>(path: string, query: Query = {}, options: ReadOptions = {}): UseQueryResult<T> {
  const environment = useEnvironment();
  const { place = 'here', enabled = true, every = false, keep = false } = options;
  return useQuery({
    queryKey: [place === 'own' ? 'own' : environment, path, query],
    queryFn: async ({ signal }) => api.get<T>(place === 'own' ? own(path) : at(environment, path), query, signal),
    enabled,
    refetchInterval: every,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  });
}

export interface Rows<Row> {
  rows: readonly Row[];
  total: number;
  hasMore: boolean;
  loading: boolean;
  loadingMore: boolean;
  error: Error | null;
  more: () => void;
  retry: () => void;
}

/** Reads a list by keyset pages, as far as it is scrolled. */
export function useRows<Row>(path: string, query: Query = {}, options: ReadOptions = {}): Rows<Row> {
  const environment = useEnvironment();
  const { place = 'here', enabled = true, every = false } = options;
  const found = useInfiniteQuery({
    queryKey: [place === 'own' ? 'own' : environment, path, query],
    queryFn: async ({ signal, pageParam }) =>
      api.list<Row>(
        place === 'own' ? own(path) : at(environment, path),
        pageParam === null ? query : { ...query, cursor: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last: ListPage<Row>) => (last.hasMore ? last.nextCursor : null),
    enabled,
    refetchInterval: every,
    placeholderData: keepPreviousData,
  });
  const pages = found.data?.pages ?? [];
  return {
    rows: pages.flatMap(({ rows }) => rows),
    total: pages[0]?.total ?? 0,
    hasMore: found.hasNextPage,
    loading: found.isPending,
    loadingMore: found.isFetchingNextPage,
    error: found.error,
    more: () => {
      if (found.hasNextPage && !found.isFetchingNextPage) void found.fetchNextPage();
    },
    retry: () => void found.refetch(),
  };
}

/** Makes everything anew that was read at a path beginning with one of these. */
export function useRefresh(): (paths: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return async (paths) => {
    await client.invalidateQueries({
      predicate: ({ queryKey }) => paths.some((path) => String(queryKey[1] ?? queryKey[0]).startsWith(path)),
    });
  };
}

/** Does something, then reads anew what it changed. */
export function useAct<Input, Output>(
  act: (input: Input) => Promise<Output>,
  { changes = [], done }: { changes?: readonly string[]; done?: (output: Output, input: Input) => void } = {},
): UseMutationResult<Output, Error, Input> {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: act,
    onSuccess: (output, input) => {
      done?.(output, input);
      void refresh(changes);
    },
  });
}

/** What was read, or that it comes, or why not. */
export function Shown<T>({ of, children }: { of: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (of.data !== undefined) return children(of.data);
  if (of.error) return <Problem error={of.error} retry={() => void of.refetch()} />;
  return <Loading />;
}
