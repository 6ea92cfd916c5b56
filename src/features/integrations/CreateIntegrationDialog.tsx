import { App, Form } from 'antd';
import { useIntl } from 'react-intl';
import type { DialogProps } from '../../shared/dialogs';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { IntegrationFields } from './IntegrationFields';
import { NEW_INTEGRATION, type IntegrationForm } from './integrationForm';
import { useCreateIntegrationMutation } from './api';

/** Creates a platform, not enabled for any reseller yet. */
export function CreateIntegrationDialog({ onClose }: DialogProps<'integrations/create'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<IntegrationForm>();
  const [create, { isLoading, error }] = useIdempotentMutation(useCreateIntegrationMutation());

  const submit = async (values: IntegrationForm) => {
    const outcome = await create(values);
    if (outcome.error) return outcome.error;
    void message.success(intl.formatMessage({ id: 'integrations.created' }, { name: values.name }));
    onClose();
    return undefined;
  };
  return (
    <FormDialog<IntegrationForm>
      title="integrations.new"
      submit="integrations.create"
      form={form}
      initialValues={NEW_INTEGRATION}
      firstField="name"
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'integrations.create_error_title' }}
    >
      <IntegrationFields form={form} hasSecret={false} />
    </FormDialog>
  );
}
