import { Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import { formatDuration } from '../../shared/format/durations';
import { Bytes } from '../../shared/ui/facts/Bytes';
import type { SessionPage } from './api';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** Totals over all matching sessions; if the back end sends none, over this page, and labelled so. */
export function SessionSums({ page }: { page: SessionPage }) {
  const { sums, data, total } = page;
  const isWhole = sums !== null || (total === data.length && !page.hasMore);
  const of = (key: 'bytes_up' | 'bytes_down' | 'duration') => sums?.[key] ?? data.reduce((sum, session) => sum + session[key], 0);
  return (
    <Flex gap="4px 24px" wrap className={classes(spacingStyles.below8, 'soft')}>
      <FormattedMessage
        id={isWhole ? 'sessions.sums' : 'sessions.sums_of_page'}
        values={{
          count: isWhole ? total : data.length,
          down: <Bytes amount={of('bytes_down')} />,
          up: <Bytes amount={of('bytes_up')} />,
          time: formatDuration(of('duration')),
        }}
      />
    </Flex>
  );
}
