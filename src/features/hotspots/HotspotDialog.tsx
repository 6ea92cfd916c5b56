import { App, Form } from 'antd';
import { useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { each, namesWhere } from '../../contract/plain/fields';
import { HOTSPOT_FIELDS } from '../../contract/plain/hotspotFields';
import type { Hotspot } from '../../contract/hotspots';
import type { DialogProps } from '../../shared/dialogs';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { FormDialog, modifying } from '../../shared/ui/dialog/FormDialog';
import { paths } from '../../shared/paths';
import type { Wording } from '../../shared/ui/form/StaleAlert';
import { untilRead } from '../../shared/ui/feedback/untilRead';
import { selectUser } from '../auth/slice';
import { DisclaimerTitle } from './DisclaimerTitle';
import { HotspotFields } from './HotspotFields';
import { NEW_HOTSPOT, toForm, toUpdate, type HotspotForm } from './hotspotForm';
import { PrivacyMissing } from './PrivacyMissing';
import { useIsKnownReady } from './useIsReadyToCreate';
import { useCreateHotspotMutation, useGetHotspotToModifyQuery, useUpdateHotspotMutation } from './api';

/** Creates a hotspot, owned by the signed-in reseller. */
export function CreateHotspotDialog({ onClose }: DialogProps<'hotspots/create'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const user = useSelector(selectUser);
  const [form] = Form.useForm<HotspotForm>();
  const [create, { isLoading, error }] = useIdempotentMutation(useCreateHotspotMutation());
  const navigate = useNavigate();
  const isReady = useIsKnownReady(user?.id ?? 0);

  const submit = async (values: HotspotForm) => {
    const outcome = await create(values);
    if (outcome.error) return outcome.error;
    void message.success(intl.formatMessage({ id: 'hotspots.created_one' }, { name: values.name }));
    onClose();
    if (outcome.data?.id !== undefined) void navigate(paths.hotspot.to(outcome.data.id));
    return undefined;
  };
  return (
    <FormDialog<HotspotForm>
      title="hotspots.new"
      submit="hotspots.create"
      form={form}
      initialValues={NEW_HOTSPOT}
      firstField="description"
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'hotspots.create_error_title', text: 'hotspots.create_error_sub' }}
      duplicate={{ field: 'name', message: 'hotspots.name_taken' }}
      isSubmitDisabled={isReady === false}
    >
      {isReady === false && <PrivacyMissing onLeave={onClose} />}
      <HotspotFields ownerId={user?.id ?? 0} isNew />
    </FormDialog>
  );
}

/** Edits a hotspot; its name is fixed (HSP-19). */
export function ModifyHotspotDialog({ args: { id }, onClose }: DialogProps<'hotspots/modify'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<HotspotForm>();
  const stored = useGetHotspotToModifyQuery(id, { refetchOnMountOrArgChange: true });
  const hotspot = stored.data;
  const [update, { isLoading, error }] = useUpdateHotspotMutation();

  const submit = async (values: HotspotForm, etag: string) => {
    const outcome = await update({ id, change: toUpdate(values), etag });
    if (outcome.error) return outcome.error;
    void message.success(intl.formatMessage({ id: 'hotspots.saved' }, { name: values.name }));
    onClose();
    return undefined;
  };
  return (
    <FormDialog<HotspotForm>
      title="hotspots.modify"
      submit="common.save"
      form={form}
      initialValues={NEW_HOTSPOT}
      firstField="description"
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
