import { Alert } from 'antd';
import { FormattedMessage } from 'react-intl';
import { Moment } from '../facts/Moment';
import spacingStyles from '../page/spacing.module.css';
import { classes } from '../plain/classes';

/** Tells a reseller that the subscription has ended, what that means, and what still works. */
export function SubscriptionEnded({ until, zone }: { until: string | null; zone: string }) {
  return (
    <Alert
      type="warning"
      showIcon
      className={classes(spacingStyles.wide)}
      title={<FormattedMessage id="subscription.ended_title" values={{ day: <Moment at={until} dayOnly zone={zone} /> }} />}
      description={<FormattedMessage id="subscription.ended" />}
    />
  );
}
