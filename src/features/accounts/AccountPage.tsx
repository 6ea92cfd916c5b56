import EditOutlined from '@ant-design/icons/EditOutlined';
import KeyOutlined from '@ant-design/icons/KeyOutlined';
import { Button, Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import type { Account } from '../../contract/accounts';
import { may } from '../../contract/plain/roles';
import { dialogOpened } from '../../shared/dialogs';
import { isMissing } from '../../shared/failure';
import { Breadcrumbs } from '../../shared/ui/page/Breadcrumbs';
import { NoSuch } from '../../shared/ui/feedback/NoSuch';
import { paths } from '../../shared/paths';
import { useIsClosed } from '../../shared/ui/page/useLeaveDeleted';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { MoreActions } from '../../shared/ui/page/MoreActions';
import { PageHead } from '../../shared/ui/page/PageHead';
import { useTitle } from '../../shared/ui/page/useTitle';
import { selectUser } from '../auth/slice';
import { DisclaimersPanel } from '../disclaimers/DisclaimersPanel';
import { AccountInfo } from './AccountInfo';
import { AccountIntegrations } from './AccountIntegrations';
import { AccountSms } from './AccountSms';
import { AccountSubscription } from './AccountSubscription';
import { AccountTokens } from './AccountTokens';
import { useGetAccountQuery } from './api';
import { useAccountItems } from './useAccountItems';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';

/** One account. Each card loads and fails on its own. */
export function AccountPage() {
  const id = Number(useParams().id);
  const isId = Number.isSafeInteger(id);
  const { currentData: account, error, refetch } = useGetAccountQuery(id, { skip: !isId });
  const isNowhere = !isId || isMissing(error);
  useTitle(isNowhere ? 'accounts.no_such_title' : 'accounts.one', isNowhere ? undefined : account?.name);

  if (isNowhere) return <NoSuch of="accounts" to={paths.accounts.to()} link="accounts.to_list" />;
  if (error && !account) return <LoadFailed message="accounts.load_one_failed" onRetry={refetch} />;
  if (!account) return <LoadingRows rows={8} />;
  return <AccountDetails account={account} />;
}

function AccountDetails({ account }: { account: Account }) {
  const dispatch = useDispatch();
  const isClosed = useIsClosed(paths.account.to(account.id));
  const user = useSelector(selectUser);
  const itemsOf = useAccountItems();
  if (!user || isClosed) return null;
  const role = user.account_type;
  const { id } = account;
  const { others } = itemsOf(account);
  // Only an admin sees a reseller's subscription, SMS and integrations (PRD-10).
  const isClient = account.type === 'reseller';
  return (
    <>
      <Breadcrumbs above={[{ to: paths.accounts.to(), title: <FormattedMessage id="accounts.title" /> }]} here={account.username} />
      <PageHead
        title={account.name}
        state={<FormattedMessage id={`role.${account.type}`} />}
        actions={
          <>
            <Button icon={<EditOutlined aria-hidden />} onClick={() => dispatch(dialogOpened({ name: 'accounts/modify', args: { id } }))}>
              <FormattedMessage id="common.modify" />
            </Button>
            <Button icon={<KeyOutlined aria-hidden />} onClick={() => dispatch(dialogOpened({ name: 'accounts/password', args: { id } }))}>
              <FormattedMessage id="profile.change_password" />
            </Button>
            {id !== user.id && <MoreActions name={account.name} items={others} />}
          </>
        }
      />
      <Flex vertical gap={16}>
        <AccountInfo account={account} />
        {isClient && <AccountSubscription account={account} mayRenew={may(role, 'accounts.subscription')} />}
        {isClient && <AccountSms account={account} mayAdd={may(role, 'sms_accounts.add')} />}
        {isClient && may(role, 'disclaimers.create') && <DisclaimersPanel account={account} />}
        {isClient && may(role, 'account_integrations.update') && <AccountIntegrations accountId={id} />}
        <AccountTokens tokens={account.tokens} />
      </Flex>
    </>
  );
}
