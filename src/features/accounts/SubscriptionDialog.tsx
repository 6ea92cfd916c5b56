import { Form } from 'antd';
import { FormattedMessage } from 'react-intl';
import { endOfDay, isDay } from '../../contract/plain/zones';
import type { DialogProps } from '../../shared/dialogs';
import { DayInput } from '../../shared/ui/form/DayInput';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { useFinish } from '../../shared/ui/dialog/useFinish';
import { useNow } from '../../shared/ui/facts/useNow';
import { useServerZone } from '../hotspots/api';
import { PlanSelect } from './PlanSelect';
import { renewedUntil, toForm, toUpdate, type SubscriptionForm } from './subscriptionForm';
import { useGetAccountQuery, useListSubscriptionPlansQuery, useUpdateSubscriptionMutation } from './api';
import { day, filled } from '../../shared/ui/form/rules';
import { untilRead } from '../../shared/ui/feedback/untilRead';

/** Renews a reseller's subscription or moves it to another plan; the default is a renewal by one plan period. */
export function SubscriptionDialog({ args: { id }, onClose }: DialogProps<'accounts/subscription'>) {
  const finish = useFinish(onClose);
  const now = useNow();
  const [form] = Form.useForm<SubscriptionForm>();
  const { data: account, isError, refetch } = useGetAccountQuery(id);
  const { data: plans = [] } = useListSubscriptionPlansQuery();
  const [update, { isLoading, error }] = useUpdateSubscriptionMutation();
  const until = Form.useWatch('until', form) as string | undefined;
  const zone = useServerZone();
  const isOver = until !== undefined && isDay(until) && endOfDay(until, zone).getTime() <= now;

  const submit = async (values: SubscriptionForm) =>
    finish(await update({ id, change: toUpdate(values, zone) }), 'accounts.subscription_saved', { username: account?.username ?? '' });
  // Each plan has its own period.
  const planChosen = (planId: number) => {
    const plan = plans.find((one) => one.id === planId);
    if (plan && account) form.setFieldsValue({ until: renewedUntil(account.subscription.valid_until, plan.period, now, zone) });
  };
  return (
    <FormDialog<SubscriptionForm>
      title="accounts.renew"
      submit="accounts.renew_submit"
      form={form}
      initialValues={account ? toForm(account.subscription, now, zone) : {}}
      firstField="until"
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'accounts.subscription_not_saved' }}
      instead={untilRead({ data: account, isError, isFetching: false, refetch }, 'accounts.load_one_failed', 4)}
    >
      <Form.Item<SubscriptionForm>
        name="planId"
        label={<FormattedMessage id="accounts.plan" />}
        rules={[{ type: 'number', min: 1, message: <FormattedMessage id="accounts.choose_plan" /> }]}
      >
        <PlanSelect onChosen={planChosen} />
      </Form.Item>
      <Form.Item<SubscriptionForm>
        name="until"
        label={<FormattedMessage id="accounts.valid_until" />}
        rules={[filled, day]}
        extra={<FormattedMessage id={isOver ? 'accounts.ends_at_once' : 'accounts.until_hint'} />}
      >
        <DayInput />
      </Form.Item>
    </FormDialog>
  );
}
