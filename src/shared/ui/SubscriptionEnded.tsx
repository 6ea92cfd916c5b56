import { Alert } from 'antd';
import { FormattedMessage } from 'react-intl';
import { Moment } from './Moment';

/** A reseller's subscription is over: what that means, and what goes on. */
export function SubscriptionEnded({ until }: { until: string | null }) {
  return (
    <Alert
      type="warning"
      showIcon
      style={{ width: '100%' }}
      title={<FormattedMessage id="subscription.ended_title" values={{ day: <Moment at={until} dayOnly /> }} />}
      description={<FormattedMessage id="subscription.ended" />}
    />
  );
}
