import { App, Form, Input, type FormInstance } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { isWebAddress, MAX_LENGTH } from '../../contract/plain/wire';
import type { DialogProps } from '../../shared/dialogs';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { FormDialog, modifying } from '../../shared/ui/dialog/FormDialog';
import { PictureField } from '../../shared/ui/form/PictureField';
import type { Wording } from '../../shared/ui/form/StaleAlert';
import { untilRead } from '../../shared/ui/feedback/untilRead';
import { NEW_INTEGRATION, toForm, type IntegrationForm } from './integrationForm';
import { useCreateIntegrationMutation, useGetIntegrationQuery, useUpdateIntegrationMutation } from './api';
import { required } from '../../shared/ui/form/rules';

/** Maximum size of a logo's longer side in pixels; they are displayed at 40. */
const LOGO_SIDE = 256;

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
      <Fields form={form} hasSecret={false} />
    </FormDialog>
  );
}

/** Edits a platform; an empty secret keeps the stored one. */
export function ModifyIntegrationDialog({ args: { id }, onClose }: DialogProps<'integrations/modify'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<IntegrationForm>();
  const stored = useGetIntegrationQuery(id, { refetchOnMountOrArgChange: true });
  const integration = stored.data;
  const [update, { isLoading, error }] = useUpdateIntegrationMutation();

  const submit = async (values: IntegrationForm, etag: string) => {
    const outcome = await update({ id, change: values, etag });
    if (outcome.error) return outcome.error;
    void message.success(intl.formatMessage({ id: 'integrations.saved' }, { name: values.name }));
    onClose();
    return undefined;
  };
  return (
    <FormDialog<IntegrationForm>
      title="integrations.modify"
      submit="common.save"
      form={form}
      initialValues={NEW_INTEGRATION}
      firstField="name"
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'integrations.update_error_title' }}
      modified={integration && modifying(integration, toForm, WORDING)}
      instead={untilRead(stored, 'integrations.load_one_failed')}
    >
      {integration && <Fields form={form} hasSecret={integration.has_webhook_token} />}
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

const ADDRESSES = [
  { name: 'site', help: 'integrations.site_help' },
  { name: 'webhook_url', help: 'integrations.webhook_url_help' },
  { name: 'pre_auth_redirect_url', help: 'integrations.pre_auth_redirect_url_help' },
  { name: 'post_auth_redirect_url', help: 'integrations.post_auth_redirect_url_help' },
] as const;

function Fields({ form, hasSecret }: { form: FormInstance<IntegrationForm>; hasSecret: boolean }) {
  const webAddress = {
    validator: async (_rule: unknown, text: string) => {
      if (text.trim() !== '' && !isWebAddress(text.trim())) throw new Error('not an address of the web');
    },
    message: <FormattedMessage id="captive.bad_address" />,
  };
  const [site, ...others] = ADDRESSES.map(({ name, help }) => (
    <Form.Item
      key={name}
      name={name}
      label={<FormattedMessage id={`integrations.${name}`} />}
      extra={<FormattedMessage id={help} />}
      rules={[webAddress]}
    >
      <Input inputMode="url" maxLength={MAX_LENGTH.url} />
    </Form.Item>
  ));
  return (
    <>
      <Form.Item name="name" label={<FormattedMessage id="accounts.name" />} rules={[required]}>
        <Input maxLength={MAX_LENGTH.name} />
      </Form.Item>
      <Form.Item name="description" label={<FormattedMessage id="hotspots.description" />}>
        <Input maxLength={MAX_LENGTH.description} />
      </Form.Item>
      {site}
      <Form.Item name="logo" label={<FormattedMessage id="captive.logo" />}>
        <LogoField form={form} />
      </Form.Item>
      {others[0]}
      <Form.Item
        name="webhook_token"
        label={<FormattedMessage id="integrations.webhook_token" />}
        extra={<FormattedMessage id={hasSecret ? 'integrations.secret_kept' : 'integrations.secret_help'} />}
        rules={[{ pattern: /^[\x21-\x7e]*$/, message: <FormattedMessage id="integrations.secret_wrong" /> }]}
      >
        <Input.Password maxLength={MAX_LENGTH.text} autoComplete="new-password" />
      </Form.Item>
      {others.slice(1)}
      <Form.Item
        name="privacy"
        label={<FormattedMessage id="integrations.privacy" />}
        extra={<FormattedMessage id="integrations.privacy_help" />}
      >
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 12 }} maxLength={MAX_LENGTH.html} />
      </Form.Item>
    </>
  );
}

/** antd's Form.Item injects `id`, `value` and `onChange`. */
function LogoField({
  form,
  id = 'logo',
  value = '',
  onChange,
}: {
  form: FormInstance<IntegrationForm>;
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}) {
  const intl = useIntl();
  const change = (picture: string) => {
    onChange?.(picture);
    form.setFields([{ name: 'logo', errors: [] }]);
  };
  return <PictureField id={id} value={value} name={intl.formatMessage({ id: 'captive.logo' })} longestSide={LOGO_SIDE} onChange={change} />;
}
