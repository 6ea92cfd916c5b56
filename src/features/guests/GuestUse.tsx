import { Flex, Progress, Typography } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { GuestDetails } from '../../contract/guests';
import { formatDuration } from '../../shared/format/durations';
import { Bytes } from '../../shared/ui/Bytes';
import { Section } from '../../shared/ui/Section';
import { isOver } from './guestValidity';

/** What a guest used, beside its limits. */
export function GuestUse({ guest }: { guest: GuestDetails }) {
  const { max_navigation_traffic_limit: traffic, max_navigation_time_limit: time } = guest;
  return (
    <Section title="guests.use">
      <div className="form-columns">
        <Use
          label="guests.traffic"
          used={traffic}
          limit={guest.max_navigation_traffic}
          words={<Bytes amount={traffic} />}
          limitWords={<Bytes amount={guest.max_navigation_traffic} />}
        />
        <Use
          label="guests.time"
          used={time}
          limit={guest.max_navigation_time}
          words={formatDuration(time)}
          limitWords={formatDuration(guest.max_navigation_time)}
        />
      </div>
    </Section>
  );
}

interface UseProps {
  label: FormatjsIntl.Message['ids'];
  used: number;
  /** 0: none. */
  limit: number;
  words: ReactNode;
  limitWords: ReactNode;
}

function Use({ label, used, limit, words, limitWords }: UseProps) {
  const intl = useIntl();
  const isReached = isOver(used, limit);
  return (
    <Flex vertical>
      <span className="soft">
        <FormattedMessage id={label} />
      </span>
      <Typography.Text {...(isReached && { type: 'danger' as const })}>
        <FormattedMessage id={limit === 0 ? 'guests.used_without_limit' : 'guests.used_of'} values={{ used: words, limit: limitWords }} />{' '}
        {isReached && <FormattedMessage id="guests.used_up" />}
      </Typography.Text>
      {limit > 0 && (
        <Progress
          percent={Math.min(100, Math.round((used / limit) * 100))}
          showInfo={false}
          strokeColor={isReached ? 'var(--error)' : 'var(--brand)'}
          aria-label={intl.formatMessage({ id: label })}
        />
      )}
    </Flex>
  );
}
