import { Flex, Progress, Typography } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { GuestDetails } from '../../contract/guests';
import { formatDuration } from '../../shared/format/durations';
import { Bytes } from '../../shared/ui/facts/Bytes';
import { Section } from '../../shared/ui/page/Section';
import { isOver } from './guestValidity';

/** What a guest has used: today compared with the daily limits, and in total. Existing back ends only know the total. */
export function GuestUse({ guest }: { guest: GuestDetails }) {
  const { max_navigation_traffic_limit: traffic, max_navigation_time_limit: time } = guest;
  return (
    <Section title="guests.use">
      <div className="form-columns">
        <Use
          label="guests.traffic"
          today={guest.used_today_traffic}
          inAll={traffic}
          limit={guest.max_navigation_traffic}
          format={(amount) => <Bytes amount={amount} />}
        />
        <Use
          label="guests.time"
          today={guest.used_today_time}
          inAll={time}
          limit={guest.max_navigation_time}
          format={(amount) => formatDuration(amount)}
        />
      </div>
    </Section>
  );
}

interface UseProps {
  label: FormatjsIntl.Message['ids'];
  today: number | undefined;
  inAll: number;
  /** The daily limit; 0 for none. */
  limit: number;
  format: (amount: number) => ReactNode;
}

function Use({ label, today, inAll, limit, format }: UseProps) {
  const intl = useIntl();
  const isReached = isOver(today, limit);
  return (
    <Flex vertical>
      <span className="soft">
        <FormattedMessage id={label} />
      </span>
      {today !== undefined && (
        <Typography.Text {...(isReached && { type: 'danger' as const })}>
          <FormattedMessage
            id={limit === 0 ? 'guests.used_without_limit' : 'guests.used_of'}
            values={{ used: today === 0 ? '0' : format(today), limit: format(limit) }}
          />{' '}
          {isReached && <FormattedMessage id="guests.used_up" />}
        </Typography.Text>
      )}
      {today !== undefined && limit > 0 && (
        <Progress
          percent={Math.min(100, Math.round((today / limit) * 100))}
          showInfo={false}
          strokeColor={isReached ? 'var(--error)' : 'var(--brand)'}
          aria-label={intl.formatMessage({ id: label })}
        />
      )}
      <span className={today === undefined ? undefined : 'soft'}>
        <FormattedMessage
          id={today === undefined && limit > 0 ? 'guests.used_in_all_limit' : 'guests.used_in_all'}
          values={{ used: format(inAll), limit: format(limit) }}
        />
      </span>
    </Flex>
  );
}
