import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Page } from './page.tsx';
import { Loading, Problem } from './states.tsx';

interface ShownPageProps<T> {
  /** As the page will be called: its heading until what it shows is there. */
  title: string;
  of: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

/** A page that is all of one thing: the page itself, or that it comes, or why not. */
export function ShownPage<T>({ title, of, children }: ShownPageProps<T>) {
  if (of.data !== undefined) return children(of.data);
  return (
    <Page title={title}>{of.error ? <Problem error={of.error} retry={() => void of.refetch()} /> : <Loading />}</Page>
  );
}
