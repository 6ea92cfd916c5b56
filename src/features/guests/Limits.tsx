import { WarningFilled } from '@ant-design/icons';
import { Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { ListedGuest } from '../../contract/guests';
import { formatDuration } from '../../shared/format/durations';
import { Bytes } from '../../shared/ui/Bytes';
import { useGetGuestQuery } from './api';
import type { GuestRow } from './expiredGuests';
import { isOver } from './guestValidity';

/** What a guest may use a day, marked in red where it has used that much (spec 2 §2). */
export function Limits({ guest }: { guest: GuestRow }) {
  const hasLimits = guest.max_navigation_traffic > 0 || guest.max_navigation_time > 0;
  // The older back end says only of one guest what it used.
  const isUnsaid = guest.max_navigation_traffic_limit === undefined;
  const one = useGetGuestQuery({ id: guest.id, isArchived: guest.isArchived }, { skip: !hasLimits || !isUnsaid || guest.isArchived });
  if (!hasLimits) return '-';
  const used: Partial<ListedGuest> = isUnsaid ? (one.data ?? {}) : guest;
  return (
    <Flex vertical>
      {guest.max_navigation_traffic > 0 && (
        <Limit isReached={isOver(used.max_navigation_traffic_limit, guest.max_navigation_traffic)}>
          <Bytes amount={guest.max_navigation_traffic} />
        </Limit>
      )}
      {guest.max_navigation_time > 0 && (
        <Limit isReached={isOver(used.max_navigation_time_limit, guest.max_navigation_time)}>
          {formatDuration(guest.max_navigation_time)}
        </Limit>
      )}
    </Flex>
  );
}

function Limit({ isReached, children }: { isReached: boolean; children: ReactNode }) {
  if (!isReached) return <span style={{ whiteSpace: 'nowrap' }}>{children}</span>;
  return (
    <Typography.Text type="danger" style={{ whiteSpace: 'nowrap' }}>
      {children} <WarningFilled aria-hidden /> <FormattedMessage id="guests.used_up" />
    </Typography.Text>
  );
}
