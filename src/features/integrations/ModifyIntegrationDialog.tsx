import { Form } from 'antd';
import type { DialogProps } from '../../shared/dialogs';
import { FormDialog, modifying } from '../../shared/ui/dialog/FormDialog';
import { useFinish } from '../../shared/ui/dialog/useFinish';
import type { Wording } from '../../shared/ui/form/StaleAlert';
import { untilRead } from '../../shared/ui/feedback/untilRead';
import { IntegrationFields } from './IntegrationFields';
import { NEW_INTEGRATION, toForm, type IntegrationForm } from './integrationForm';
import { useGetIntegrationQuery, useUpdateIntegrationMutation } from './api';

/** Edits a platform; an empty secret keeps the stored one. */
export function ModifyIntegrationDialog({ args: { id }, onClose }: DialogProps<'integrations/modify'>) {
  const finish = useFinish(onClose);
  const [form] = Form.useForm<IntegrationForm>();
  const stored = useGetIntegrationQuery(id, { refetchOnMountOrArgChange: true });
  const integration = stored.data;
  const [update, { isLoading, error }] = useUpdateIntegrationMutation();

  const submit = async (values: IntegrationForm, etag: string) =>
    finish(await update({ id, change: values, etag }), 'integrations.saved', { name: values.name });
  return (
    <FormDialog<IntegrationForm>
      title="integrations.modify"
      submit="common.save"
      form={form}
      initialValues={NEW_INTEGRATION}
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'integrations.update_error_title' }}
      refused={{ webhook_url: 'integrations.webhook_url_refused' }}
      modified={integration && modifying(integration, toForm, WORDING)}
      instead={untilRead(stored, 'integrations.load_one_failed')}
    >
      {integration && <IntegrationFields form={form} hasSecret={integration.has_webhook_token} />}
    </FormDialog>
  );
}

const WORDING: Wording<IntegrationForm> = {
  labels: {
    name: 'accounts.name',
    description: 'hotspots.description',
    site: 'integrations.site',
    webhook_url: 'integrations.webhook_url',
    pre_auth_redirect_url: 'integrations.pre_auth_redirect_url',
    post_auth_redirect_url: 'integrations.post_auth_redirect_url',
  },
};
