import { Form } from 'antd';
import { each, namesWhere } from '../../contract/plain/fields';
import { HOTSPOT_FIELDS } from '../../contract/plain/hotspotFields';
import type { Hotspot } from '../../contract/hotspots';
import type { DialogProps } from '../../shared/dialogs';
import { FormDialog, modifying } from '../../shared/ui/dialog/FormDialog';
import { useFinish } from '../../shared/ui/dialog/useFinish';
import type { Wording } from '../../shared/ui/form/StaleAlert';
import { untilRead } from '../../shared/ui/feedback/untilRead';
import { DisclaimerTitle } from './DisclaimerTitle';
import { HotspotFields } from './HotspotFields';
import { NEW_HOTSPOT, toForm, toUpdate, type HotspotForm } from './hotspotForm';
import { useGetHotspotToModifyQuery, useUpdateHotspotMutation } from './api';

/** Edits a hotspot; its name is fixed (HSP-19). */
export function ModifyHotspotDialog({ args: { id }, onClose }: DialogProps<'hotspots/modify'>) {
  const finish = useFinish(onClose);
  const [form] = Form.useForm<HotspotForm>();
  const stored = useGetHotspotToModifyQuery(id, { refetchOnMountOrArgChange: true });
  const hotspot = stored.data;
  const [update, { isLoading, error }] = useUpdateHotspotMutation();

  const submit = async (values: HotspotForm, etag: string) =>
    finish(await update({ id, change: toUpdate(values), etag }), 'hotspots.saved', { name: values.name });
  return (
    <FormDialog<HotspotForm>
      title="hotspots.modify"
      submit="common.save"
      form={form}
      initialValues={NEW_HOTSPOT}
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'hotspots.update_error_title', text: 'hotspots.update_error_sub' }}
      modified={hotspot && modifying(hotspot, toForm, wordingOf(hotspot))}
      instead={untilRead(stored, 'hotspots.load_one_failed')}
    >
      {hotspot && <HotspotFields ownerId={hotspot.account_id} isNew={false} />}
    </FormDialog>
  );
}

/** How to show each field in a conflict with somebody else's change. */
const wordingOf = ({ account_id: ownerId }: Hotspot): Wording<HotspotForm> => ({
  labels: {
    ...each(namesWhere(HOTSPOT_FIELDS, { isFixed: false }), (field) => `hotspots.${field}` as const),
    privacy_disclaimer_id: 'hotspots.privacy_disclaimer',
    tos_disclaimer_id: 'hotspots.tos_disclaimer',
  },
  values: {
    privacy_disclaimer_id: ({ privacy_disclaimer_id: id }) => <DisclaimerTitle ownerId={ownerId} id={id} />,
    tos_disclaimer_id: ({ tos_disclaimer_id: id }) => <DisclaimerTitle ownerId={ownerId} id={id} />,
  },
});
