import { Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { DialogProps } from '../../shared/dialogs';
import { paths } from '../../shared/paths';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { useLeaveDeleted } from '../../shared/ui/page/useLeaveDeleted';
import { undosOf } from '../deleted/api';
import { UndoHint } from '../deleted/UndoHint';
import { WhatEnds } from '../deleted/WhatEnds';
import { useSayDeleted } from '../deleted/useSayDeleted';
import { useDeleteUnitMutation, useGetUnitQuery } from './api';
import textStyles from '../../shared/ui/page/text.module.css';
import { classes } from '../../shared/ui/plain/classes';
import spacingStyles from '../../shared/ui/page/spacing.module.css';

/** Deletes a unit, after saying what will be deleted with it, and how many devices are online through it. */
export function DeleteUnitDialog({ args: { id }, onClose }: DialogProps<'units/delete'>) {
  const sayDeleted = useSayDeleted();
  const { data: unit, isLoading: isReading } = useGetUnitQuery(id);
  const [deleteUnit, { isLoading, error }] = useDeleteUnitMutation();
  const leave = useLeaveDeleted(paths.unit.to(id), paths.units.to(), onClose);
  const name = unit?.name ?? '…';

  const confirm = async () => {
    const outcome = await deleteUnit(id);
    if (outcome.error) return;
    sayDeleted({ kind: 'unit', title: name, count: 1, message: 'units.deleted', undos: undosOf(outcome.data ?? null) });
    await leave();
  };
  return (
    <ConfirmDialog
      title="units.delete"
      confirm="units.delete"
      onConfirm={confirm}
      onClose={onClose}
      isRunning={isLoading}
      isReading={isReading}
      error={error}
      failure={{ title: 'units.delete_error_title', text: 'units.delete_error_sub' }}
    >
      <Typography.Paragraph className={classes(textStyles.anywhere)}>
        <FormattedMessage id="units.delete_question" values={{ name: <strong>{name}</strong> }} /> <UndoHint />
      </Typography.Paragraph>
      <WhatEnds deleting={{ kind: 'unit', ids: [id] }} message="units.delete_counts" />
      <Typography.Paragraph type="danger" className={classes(spacingStyles.flush)}>
        <FormattedMessage id="units.delete_warning" />
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}
