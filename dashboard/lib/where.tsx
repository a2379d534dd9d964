import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EnvironmentPath, PagePath } from '../paths.ts';

export type Search = Readonly<Record<string, string | undefined>>;

/** The environment that the address names. */
export function useEnvironment(): EnvironmentPath {
  const { environment } = useParams({ strict: false });
  return environment === 'test' ? 'test' : 'live';
}

/** The identifier in the address. */
export function useId(): string {
  const { id } = useParams({ strict: false }) as { id?: string };
  return id ?? '';
}

/** The filters in the address, which never hold anything personal. */
export function useFilters(): Search {
  return useSearch({ strict: false });
}

export const pathOf = (environment: EnvironmentPath, page: PagePath, id = ''): string =>
  `/${environment}${page === '' ? '' : `/${page}`}`.replace('$', encodeURIComponent(id));

interface GoProps {
  page: PagePath;
  id?: string | undefined;
  search?: Search;
  children: ReactNode;
  className?: string;
  label?: string;
  title?: string;
  /** Marked as the current page where its address begins like this one. */
  exact?: boolean;
}

/** A link to another page of the same environment. */
export function Go({ page, id, search, children, className, label, title, exact = true }: GoProps) {
  const environment = useEnvironment();
  return (
    <Link
      to={pathOf(environment, page, id)}
      {...(search ? { search: search as never } : {})}
      activeOptions={{ exact, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
      {...(className ? { className } : {})}
      {...(label ? { 'aria-label': label } : {})}
      {...(title ? { title } : {})}
    >
      {children}
    </Link>
  );
}

/** Goes to another page of the same environment. */
export function useGo(): (page: PagePath, id?: string, search?: Search) => void {
  const navigate = useNavigate();
  const environment = useEnvironment();
  return (page, id, search) => {
    void navigate({ to: pathOf(environment, page, id), ...(search ? { search: search as never } : {}) });
  };
}

/** Changes filters in the address of this page, leaving no trace in the history for each. */
export function useSetFilters(): (change: Search) => void {
  const navigate = useNavigate();
  return (change) => {
    void navigate({
      to: '.',
      search: ((before: Record<string, string | undefined>) => {
        const after = { ...before, ...change };
        return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined && value !== ''));
      }) as never,
      replace: true,
    });
  };
}

/** Page of a record, by the beginning of its identifier. */
const PAGES_BY_PREFIX: Readonly<Record<string, PagePath>> = {
  app: 'applicants/$',
  ver: 'verifications/$',
  scr: 'screenings/$',
  chk: 'wallets/$',
  job: 'media/$',
  wh: 'developers/webhooks/$',
};

export const pageOfId = (id: string): PagePath | null => PAGES_BY_PREFIX[id.split('_')[0] ?? ''] ?? null;
