import { FormattedMessage } from 'react-intl';
import type { DialogProps } from '../../../shared/dialogs';
import { ConfirmDialog } from '../../../shared/ui/dialog/ConfirmDialog';
import { undosOf } from '../../deleted/api';
import { UndoHint } from '../../deleted/UndoHint';
import { useSayDeleted } from '../../deleted/useSayDeleted';
import { useDeletePaperTemplateMutation } from '../api';

/** Deletes a template; hotspots that use it fall back to the specified sheet. */
export function DeleteTemplateDialog({ args: { id, name }, onClose }: DialogProps<'vouchers/delete_template'>) {
  const sayDeleted = useSayDeleted();
  const [deleteTemplate, { isLoading, error }] = useDeletePaperTemplateMutation();
  const confirm = async () => {
    const outcome = await deleteTemplate(id);
    if (outcome.error) return;
    const undos = undosOf(outcome.data ?? null);
    sayDeleted({ kind: 'paper_template', title: name, count: 1, message: 'paper.template_deleted', undos });
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
        <FormattedMessage id="paper.delete_template_question" values={{ name: <strong>{name}</strong> }} /> <UndoHint />
      </p>
    </ConfirmDialog>
  );
}
