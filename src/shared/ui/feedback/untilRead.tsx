import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { LoadFailed } from './LoadFailed';

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
  return <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />;
}
