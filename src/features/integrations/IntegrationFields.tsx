import { Form, Input, type FormInstance } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { isWebAddress, MAX_LENGTH } from '../../contract/plain/wire';
import { PictureField } from '../../shared/ui/form/PictureField';
import { required } from '../../shared/ui/form/rules';
import type { IntegrationForm } from './integrationForm';

/** Maximum size of a logo's longer side in pixels; they are displayed at 40. */
const LOGO_SIDE = 256;

const ADDRESSES = [
  { name: 'site', help: 'integrations.site_help' },
  { name: 'webhook_url', help: 'integrations.webhook_url_help' },
  { name: 'pre_auth_redirect_url', help: 'integrations.pre_auth_redirect_url_help' },
  { name: 'post_auth_redirect_url', help: 'integrations.post_auth_redirect_url_help' },
] as const;

/** The fields of a platform, new or existing. `hasSecret`: whether one is stored, which is never shown. */
export function IntegrationFields({ form, hasSecret }: { form: FormInstance<IntegrationForm>; hasSecret: boolean }) {
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
