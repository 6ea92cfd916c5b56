import { App, Button, Flex, Form, Input, Typography } from 'antd';
import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { MAX_INTEGER } from '../../contract/plain/wire';
import type { SmsAccount } from '../../contract/stats';
import { isLost } from '../../shared/failure';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { RestoredDraft } from '../../shared/ui/form/RestoredDraft';
import { Section } from '../../shared/ui/page/Section';
import { SmsUse } from '../../shared/ui/facts/SmsUse';
import { useFormDraft } from '../../shared/ui/form/useFormDraft';
import { describeReadings } from '../../shared/format/amounts';
import { countsAsZero, wholeNumberOrZero } from '../../shared/wholeNumber';
import { useGetAccountSmsQuery, useUpdateSmsThresholdMutation } from '../accounts/api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import styles from '../../shared/ui/facts/smsForm.module.css';
import { classes } from '../../shared/ui/plain/classes';

interface ThresholdForm {
  typed: string;
}

/** The number of remaining SMS at which a reseller is warned (PRO-07); hidden for accounts without a pack. */
export function SmsThresholdForm({ accountId }: { accountId: number }) {
  const sms = useGetAccountSmsQuery(accountId);
  if (sms.data === null) return null;
  return (
    <Section title="profile.sms">
      {isLost(sms) ? (
        <LoadFailed message="accounts.sms_load_failed" onRetry={sms.refetch} />
      ) : sms.data ? (
        <Threshold accountId={accountId} sms={sms.data} />
      ) : (
        <LoadingRows rows={2} />
      )}
    </Section>
  );
}

function Threshold({ accountId, sms }: { accountId: number; sms: SmsAccount }) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<ThresholdForm>();
  const initialValue = shown(sms.sms_threshold);
  const typed = (Form.useWatch('typed', form) as string | undefined) ?? initialValue;
  const readings = describeReadings(intl, typed);
  const [update, { isLoading, error }] = useUpdateSmsThresholdMutation();
  const start = useMemo(() => ({ etag: '', values: { typed: initialValue } }), [initialValue]);
  const { isRestored, onTyped, flush, discard, drop } = useFormDraft(form, { key: `profile/sms ${accountId}`, isInDialog: false }, start);

  const submit = async (values: ThresholdForm) => {
    if (isLoading) return;
    flush();
    const count = wholeNumberOrZero(values.typed, MAX_INTEGER, intl.locale);
    const outcome = await update({ id: accountId, sms_threshold: count });
    if (outcome.error) return;
    drop();
    form.setFieldsValue({ typed: shown(count) });
    void message.success(intl.formatMessage({ id: 'profile.sms_saved' }, { count }));
  };
  return (
    <Form<ThresholdForm>
      noValidate
      form={form}
      layout="vertical"
      initialValues={{ typed: initialValue }}
      onValuesChange={onTyped}
      onFinish={(values) => void submit(values)}
    >
      {isRestored && <RestoredDraft onDiscard={discard} />}
      <Typography.Paragraph className={classes(styles.count)}>
        <SmsUse sent={sms.sms_count} maximum={sms.sms_max_count} />
      </Typography.Paragraph>
      {error && <FailureAlert title="profile.sms_not_saved" error={error} />}
      <Flex gap={8} align="start" wrap>
        <Form.Item<ThresholdForm>
          name="typed"
          label={<FormattedMessage id="profile.sms_threshold" />}
          rules={
            readings === undefined
              ? []
              : [
                  {
                    validator: async () => {
                      throw new Error(typed);
                    },
                    message: readings,
                  },
                ]
          }
          extra={
            readings === undefined &&
            countsAsZero(typed, MAX_INTEGER, intl.locale) && <FormattedMessage id="form.counts_as_zero" values={{ max: MAX_INTEGER }} />
          }
          className={classes(styles.field)}
        >
          <Input inputMode="numeric" autoComplete="off" placeholder={intl.formatMessage({ id: 'preferences.no_warning' })} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={isLoading} className={classes(styles.besideField)}>
          <FormattedMessage id="common.save" />
        </Button>
      </Flex>
    </Form>
  );
}

/** The field is empty if there is no threshold. */
const shown = (threshold: number) => (threshold === 0 ? '' : String(threshold));
