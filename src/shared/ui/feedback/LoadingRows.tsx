import { Skeleton } from 'antd';

/**
 * Stands in for text, rows or a form while they load.
 *
 * @param rows number of lines, about as many as there will be
 */
export function LoadingRows({ rows }: { rows: number }) {
  // antd's own title is an empty heading, which screen readers would find.
  return <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />;
}
