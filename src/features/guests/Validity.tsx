import { ClockCircleOutlined } from '@ant-design/icons';
import { Flex, Tag } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { Guest } from '../../contract/guests';
import { Moment } from '../../shared/ui/Moment';
import { isExpired } from './guestValidity';

/** A guest's validity, marked once it is over (GST-10). */
export function Validity({ guest, now }: { guest: Guest; now: number }) {
  return (
    <Flex vertical>
      <span>
        <FormattedMessage id="guests.from" values={{ moment: <Moment at={guest.valid_from} /> }} />
      </span>
      <span>
        <FormattedMessage id="guests.until" values={{ moment: <Moment at={guest.valid_until} /> }} />{' '}
        {isExpired(guest, now) && (
          <Tag icon={<ClockCircleOutlined aria-hidden />} style={{ margin: 0 }}>
            <FormattedMessage id="guests.expired" />
          </Tag>
        )}
      </span>
    </Flex>
  );
}
