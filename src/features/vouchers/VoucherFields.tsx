import { Checkbox, Form, Input, Radio } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { MAX_LENGTH, MAX_VOUCHERS, MIN_CODE_LENGTH, VOUCHER_CODE } from '../../contract/plain/wire';
import type { Quantity } from '../../shared/format/amounts';
import { capabilities } from '../../shared/backEnd/capabilities';
import { DayInput } from '../../shared/ui/form/DayInput';
import { useHotspotZone } from '../hotspots/api';
import { LimitInput } from '../../shared/ui/form/LimitInput';
import { NumberInput } from '../../shared/ui/form/NumberInput';
import { lastDayRule } from './lastDayRule';
import { expirationRange, MOST, type VoucherForm } from './voucherForm';
import type { VoucherType } from './api';
import { atMost, filled, isEmail, required, whole } from '../../shared/ui/form/rules';

type MessageId = FormatjsIntl.Message['ids'];

/** Validation rules for an integer within bounds; an empty field passes unless it is required. */
const wholeNumber = (min: number, max: number, isRequired: boolean) => [...(isRequired ? [filled] : []), whole(min, max)];

interface VoucherFieldsProps {
  hotspotId: number;
  /** Types to choose from; the field is hidden if there is only one (VCH-33, VCH-34). */
  types: readonly VoucherType[];
  /** One voucher with a custom code, instead of several. */
  isCustom: boolean;
  /** When the dialog was opened, in milliseconds. */
  now: number;
}

/** The fields of both create dialogs. */
export function VoucherFields({ hotspotId, types, isCustom, now }: VoucherFieldsProps) {
  const intl = useIntl();
  const zone = useHotspotZone(hotspotId);
  const type = Form.useWatch<VoucherType>('type');
  const time = Form.useWatch<VoucherForm['time']>('time');
  const limitless = Form.useWatch<VoucherForm['limitless']>('limitless');
  return (
    <>
      {isCustom ? (
        <Form.Item<VoucherForm>
          name="code"
          label={<FormattedMessage id="vouchers.code" />}
          extra={<FormattedMessage id="vouchers.code_hint" />}
          rules={[
            required,
            {
              min: MIN_CODE_LENGTH,
              transform: (code: string) => code.trim(),
              message: <FormattedMessage id="vouchers.code_too_short" values={{ count: MIN_CODE_LENGTH }} />,
            },
            { pattern: VOUCHER_CODE, transform: (code: string) => code.trim(), message: <FormattedMessage id="vouchers.code_wrong" /> },
          ]}
        >
          <Input autoCapitalize="none" autoComplete="off" spellCheck={false} />
        </Form.Item>
      ) : (
        <Form.Item<VoucherForm> name="count" label={<FormattedMessage id="vouchers.how_many" />} rules={wholeNumber(1, MAX_VOUCHERS, true)}>
          <Amount isLarge />
        </Form.Item>
      )}
      <Form.Item<VoucherForm> name="type" label={<FormattedMessage id="vouchers.type" />} hidden={types.length < 2} rules={[filled]}>
        <Radio.Group options={types.map((value) => ({ value, label: intl.formatMessage({ id: `vouchers.type_${value}` }) }))} />
      </Form.Item>
      {type === 'auth' && (
        <div className="form-columns">
          <Form.Item<VoucherForm>
            name="user_name"
            label={<FormattedMessage id="vouchers.user_name" />}
            rules={[required, atMost(MAX_LENGTH.name)]}
          >
            <Input autoComplete="off" />
          </Form.Item>
          <Form.Item<VoucherForm>
            name="user_mail"
            label={<FormattedMessage id="vouchers.user_mail" />}
            rules={[isEmail, atMost(MAX_LENGTH.email)]}
          >
            <Input type="email" autoComplete="off" />
          </Form.Item>
        </div>
      )}
      <div className="form-columns">
        <Form.Item<VoucherForm> name="time" label={<FormattedMessage id="vouchers.validity" />}>
          <Radio.Group options={choices(['duration', 'expiration'], (one) => intl.formatMessage({ id: `vouchers.time_${one}` }))} />
        </Form.Item>
        {time === 'expiration' ? (
          <Form.Item<VoucherForm>
            name="expiration"
            label={<FormattedMessage id="vouchers.last_day" />}
            extra={
              <FormattedMessage
                id={capabilities().endsVouchersWithDay ? 'vouchers.ends_with_day' : 'vouchers.ends_at_hour'}
                values={{ zone }}
              />
            }
            rules={[lastDayRule(now)]}
          >
            <DayInput {...expirationRange(now)} />
          </Form.Item>
        ) : (
          <Form.Item<VoucherForm>
            name="duration"
            label={<FormattedMessage id="vouchers.duration" />}
            {...(capabilities().hasHotspotZones && { extra: <FormattedMessage id="vouchers.duration_hint" values={{ zone }} /> })}
            rules={wholeNumber(0, MOST.days, true)}
          >
            <Amount unit="vouchers.unit_days" quantity="days" />
          </Form.Item>
        )}
        <Form.Item<VoucherForm> name="limitless" label={<FormattedMessage id="vouchers.uses" />}>
          <Radio.Group options={choices(['true', 'false'], (one) => intl.formatMessage({ id: `vouchers.limitless_${one}` }))} />
        </Form.Item>
        {limitless === 'false' && (
          <Form.Item<VoucherForm>
            name="remain_use"
            label={<FormattedMessage id="vouchers.max_uses" />}
            rules={wholeNumber(1, MOST.uses, true)}
          >
            <Amount />
          </Form.Item>
        )}
        {capabilities().limitsDevices && (
          <Form.Item<VoucherForm>
            name="max_devices"
            label={<FormattedMessage id="vouchers.max_devices" />}
            rules={wholeNumber(0, MOST.devices, false)}
          >
            <Amount hasLimit zero={devicesWithout(type, limitless)} />
          </Form.Item>
        )}
      </div>
      <div className="form-columns">
        <Limit name="bandwidth_down" label="vouchers.bandwidth_down" unit="vouchers.unit_kbit" quantity="kbps" most={MOST.kbps} />
        <Limit name="bandwidth_up" label="vouchers.bandwidth_up" unit="vouchers.unit_kbit" quantity="kbps" most={MOST.kbps} />
        <Limit name="trafficMb" label="vouchers.max_traffic" unit="vouchers.unit_mb" quantity="megabytes" most={MOST.trafficMb} />
        <Limit name="timeMinutes" label="vouchers.max_time" unit="vouchers.unit_minutes" quantity="minutes" most={MOST.timeMinutes} />
      </div>
      <Form.Item<VoucherForm> name="auto_login" valuePropName="checked" extra={<FormattedMessage id="vouchers.auto_login_hint" />}>
        <Checkbox>
          <FormattedMessage id="vouchers.auto_login" />
        </Checkbox>
      </Form.Item>
    </>
  );
}

