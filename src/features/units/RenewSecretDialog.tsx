import { App, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import type { DialogProps } from '../../shared/dialogs';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { useGetUnitQuery, useRenewUnitSecretMutation } from './api';
import textStyles from '../../shared/ui/page/text.module.css';
import { classes } from '../../shared/ui/plain/classes';
import spacingStyles from '../../shared/ui/page/spacing.module.css';

/** Gives a unit a new secret, after saying what must be done afterwards. */
export function RenewSecretDialog({ args: { id }, onClose }: DialogProps<'units/renew'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const { data: unit, isLoading: isReading } = useGetUnitQuery(id);
  const [renew, { isLoading, error }] = useRenewUnitSecretMutation();
  const name = unit?.name ?? '…';

  const confirm = async () => {
    const outcome = await renew(id);
    if (outcome.error) return;
    void message.success(intl.formatMessage({ id: 'units.secret_renewed' }, { name }));
    onClose();
  };
  return (
    <ConfirmDialog
      title="units.renew_secret_title"
      confirm="units.renew_secret"
      onConfirm={confirm}
      onClose={onClose}
      isRunning={isLoading}
      isReading={isReading}
      error={error}
      failure={{ title: 'units.renew_secret_failed', text: 'units.renew_secret_failed_sub' }}
    >
      <Typography.Paragraph className={classes(textStyles.anywhere)}>
        <FormattedMessage id="units.renew_secret_question" values={{ name: <strong>{name}</strong> }} />
      </Typography.Paragraph>
      <Typography.Paragraph className={classes(spacingStyles.flush)}>
        <FormattedMessage id="units.renew_secret_warning" />
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}
