import { App, Button, Form, Input, Typography } from 'antd';
import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Account } from '../../contract/accounts';
import { DIGITS, EMAIL, MAX_LENGTH } from '../../contract/wire';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { RestoredDraft } from '../../shared/ui/form/RestoredDraft';
import { Section } from '../../shared/ui/page/Section';
import { useFormDraft } from '../../shared/ui/form/useFormDraft';
import { vatRule } from '../../shared/ui/form/vatRule';
import { useUpdateAccountMutation } from '../accounts/api';

type PrivacyFields = Pick<Account, (typeof KEYS)[number]>;

const KEYS = ['privacy_name', 'privacy_vat', 'privacy_address', 'privacy_email', 'privacy_dpo', 'privacy_dpo_mail'] as const;

const fieldsOf = (account: Account) => Object.fromEntries(KEYS.map((key) => [key, account[key]])) as PrivacyFields;

const required = { required: true, whitespace: true, message: <FormattedMessage id="form.required" /> };
const isEmail = { pattern: EMAIL, message: <FormattedMessage id="form.email" /> };
const isNumber = { pattern: DIGITS, message: <FormattedMessage id="form.digits" /> };
const isText = { max: MAX_LENGTH.text, message: <FormattedMessage id="form.too_long" values={{ max: MAX_LENGTH.text }} /> };

/** The data controller named in every disclaimer; required before hotspots can be created (PRO-04, HSP-23). */
export function PrivacyFieldsForm({ account }: { account: Account }) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<PrivacyFields>();
  const [update, { isLoading, error }] = useUpdateAccountMutation();
  const begun = useMemo(() => ({ etag: '', values: fieldsOf(account) }), [account]);
  const { draft, onTyped, flush, discard, drop } = useFormDraft(form, { key: `profile/privacy ${account.id}`, isInDialog: false }, begun);

  const submit = async (change: PrivacyFields) => {
    flush();
    const outcome = await update({ id: account.id, change });
    if (outcome.error) return;
    drop();
    void message.success(intl.formatMessage({ id: 'profile.privacy_saved' }));
  };
  return (
    <Section title="profile.privacy">
      <Typography.Paragraph type="secondary">
        <FormattedMessage id="profile.privacy_why" />
      </Typography.Paragraph>
      {error && <FailureAlert title="profile.privacy_not_saved" error={error} />}
      {draft?.isRestored && <RestoredDraft onDiscard={discard} />}
      <Form<PrivacyFields>
        noValidate
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        initialValues={begun.values}
        onValuesChange={onTyped}
        onBlur={onTyped}
        scrollToFirstError={{ focus: true }}
        onFinish={(values) => void submit(values)}
        style={{ maxWidth: 560 }}
      >
        <Form.Item<PrivacyFields> name="privacy_name" label={<FormattedMessage id="profile.privacy_name" />} rules={[required, isText]}>
          <Input autoComplete="organization" />
        </Form.Item>
        <Form.Item<PrivacyFields>
          name="privacy_vat"
          label={<FormattedMessage id="profile.privacy_vat" />}
          validateFirst
          rules={[required, isNumber, vatRule]}
        >
          <Input inputMode="numeric" autoComplete="off" />
        </Form.Item>
        <Form.Item<PrivacyFields>
          name="privacy_address"
          label={<FormattedMessage id="profile.privacy_address" />}
          rules={[required, isText]}
        >
          <Input autoComplete="street-address" />
        </Form.Item>
        <Form.Item<PrivacyFields> name="privacy_email" label={<FormattedMessage id="profile.privacy_email" />} rules={[required, isEmail]}>
          <Input type="email" autoComplete="email" />
        </Form.Item>
        <Form.Item<PrivacyFields> name="privacy_dpo" label={<FormattedMessage id="profile.privacy_dpo" />} rules={[isText]}>
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item<PrivacyFields> name="privacy_dpo_mail" label={<FormattedMessage id="profile.privacy_dpo_mail" />} rules={[isEmail]}>
          <Input type="email" autoComplete="off" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={isLoading}>
          <FormattedMessage id="common.save" />
        </Button>
      </Form>
    </Section>
  );
}
