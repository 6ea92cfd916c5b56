import WarningFilled from '@ant-design/icons/WarningFilled';
import { Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { formatDuration } from '../../shared/format/durations';
import { Bytes } from '../../shared/ui/facts/Bytes';
import type { GuestRow } from './expiredGuests';
import { isOver } from './guestValidity';
import textStyles from '../../shared/ui/page/text.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** A guest's daily limits, red once reached (GST-09). Existing back ends don't report daily use. */
export function Limits({ guest }: { guest: GuestRow }) {
  const { max_navigation_traffic: traffic, max_navigation_time: time, used_today_traffic, used_today_time } = guest;
  if (traffic === 0 && time === 0) return <FormattedMessage id="common.no_limit" />;
  return (
    <Flex gap={8}>
      {traffic > 0 && (
        <Limit isReached={isOver(used_today_traffic, traffic)}>
          <Bytes amount={traffic} />
        </Limit>
      )}
      {time > 0 && <Limit isReached={isOver(used_today_time, time)}>{formatDuration(time)}</Limit>}
    </Flex>
  );
}

function Limit({ isReached, children }: { isReached: boolean; children: ReactNode }) {
  if (!isReached) return <span className={textStyles.nowrap}>{children}</span>;
  return (
    <Typography.Text type="danger" className={classes(textStyles.nowrap)}>
      {children} <WarningFilled aria-hidden /> <FormattedMessage id="guests.used_up" />
    </Typography.Text>
  );
}
