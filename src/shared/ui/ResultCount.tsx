import { Typography } from 'antd';
import { FormattedMessage } from 'react-intl';

interface ResultCountProps {
  /** Number of rows on all pages; undefined until it is known. */
  count: number | undefined;
  /** There are more rows than `count`. */
  hasMore?: boolean;
}

/** How many rows a list has, announced whenever that changes. */
export function ResultCount({ count, hasMore = false }: ResultCountProps) {
  return (
    <Typography.Text type="secondary" role="status">
      {count !== undefined && <FormattedMessage id={hasMore ? 'list.more_than' : 'list.count'} values={{ count }} />}
    </Typography.Text>
  );
}
