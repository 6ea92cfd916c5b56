import { Form, Input, Radio } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MailVoucher } from '../../contract/vouchers';
import { HOTSPOT_ZONE, MAX_LENGTH, PORTAL_LANGUAGES } from '../../contract/plain/wire';
import { LANGUAGE_NAMES } from '../../portal/texts';
import type { DialogProps } from '../../shared/dialogs';
import { failureOf } from '../../shared/failure';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { useFinish } from '../../shared/ui/dialog/useFinish';
import { useMailVoucherMutation } from '../vouchers/api';
import { atMost, isEmail, required } from '../../shared/ui/form/rules';
import spacingStyles from '../../shared/ui/page/spacing.module.css';

type MailForm = Pick<MailVoucher, 'to' | 'language'>;

const REASONS = {
  no_mail_server: 'counter.no_mail_server',
  mail_refused: 'counter.mail_refused',
  mail_unreachable: 'counter.mail_unreachable',
} as const;

/** Sends a voucher's code to a guest, in the guest's language. */
export function MailVoucherDialog({ args: { id, code, to }, onClose }: DialogProps<'vouchers/mail'>) {
  const intl = useIntl();
  const finish = useFinish(onClose);
  const language = PORTAL_LANGUAGES.find((one) => one === intl.locale) ?? 'en';
  const [form] = Form.useForm<MailForm>();
  const [mail, { isLoading, error }] = useIdempotentMutation(useMailVoucherMutation());
  const submit = async (values: MailForm) =>
    finish(await mail({ id, to: values.to.trim(), language: values.language, tz: HOTSPOT_ZONE }), 'counter.mailed', {
      to: values.to.trim(),
    });
  const reason = error && REASONS[failureOf(error).code as keyof typeof REASONS];
  return (
    <FormDialog<MailForm>
      title="counter.mail_title"
      submit="counter.send"
      form={form}
      initialValues={{ to, language }}
      isTrifle
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'counter.mail_failed', ...(reason && { text: reason }) }}
    >
      <p className={spacingStyles.flushTop}>
        <FormattedMessage id="counter.mail_what" values={{ code: <code>{code}</code> }} />
      </p>
      <Form.Item<MailForm>
        name="to"
        label={<FormattedMessage id="vouchers.user_mail" />}
        rules={[required, isEmail, atMost(MAX_LENGTH.email)]}
      >
        <Input type="email" autoComplete="off" />
      </Form.Item>
      <Form.Item<MailForm> name="language" label={<FormattedMessage id="counter.language" />}>
        <Radio.Group options={PORTAL_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))} />
      </Form.Item>
    </FormDialog>
  );
}
