import { App, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { DialogProps } from '../../shared/dialogs';
import { paths } from '../../shared/paths';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { useLeaveDeleted } from '../../shared/ui/page/useLeaveDeleted';
import { hotspotDeleted, useDeleteHotspotMutation, useGetHotspotQuery } from './api';

/** Deletes a hotspot, after warning that guests, units and sessions will be deleted too (HSL-18). */
export function DeleteHotspotDialog({ args: { id }, onClose }: DialogProps<'hotspots/delete'>) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const { data: hotspot, isLoading: isReading } = useGetHotspotQuery(id);
  const [deleteHotspot, { isLoading, error }] = useDeleteHotspotMutation();
  const leave = useLeaveDeleted(paths.hotspot.to(id), paths.hotspots.to(), onClose);
  const name = hotspot?.name ?? '…';

  const confirm = async () => {
    const outcome = await deleteHotspot(id);
    if (outcome.error) return;
    void message.success(intl.formatMessage({ id: 'hotspots.deleted' }, { name }));
    await leave();
    dispatch(hotspotDeleted());
  };
  return (
    <ConfirmDialog
      title="hotspots.delete"
      confirm="hotspots.delete"
      onConfirm={confirm}
      onClose={onClose}
      isRunning={isLoading}
      isReading={isReading}
      error={error}
      failure={{ title: 'hotspots.delete_error_title', text: 'hotspots.delete_error_sub' }}
    >
      <Typography.Paragraph>
        <FormattedMessage id="hotspots.delete_question" values={{ name: <strong>{name}</strong> }} />
      </Typography.Paragraph>
      <Typography.Paragraph type="danger" style={{ margin: 0 }}>
        <FormattedMessage id="hotspots.delete_warning" />
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}