/** What an empty field for devices means, depending on the voucher's type and uses. */
function devicesWithout(type: VoucherType, limitless: VoucherForm['limitless']): MessageId {
  if (type === 'auth') return 'vouchers.devices_personal';
  return limitless === 'true' ? 'vouchers.devices_limitless' : 'vouchers.devices_by_uses';
}

const choices = <T extends string>(values: readonly T[], label: (value: T) => string) =>
  values.map((value) => ({ value, label: label(value) }));

interface LimitProps {
  name: keyof VoucherForm;
  label: MessageId;
  unit: MessageId;
  quantity: Quantity;
  most: number;
}

/** A number field that means "no limit" when empty. */
function Limit({ name, label, unit, quantity, most }: LimitProps) {
  return (
    <Form.Item<VoucherForm> name={name} label={<FormattedMessage id={label} />} rules={wholeNumber(0, most, false)}>
      <Amount unit={unit} quantity={quantity} hasLimit />
    </Form.Item>
  );
}

interface AmountProps {
  unit?: MessageId;
  quantity?: Quantity;
  hasLimit?: boolean;
  /** What an empty field means. */
  zero?: MessageId;
  isLarge?: boolean;
}

/** An integer field. Focusing selects its content, so that typing replaces it; invalid numbers are kept and reported. */
function Amount({ unit, quantity, hasLimit = false, zero, isLarge = false, ...field }: AmountProps) {
  const Field = hasLimit ? LimitInput : NumberInput;
  return (
    <Field
      {...field}
      precision={0}
      {...(isLarge && { size: 'large' as const })}
      {...(quantity && { quantity })}
      {...(zero && { zero })}
      {...(unit && { suffix: <FormattedMessage id={unit} /> })}
      onFocus={({ target }) => target.select()}
    />
  );
}
