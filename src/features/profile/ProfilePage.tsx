import KeyOutlined from '@ant-design/icons/KeyOutlined';
import { Button, Flex } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { Facts } from '../../shared/ui/facts/Facts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Moment } from '../../shared/ui/facts/Moment';
import { PageHead } from '../../shared/ui/page/PageHead';
import { Section } from '../../shared/ui/page/Section';
import { SubscriptionEnded } from '../../shared/ui/feedback/SubscriptionEnded';
import { useGetAccountQuery } from '../accounts/api';
import { selectUser } from '../auth/slice';
import { useServerZone } from '../hotspots/api';
import { BrowserChoices } from './BrowserChoices';
import { DefaultDisclaimers } from './DefaultDisclaimers';
import { PrivacyFieldsForm } from './PrivacyFieldsForm';
import { AccountSessions } from './AccountSessions';
import { SecondFactorSection } from './SecondFactorSection';
import { SmsThresholdForm } from './SmsThresholdForm';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';

/** The user's own account: details, password and, for a reseller, its privacy fields. */
export function ProfilePage() {
  const intl = useIntl();
  const user = useSelector(selectUser);
  const dispatch = useDispatch();
  const planZone = useServerZone();
  const { data: account, isError, refetch } = useGetAccountQuery(user?.id ?? 0, { skip: user === null });

  if (isError && !account) return <LoadFailed message="profile.load_failed" onRetry={refetch} />;
  if (!account) return <LoadingRows rows={6} />;
  return (
    <>
      <PageHead
        title={<FormattedMessage id="profile.title" />}
        actions={
          <Button icon={<KeyOutlined aria-hidden />} onClick={() => dispatch(dialogOpened({ name: 'profile/password', args: null }))}>
            <FormattedMessage id="profile.change_password" />
          </Button>
        }
      />
      <Flex vertical gap={16}>
        {account.subscription.id !== 0 && account.subscription.expired && (
          <SubscriptionEnded until={account.subscription.valid_until} zone={planZone} />
        )}
        <Section title="profile.info">
          <Facts
            facts={[
              { label: 'accounts.name', value: account.name },
              { label: 'accounts.username', value: account.username },
              { label: 'accounts.type', value: intl.formatMessage({ id: `role.${account.type}` }) },
              { label: 'accounts.email', value: account.email },
              ...(account.hotspot_name === '' ? [] : [{ label: 'hotspots.one' as const, value: account.hotspot_name }]),
              ...(account.subscription.id === 0
                ? []
                : [
                    { label: 'accounts.plan' as const, value: account.subscription.subscription_plan.name },
                    {
                      label: 'accounts.valid_until' as const,
                      value: <Moment at={account.subscription.valid_until} dayOnly zone={planZone} />,
                    },
                  ]),
              { label: 'accounts.created', value: <Moment at={account.created} /> },
            ]}
          />
        </Section>
        {account.type === 'reseller' && <PrivacyFieldsForm account={account} />}
        {account.type === 'reseller' && <SmsThresholdForm accountId={account.id} />}
        <DefaultDisclaimers accountId={account.id} />
        <BrowserChoices role={account.type} />
        {capabilities().hasSecondFactors && <SecondFactorSection accountId={account.id} />}
        {capabilities().listsSignIns && <AccountSessions />}
      </Flex>
    </>
  );
}
