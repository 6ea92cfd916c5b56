import { Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { DialogProps } from '../../shared/dialogs';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { undosOf } from '../deleted/api';
import { UndoHint } from '../deleted/UndoHint';
import { useSayDeleted } from '../deleted/useSayDeleted';
import { useDeleteIntegrationMutation, useListIntegrationsQuery } from './api';
import textStyles from '../../shared/ui/page/text.module.css';
import { classes } from '../../shared/ui/plain/classes';
import spacingStyles from '../../shared/ui/page/spacing.module.css';

/** Deletes an integration, after saying what will stop working. */
export function DeleteIntegrationDialog({ args: { id }, onClose }: DialogProps<'integrations/delete'>) {
  const sayDeleted = useSayDeleted();
  const { data } = useListIntegrationsQuery();
  const [deleteIntegration, { isLoading, error }] = useDeleteIntegrationMutation();
  const name = data?.find((integration) => integration.id === id)?.name ?? '…';

  const confirm = async () => {
    const outcome = await deleteIntegration(id);
    if (outcome.error) return;
    sayDeleted({ kind: 'integration', title: name, count: 1, message: 'integrations.deleted', undos: undosOf(outcome.data ?? null) });
    onClose();
  };
  return (
    <ConfirmDialog
      title="integrations.delete"
      confirm="integrations.delete"
      onConfirm={confirm}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'integrations.delete_error_title', text: 'integrations.delete_error_sub' }}
    >
      <Typography.Paragraph className={classes(textStyles.anywhere)}>
        <FormattedMessage id="integrations.delete_question" values={{ name: <strong>{name}</strong> }} /> <UndoHint />
      </Typography.Paragraph>
      <Typography.Paragraph type="danger" className={classes(spacingStyles.flush)}>
        <FormattedMessage id="integrations.delete_warning" />
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}
