import { Form } from 'antd';
import type { DialogProps } from '../../shared/dialogs';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { useFinish } from '../../shared/ui/dialog/useFinish';
import { IntegrationFields } from './IntegrationFields';
import { NEW_INTEGRATION, type IntegrationForm } from './integrationForm';
import { useCreateIntegrationMutation } from './api';

/** Creates a platform, not enabled for any reseller yet. */
export function CreateIntegrationDialog({ onClose }: DialogProps<'integrations/create'>) {
  const finish = useFinish(onClose);
  const [form] = Form.useForm<IntegrationForm>();
  const [create, { isLoading, error }] = useIdempotentMutation(useCreateIntegrationMutation());

  const submit = async (values: IntegrationForm) => finish(await create(values), 'integrations.created', { name: values.name });
  return (
    <FormDialog<IntegrationForm>
      title="integrations.new"
      submit="integrations.create"
      form={form}
      initialValues={NEW_INTEGRATION}
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'integrations.create_error_title' }}
      refused={{ webhook_url: 'integrations.webhook_url_refused' }}
    >
      <IntegrationFields form={form} hasSecret={false} />
    </FormDialog>
  );
}
