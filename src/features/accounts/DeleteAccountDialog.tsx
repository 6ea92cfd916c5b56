import { Alert, Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { DialogProps } from '../../shared/dialogs';
import { capabilities } from '../../shared/backEnd/capabilities';
import { failureOf } from '../../shared/failure';
import { paths } from '../../shared/paths';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { useLeaveDeleted } from '../../shared/ui/page/useLeaveDeleted';
import { undosOf, useDeletingCounts } from '../deleted/api';
import { UndoHint } from '../deleted/UndoHint';
import { useSayDeleted } from '../deleted/useSayDeleted';
import { accountDeleted, useCountMadeByQuery, useDeleteAccountMutation, useGetAccountQuery } from './api';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** Why the server refuses to delete an account, by error code. */
const REASONS: Partial<Record<string, FormatjsIntl.Message['ids']>> = {
  own_account: 'accounts.own_account',
  last_admin: 'accounts.last_admin',
  owns_hotspots: 'accounts.owns_hotspots',
  kept: 'accounts.kept',
};

/**
 * Deletes an account together with its tokens and the accounts it created; the dialog says so, with their number and that of the sign-ins
 * that end (ACC-15). If other managers go too, the username must be typed.
 */
export function DeleteAccountDialog({ args: { id }, onClose }: DialogProps<'accounts/delete'>) {
  const dispatch = useDispatch();
  const sayDeleted = useSayDeleted();
  const { data: account, isLoading: isReading } = useGetAccountQuery(id);
  // Only resellers and admins create other accounts.
  const mayHaveCreated = account?.type === 'reseller' || account?.type === 'admin';
  const { counts, isCounting } = useDeletingCounts({ kind: 'account', ids: [id] });
  const countMade = useCountMadeByQuery(id, { skip: !mayHaveCreated || capabilities().bringsBack });
  const createdCount = counts?.managers ?? countMade.data;
  const [deleteAccount, { isLoading, error }] = useDeleteAccountMutation();
  const leave = useLeaveDeleted(paths.account.to(id), paths.accounts.to(), onClose);
  const username = account?.username ?? '…';
  const isUnknown = isCounting || countMade.isLoading;
  const ownsHotspots = (counts?.hotspots ?? 0) > 0;
  const reason = error && REASONS[failureOf(error).code];

  const confirm = async () => {
    const outcome = await deleteAccount(id);
    if (outcome.error) {
      // With code `kept` the account itself was kept, but accounts that it created may have been deleted.
      if (failureOf(outcome.error).code === 'kept') dispatch(accountDeleted());
      return;
    }
    sayDeleted({ kind: 'account', title: username, count: 1, message: 'accounts.deleted', undos: undosOf(outcome.data ?? null) });
    await leave();
    dispatch(accountDeleted());
  };
  return (
    <ConfirmDialog
      title="accounts.delete"
      confirm="accounts.delete"
      onConfirm={confirm}
      onClose={onClose}
      isRunning={isLoading}
      isReading={isReading || isUnknown}
      isBlocked={ownsHotspots}
      // Others go with it, who may be at work now.
      {...(account && mayHaveCreated && !isUnknown && createdCount !== 0 && !ownsHotspots && { typedName: account.username })}
      error={reason ? undefined : error}
      failure={{ title: 'account.delete_error_title', text: 'account.delete_error_sub' }}
    >
      {reason && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className={classes(spacingStyles.below16)}
          title={<FormattedMessage id="account.delete_error_title" />}
          description={<FormattedMessage id={reason} />}
        />
      )}
      <Typography.Paragraph>
        <FormattedMessage id="accounts.delete_question" values={{ username: <strong>{username}</strong> }} /> <UndoHint />
      </Typography.Paragraph>
      {ownsHotspots ? (
        <Alert type="warning" showIcon role="alert" title={<FormattedMessage id="accounts.owns_hotspots" />} />
      ) : (
        <Typography.Paragraph type="danger" className={classes(spacingStyles.flush)}>
          <FormattedMessage id="accounts.delete_tokens" values={{ count: account?.tokens.length ?? 0 }} />{' '}
          {mayHaveCreated && createdCount === undefined && <FormattedMessage id="accounts.delete_made_unknown" />}
          {mayHaveCreated && createdCount !== undefined && (
            <FormattedMessage id="accounts.delete_made" values={{ count: createdCount }} />
          )}{' '}
          {counts && <FormattedMessage id="accounts.delete_counts" values={{ online: counts.online }} />}
        </Typography.Paragraph>
      )}
    </ConfirmDialog>
  );
}
