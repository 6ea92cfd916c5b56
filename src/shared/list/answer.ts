import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import type { ListedPage, Page } from '../api';
import { isLost } from '../failure';

/** The parts of a query hook's result that a list reads. */
export interface Answer<R> {
  data?: (Page<R> & Partial<ListedPage<R>>) | undefined;
  currentData?: unknown;
  error?: FetchBaseQueryError | SerializedError | undefined;
  /** Whether the query is skipped because it waits for something else. */
  isUninitialized: boolean;
  isLoading: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

type Shown<D> = Pick<Answer<never>, 'currentData' | 'error' | 'isUninitialized'> & { data?: D };

/** The page a list shows; undefined once loading failed, even if older data is still cached. */
export function shownPage<D>(answer: Shown<D>): D | undefined {
  return isLost(answer) || answer.isUninitialized ? undefined : answer.data;
}

/** What a lazy query has just read; undefined if it failed, after which `data` still has an earlier response. */
export function justRead<D>({ data, isError }: { data?: D | undefined; isError: boolean }): D | undefined {
  return isError ? undefined : data;
}

/** Refetches a list. A skipped query can't be refetched, and will run anyway. */
export function refetchList({ isUninitialized, refetch }: Pick<Answer<never>, 'isUninitialized' | 'refetch'>): void {
  if (!isUninitialized) refetch();
}
