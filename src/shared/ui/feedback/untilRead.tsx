import type { ReactNode } from 'react';
import { LoadFailed } from './LoadFailed';
import { LoadingRows } from './LoadingRows';

interface Reading {
  data?: unknown;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/**
 * For the `instead` property of a dialog that edits an object: what to show until the current version is read.
 *
 * @param failed message when it couldn't be read
 * @param rows lines of the placeholder, about as many as the form has
 */
export function untilRead({ data, isError, isFetching, refetch }: Reading, failed: FormatjsIntl.Message['ids'], rows = 8): ReactNode {
  if (data !== undefined && !isFetching) return undefined;
  if (isError) return <LoadFailed message={failed} onRetry={refetch} />;
  return <LoadingRows rows={rows} />;
}
