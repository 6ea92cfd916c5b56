import { App, Button, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { DialogProps } from '../../shared/dialogs';
import { paths } from '../../shared/paths';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Reserved } from '../../shared/ui/feedback/Reserved';
import { useLeaveDeleted } from '../../shared/ui/page/useLeaveDeleted';
import { undosOf } from '../deleted/api';
import { UndoHint } from '../deleted/UndoHint';
import { useSayDeleted } from '../deleted/useSayDeleted';
import { useListGuestsQuery } from '../guests/api';
import { useListSessionsQuery } from '../sessions/api';
import { useListUnitsQuery } from '../units/api';
import {
  hotspotDeleted,
  useDeleteHotspotMutation,
  useGetHotspotQuery,
  useHotspotPreferences,
  useSaveHotspotPreferencesMutation,
} from './api';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

/**
 * Deletes a hotspot, after saying how many guests and units are deleted with it and who is disconnected (HSL-18). Its name must be typed.
 * As an alternative, offers to close the hotspot, which deletes nothing.
 */
export function DeleteHotspotDialog({ args: { id }, onClose }: DialogProps<'hotspots/delete'>) {
  const dispatch = useDispatch();
  const sayDeleted = useSayDeleted();
  const { data: hotspot, isError, refetch } = useGetHotspotQuery(id);
  const isLost = isError && !hotspot;
  const [deleteHotspot, { isLoading, error }] = useDeleteHotspotMutation();
  const leave = useLeaveDeleted(paths.hotspot.to(id), paths.hotspots.to(), onClose);
  const name = hotspot?.name ?? '…';

  const confirm = async () => {
    const outcome = await deleteHotspot(id);
    if (outcome.error) return;
    sayDeleted({ kind: 'hotspot', title: name, count: 1, message: 'hotspots.deleted', undos: undosOf(outcome.data ?? null) });
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
      isReading={!hotspot}
      error={error}
      {...(!isLost && { typedName: name })}
      failure={{ title: 'hotspots.delete_error_title', text: 'hotspots.delete_error_sub' }}
    >
      {isLost ? (
        <LoadFailed message="hotspots.load_one_failed" onRetry={refetch} />
      ) : (
        <>
          <Typography.Paragraph>
            <FormattedMessage id="hotspots.delete_question" values={{ name: <strong>{name}</strong> }} /> <UndoHint />
          </Typography.Paragraph>
          <Typography.Paragraph type="danger">
            <FormattedMessage id="hotspots.delete_warning" />
          </Typography.Paragraph>
          <WhatGoes id={id} />
          {capabilities().explainsAccess && <CloseInstead id={id} onClosed={onClose} />}
        </>
      )}
    </ConfirmDialog>
  );
}

/** How many guests and units will be deleted, and how many guests are online now; its place until that is known. */
function WhatGoes({ id }: { id: number }) {
  const intl = useIntl();
  const one = { hotspot: id, page: 1, limit: 1 };
  const all = [useListGuestsQuery(one), useListUnitsQuery(one), useListSessionsQuery(one)];
  const [guests, units, sessions] = all.map(({ data }) => data?.total);
  const isKnown = guests !== undefined && units !== undefined && sessions !== undefined;
  if (!isKnown && all.some(({ isError }) => isError)) return null;
  return (
    <Typography.Paragraph role="status">
      <Reserved longest={intl.formatMessage({ id: 'hotspots.delete_counts' }, { guests: 8888, units: 88, sessions: 88 })}>
        {isKnown && <FormattedMessage id="hotspots.delete_counts" values={{ guests, units, sessions }} />}
      </Reserved>
    </Typography.Paragraph>
  );
}

/** Offers to close the hotspot instead: nobody can get online, and nothing is deleted. */
function CloseInstead({ id, onClosed }: { id: number; onClosed: () => void }) {
  const intl = useIntl();
  const { message } = App.useApp();
  const { data: preferences, isError } = useHotspotPreferences(id);
  const [save, { isLoading }] = useSaveHotspotPreferencesMutation();
  if (preferences ? preferences.hotspot_closed === 'true' : isError) return null;
  const close = async () => {
    const { data: notSaved } = await save({ id, changes: [{ key: 'hotspot_closed', value: 'true' }] });
    // The mutation resolves even if a key is refused; it returns which ones.
    if (notSaved === undefined || notSaved.hotspot_closed !== undefined)
      void message.error(intl.formatMessage({ id: 'hotspots.not_closed' }));
    else {
      void message.success(intl.formatMessage({ id: 'hotspots.now_closed' }));
      onClosed();
    }
  };
  return (
    <Typography.Paragraph className={classes(spacingStyles.flush)}>
      <FormattedMessage id="hotspots.close_hint" />{' '}
      <Button size="small" disabled={!preferences} loading={isLoading} onClick={() => void close()}>
        <FormattedMessage id="hotspots.close_instead" />
      </Button>
    </Typography.Paragraph>
  );
}
