import { Typography } from 'antd';
import { FormattedMessage } from 'react-intl';

interface ResultCountProps {
  /** Takes `count` and `hasMore`. */
  message: FormatjsIntl.Message['ids'];
  /** Number of rows on all pages; undefined until it is known. */
  count: number | undefined;
  /** There are more rows than `count`. */
  hasMore: boolean;
}

/** How many rows a list has, announced whenever that changes. */
export function ResultCount({ message, count, hasMore }: ResultCountProps) {
  return (
    <Typography.Text type="secondary" role="status">
      {count !== undefined && <FormattedMessage id={message} values={{ count, hasMore }} />}
    </Typography.Text>
  );
}
