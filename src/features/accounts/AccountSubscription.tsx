import { Button, Flex } from 'antd';
import { FormattedMessage, FormattedNumber } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { Account } from '../../contract/accounts';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { Facts } from '../../shared/ui/facts/Facts';
import { Moment } from '../../shared/ui/facts/Moment';
import { Section } from '../../shared/ui/page/Section';
import { SubscriptionEnded } from '../../shared/ui/feedback/SubscriptionEnded';
import { useServerZone } from '../hotspots/api';

/** A reseller's plan and when it ends; an admin can renew it. */
export function AccountSubscription({ account: { id, subscription }, mayRenew }: { account: Account; mayRenew: boolean }) {
  const dispatch = useDispatch();
  const zone = useServerZone();
  const { subscription_plan: plan } = subscription;
  return (
    <Section title="accounts.subscription">
      <Flex vertical gap={16} align="start">
        {subscription.id !== 0 && subscription.expired && <SubscriptionEnded until={subscription.valid_until} zone={zone} />}
        {subscription.id === 0 ? (
          <FormattedMessage id="accounts.no_subscription" />
        ) : (
          <Facts
            facts={[
              { label: 'accounts.plan', value: plan.name },
              { label: 'accounts.valid_until', value: <Moment at={subscription.valid_until} dayOnly zone={zone} /> },
              { label: 'accounts.max_units', value: <FormattedNumber value={plan.max_units} /> },
              { label: 'accounts.included_sms', value: <FormattedNumber value={plan.included_sms} /> },
            ]}
          />
        )}
        {mayRenew && capabilities().canRenewSubscriptions && (
          <Button onClick={() => dispatch(dialogOpened({ name: 'accounts/subscription', args: { id } }))}>
            <FormattedMessage id="accounts.renew" />
          </Button>
        )}
      </Flex>
    </Section>
  );
}
