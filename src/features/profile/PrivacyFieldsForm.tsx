import { App, Button, Form, Typography } from 'antd';
import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { PRIVACY_FIELDS, type PrivacyField } from '../../contract/plain/accountFields';
import type { Account } from '../../contract/accounts';
import { each, namesOf } from '../../contract/plain/fields';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { DescribedText } from '../../shared/ui/form/DescribedText';
import { RestoredDraft } from '../../shared/ui/form/RestoredDraft';
import { Section } from '../../shared/ui/page/Section';
import { useFormDraft } from '../../shared/ui/form/useFormDraft';
import { vatRule } from '../../shared/ui/form/vatRule';
import { useUpdateAccountMutation } from '../accounts/api';
import styles from './PrivacyFieldsForm.module.css';
import { classes } from '../../shared/ui/plain/classes';

type PrivacyFields = Record<PrivacyField, string>;

const fieldsOf = (account: Account): PrivacyFields => each(namesOf(PRIVACY_FIELDS), (field) => account[field]);

/** The data controller named in every disclaimer; required before hotspots can be created (PRO-04, HSP-23). */
export function PrivacyFieldsForm({ account }: { account: Account }) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<PrivacyFields>();
  const [update, { isLoading, error }] = useUpdateAccountMutation();
  const base = useMemo(() => ({ etag: '', values: fieldsOf(account) }), [account]);
  const { isRestored, onTyped, flush, discard, drop } = useFormDraft(
    form,
    { key: `profile/privacy ${account.id}`, isInDialog: false },
    base,
  );

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
      {isRestored && <RestoredDraft onDiscard={discard} />}
      <Form<PrivacyFields>
        noValidate
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        initialValues={base.values}
        onValuesChange={onTyped}
        onBlur={onTyped}
        scrollToFirstError={{ focus: true }}
        onFinish={(values) => void submit(values)}
        className={classes(styles.form)}
      >
        {namesOf(PRIVACY_FIELDS).map((field) => (
          <DescribedText
            key={field}
            name={field}
            label={`profile.${field}`}
            field={PRIVACY_FIELDS[field]}
            {...(field === 'privacy_vat' && { validateFirst: true, moreRules: [vatRule] })}
          />
        ))}
        <Button type="primary" htmlType="submit" loading={isLoading}>
          <FormattedMessage id="common.save" />
        </Button>
      </Form>
    </Section>
  );
}
