import { Select } from 'antd';
import { useIntl } from 'react-intl';
import type { FieldProps } from '../../shared/ui/form/fieldProps';
import { useListSubscriptionPlansQuery } from './api';

interface PlanSelectProps extends FieldProps {
  /** Injected by antd's Form.Item, as `onChange` is. 0: none chosen. */
  value?: number;
  onChange?: (planId: number) => void;
  /** For updating fields that depend on the plan. */
  onChosen?: (planId: number) => void;
}

/** Chooses a reseller's plan. */
export function PlanSelect({ value = 0, onChange, onChosen, ...field }: PlanSelectProps) {
  const intl = useIntl();
  const { data = [], isFetching, isError } = useListSubscriptionPlansQuery();
  return (
    <Select<number>
      {...field}
      value={value === 0 ? null : value}
      loading={isFetching}
      placeholder={intl.formatMessage({ id: 'accounts.choose_plan' })}
      notFoundContent={intl.formatMessage({ id: isError ? 'picker.failed' : 'picker.none' })}
      options={data.map((plan) => ({
        value: plan.id,
        label: intl.formatMessage({ id: 'accounts.plan_offer' }, { name: plan.name, units: plan.max_units, sms: plan.included_sms }),
      }))}
      onChange={(planId) => {
        onChange?.(planId);
        onChosen?.(planId);
      }}
    />
  );
}
