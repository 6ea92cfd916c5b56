import { Form } from 'antd';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import type { DialogProps } from '../../shared/dialogs';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { useFinish } from '../../shared/ui/dialog/useFinish';
import { paths } from '../../shared/paths';
import { selectUser } from '../auth/slice';
import { HotspotFields } from './HotspotFields';
import { NEW_HOTSPOT, type HotspotForm } from './hotspotForm';
import { PrivacyMissing } from './PrivacyMissing';
import { useIsKnownReady } from './useIsReadyToCreate';
import { useCreateHotspotMutation } from './api';

/** Creates a hotspot, owned by the signed-in reseller. */
export function CreateHotspotDialog({ onClose }: DialogProps<'hotspots/create'>) {
  const finish = useFinish(onClose);
  const user = useSelector(selectUser);
  const [form] = Form.useForm<HotspotForm>();
  const [create, { isLoading, error }] = useIdempotentMutation(useCreateHotspotMutation());
  const navigate = useNavigate();
  const isReady = useIsKnownReady(user?.id ?? 0);

  const submit = async (values: HotspotForm) => {
    const outcome = await create(values);
    const failed = finish(outcome, 'hotspots.created_one', { name: values.name });
    if (outcome.data?.id !== undefined) void navigate(paths.hotspot.to(outcome.data.id));
    return failed;
  };
  return (
    <FormDialog<HotspotForm>
      title="hotspots.new"
      submit="hotspots.create"
      form={form}
      initialValues={NEW_HOTSPOT}
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
