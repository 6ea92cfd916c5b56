import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import type { ListedPage, Page } from '../api';
import { isLost } from '../failure';

/** What a list's query hook returns, as far as a list shows it. */
export interface Answer<R> {
  data?: (Page<R> & Partial<ListedPage<R>>) | undefined;
  currentData?: unknown;
  error?: FetchBaseQueryError | SerializedError | undefined;
  /** Skipped: it waits for something else. */
  isUninitialized: boolean;
  isLoading: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

type Shown<D> = Pick<Answer<never>, 'currentData' | 'error' | 'isUninitialized'> & { data?: D };

/** The page a list shows; nothing once it failed, even if an older one is still at hand. */
export function shownPage<D>(answer: Shown<D>): D | undefined {
  return isLost(answer) || answer.isUninitialized ? undefined : answer.data;
}

/** Reads a list again; one that waits for something will be read anyway. */
export function readAgain({ isUninitialized, refetch }: Pick<Answer<never>, 'isUninitialized' | 'refetch'>): void {
  if (!isUninitialized) refetch();
}
