import { Alert } from 'antd';
import { FormattedMessage } from 'react-intl';
import { Moment } from '../facts/Moment';

/** Tells a reseller that the subscription has ended, what that means, and what still works. */
export function SubscriptionEnded({ until, zone }: { until: string | null; zone: string }) {
  return (
    <Alert
      type="warning"
      showIcon
      style={{ width: '100%' }}
      title={<FormattedMessage id="subscription.ended_title" values={{ day: <Moment at={until} dayOnly zone={zone} /> }} />}
      description={<FormattedMessage id="subscription.ended" />}
    />
  );
}
