import { App } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import type { DialogProps } from '../../../shared/dialogs';
import { ConfirmDialog } from '../../../shared/ui/dialog/ConfirmDialog';
import { useDeletePaperTemplateMutation } from '../api';

/** Deletes a template; hotspots that use it fall back to the specified sheet. */
export function DeleteTemplateDialog({ args: { id, name }, onClose }: DialogProps<'vouchers/delete_template'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [deleteTemplate, { isLoading, error }] = useDeletePaperTemplateMutation();
  const confirm = async () => {
    const outcome = await deleteTemplate(id);
    if (outcome.error) return;
    void message.success(intl.formatMessage({ id: 'paper.template_deleted' }, { name }));
    onClose();
  };
  return (
    <ConfirmDialog
      title="paper.delete_template"
      confirm="paper.delete_template"
      onConfirm={confirm}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'paper.template_not_deleted', text: 'paper.template_still_there' }}
    >
      <p>
        <FormattedMessage id="paper.delete_template_question" values={{ name: <strong>{name}</strong> }} />
      </p>
    </ConfirmDialog>
  );
}
