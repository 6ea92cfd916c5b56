import { App, Button, Flex, Form, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Account } from '../../contract/accounts';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { NumberInput } from '../../shared/ui/form/NumberInput';
import { RestoredDraft } from '../../shared/ui/form/RestoredDraft';
import { Section } from '../../shared/ui/page/Section';
import { SmsUse } from '../../shared/ui/facts/SmsUse';
import { useFormDraft } from '../../shared/ui/form/useFormDraft';
import { useAddSmsMutation, useGetAccountSmsQuery } from './api';
import { filled } from '../../shared/ui/form/rules';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import styles from '../../shared/ui/facts/smsForm.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** Maximum that can be added at once, to catch typos (contract/stats.ts, `addSms`). */
const MOST = 1_000_000;

interface AddForm {
  count: number | null;
}

const NOTHING_TYPED = { etag: '', values: { count: null } };

/** A reseller's SMS pack: sent and purchased; an admin can add to it (ACC-03). */
export function AccountSms({ account: { id }, mayAdd }: { account: Account; mayAdd: boolean }) {
  const { data, isError, refetch } = useGetAccountSmsQuery(id);
  return (
    <Section title="profile.sms">
      {data === undefined && !isError && <LoadingRows rows={2} />}
      {data === undefined && isError && <LoadFailed message="accounts.sms_load_failed" onRetry={refetch} />}
      {data === null && <FormattedMessage id="cards.no_sms" />}
      {data && (
        <Flex vertical gap={8}>
          <Typography.Text className={classes(styles.count)}>
            <SmsUse sent={data.sms_count} maximum={data.sms_max_count} />
          </Typography.Text>
          {data.sms_threshold > 0 && (
            <Typography.Text type="secondary">
              <FormattedMessage id="accounts.sms_warned" values={{ count: data.sms_threshold }} />
            </Typography.Text>
          )}
          {mayAdd && <AddSms accountId={id} />}
        </Flex>
      )}
    </Section>
  );
}

function AddSms({ accountId }: { accountId: number }) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<AddForm>();
  const [add, { isLoading, error }] = useIdempotentMutation(useAddSmsMutation());
  const { isRestored, onTyped, flush, discard } = useFormDraft(
    form,
    { key: `accounts/sms ${accountId}`, isInDialog: false },
    NOTHING_TYPED,
  );

  const submit = async ({ count }: AddForm) => {
    if (isLoading || count === null) return;
    flush();
    const outcome = await add({ id: accountId, sms_to_add: count });
    if (outcome.error) return;
    void message.success(intl.formatMessage({ id: 'accounts.sms_added' }, { count }));
    discard();
  };
  return (
    <Form<AddForm>
      noValidate
      form={form}
      layout="vertical"
      initialValues={NOTHING_TYPED.values}
      onValuesChange={onTyped}
      onFinish={(values) => void submit(values)}
    >
      {isRestored && <RestoredDraft onDiscard={discard} />}
      {error && <FailureAlert title="accounts.sms_not_added" error={error} />}
      <Flex gap={8} align="start" wrap>
        <Form.Item<AddForm>
          name="count"
          label={<FormattedMessage id="accounts.sms_to_add" />}
          rules={[
            filled,
            {
              type: 'integer',
              min: 1,
              max: MOST,
              message: <FormattedMessage id="form.whole_between" values={{ min: 1, max: MOST }} />,
            },
          ]}
          validateTrigger="onBlur"
          className={classes(styles.field)}
        >
          <NumberInput precision={0} />
        </Form.Item>
        <Button htmlType="submit" loading={isLoading} className={classes(styles.besideField)}>
          <FormattedMessage id="accounts.add_sms" />
        </Button>
      </Flex>
    </Form>
  );
}
