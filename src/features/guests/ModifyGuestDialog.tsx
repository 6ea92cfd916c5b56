import { Button, Flex, Form, Switch, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { each, namesOf } from '../../contract/plain/fields';
import { GUEST_FIELDS } from '../../contract/plain/guestFields';
import { MAX_INTEGER } from '../../contract/plain/wire';
import { momentAt, wallClock } from '../../contract/plain/zones';
import type { Quantity } from '../../shared/format/amounts';
import type { DialogProps } from '../../shared/dialogs';
import { DescribedText } from '../../shared/ui/form/DescribedText';
import { LimitInput } from '../../shared/ui/form/LimitInput';
import { isElsewhere } from '../../shared/format/dates';
import { FormDialog, modifying } from '../../shared/ui/dialog/FormDialog';
import { MomentInput } from '../../shared/ui/form/MomentInput';
import type { Wording } from '../../shared/ui/form/StaleAlert';
import { YesNo } from './YesNo';
import { endsTooEarly, extendedBy, isMoment, toForm, toUpdate, zoneOf, type GuestForm } from './guestForm';
import { useGetGuestQuery } from './api';
import { useSaveGuest } from './useSaveGuest';
import { untilRead } from '../../shared/ui/feedback/untilRead';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** Edits a guest. A new end of validity makes an expired one valid again. */
export function ModifyGuestDialog({ args: guestKey, onClose }: DialogProps<'guests/modify'>) {
  const [form] = Form.useForm<GuestForm>();
  const { data: guest, isFetching, isError, refetch } = useGetGuestQuery(guestKey, { refetchOnMountOrArgChange: true });
  const { save, isSaving, error } = useSaveGuest(guestKey, onClose);
  const submit = async (values: GuestForm, etag: string) => guest && save(toUpdate(values, guest), etag, { name: values.name });
  return (
    <FormDialog<GuestForm>
      title="guests.modify"
      submit="common.save"
      form={form}
      initialValues={{}}
      onSubmit={submit}
      onClose={onClose}
      isRunning={isSaving}
      error={error}
      failure={{ title: 'guests.update_error_title', text: 'guests.update_error_sub' }}
      duplicate={{ field: 'valid_until', message: 'guests.there_again' }}
      modified={guest && modifying(guest, toForm, WORDING)}
      instead={untilRead({ data: guest, isError, isFetching, refetch }, 'guests.load_one_failed')}
    >
      {guest && <Fields zone={zoneOf(guest)} />}
    </FormDialog>
  );
}

/** How to show each field in a conflict with somebody else's change. */
const WORDING: Wording<GuestForm> = {
  labels: {
    ...each(namesOf(GUEST_FIELDS), (field) => `guests.${field}` as const),
    kbps_down: 'guests.kbps_down',
    kbps_up: 'guests.kbps_up',
    timeMinutes: 'guests.time_limit',
    trafficMb: 'guests.traffic_limit',
    auto_login: 'guests.auto_login',
    valid_from: 'guests.valid_from',
    valid_until: 'guests.valid_until',
  },
  values: {
    kbps_down: ({ kbps_down }) => limitOf(kbps_down),
    kbps_up: ({ kbps_up }) => limitOf(kbps_up),
    timeMinutes: ({ timeMinutes }) => limitOf(timeMinutes),
    trafficMb: ({ trafficMb }) => limitOf(trafficMb),
    auto_login: ({ auto_login }) => <YesNo value={auto_login} />,
  },
};

const limitOf = (limit: number) => (limit === 0 ? <FormattedMessage id="common.no_limit" /> : String(limit));

/** `zone`: the time zone of the guest's hotspot. */
function Fields({ zone }: { zone: string }) {
  return (
    <>
      <div className="form-columns">
        {namesOf(GUEST_FIELDS).map((field) => (
          <DescribedText key={field} name={field} label={`guests.${field}`} field={GUEST_FIELDS[field]} />
        ))}
        <Amount name="kbps_down" label="guests.kbps_down" unit="guests.unit_kbit" quantity="kbps" precision={0} max={MAX_INTEGER} />
        <Amount name="kbps_up" label="guests.kbps_up" unit="guests.unit_kbit" quantity="kbps" precision={0} max={MAX_INTEGER} />
        <Amount
          name="timeMinutes"
          label="guests.time_limit"
          unit="guests.unit_minutes"
          quantity="minutes"
          precision={2}
          max={Math.floor(MAX_INTEGER / 60)}
        />
        <Amount name="trafficMb" label="guests.traffic_limit" unit="guests.unit_mb" quantity="megabytes" max={8_000_000_000} />
        <Moments name="valid_from" label="guests.valid_from" zone={zone} />
        <Moments name="valid_until" label="guests.valid_until" zone={zone} extra={<ExtendButtons zone={zone} />} />
      </div>
      <Form.Item<GuestForm> name="auto_login" label={<FormattedMessage id="guests.auto_login" />} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  );
}

interface AmountProps {
  name: 'kbps_down' | 'kbps_up' | 'timeMinutes' | 'trafficMb';
  label: FormatjsIntl.Message['ids'];
  unit: FormatjsIntl.Message['ids'];
  quantity: Quantity;
  /** Number of decimals; unlimited by default. */
  precision?: number;
  max: number;
}

/** A limit with its unit. */
function Amount({ name, label, unit, quantity, precision, max }: AmountProps) {
  return (
    <Form.Item<GuestForm>
      name={name}
      label={<FormattedMessage id={label} />}
      // Keep invalid input and report it: clamping a negative number to 0 would mean "no limit".
      rules={[{ type: 'number', min: 0, max, message: <FormattedMessage id="form.between" values={{ min: 0, max }} /> }]}
    >
      <LimitInput {...(precision !== undefined && { precision })} quantity={quantity} suffix={<FormattedMessage id={unit} />} />
    </Form.Item>
  );
}

interface MomentsProps {
  name: 'valid_from' | 'valid_until';
  label: FormatjsIntl.Message['ids'];
  /** The time zone; its name is shown if it isn't the browser's. */
  zone: string;
  extra?: ReactNode;
}

/** A day and a time in the hotspot's time zone. */
function Moments({ name, label, zone, extra }: MomentsProps) {
  return (
    <Form.Item<GuestForm>
      name={name}
      label={<FormattedMessage id={label} />}
      extra={
        <>
          {isElsewhere(zone) && <FormattedMessage id="moment.time_of_zone" values={{ zone }} />}
          {extra}
        </>
      }
      dependencies={name === 'valid_until' ? ['valid_from'] : []}
      rules={[
        ({ getFieldValue }) => ({
          validator: async (_rule, value: string) => {
            if (!isMoment(value)) return;
            if (name === 'valid_until' && endsTooEarly(getFieldValue('valid_from') as string, value)) throw new Error('too early');
          },
          message: <FormattedMessage id="guests.ends_too_early" />,
        }),
        {
          validator: async (_rule, value: string) => {
            if (!isMoment(value)) throw new Error('no moment');
          },
          message: <FormattedMessage id="form.moment" />,
        },
      ]}
    >
      <MomentInput time={name === 'valid_from' ? '00:00:00' : '23:59:59'} />
    </Form.Item>
  );
}

/** Adds a day or a week to the end of validity, or to now if that is past. */
function ExtendButtons({ zone }: { zone: string }) {
  const form = Form.useFormInstance<GuestForm>();
  return (
    <Flex gap={8} className={classes(spacingStyles.above4)}>
      {[1, 7].map((days) => (
        <Button key={days} size="small" onClick={() => extend(form, days, zone)}>
          <FormattedMessage id="guests.plus_days" values={{ days }} />
        </Button>
      ))}
    </Flex>
  );
}

function extend(form: FormInstance<GuestForm>, days: number, zone: string): void {
  const until = form.getFieldValue('valid_until') as string;
  const end = until !== '' && isMoment(until) ? momentAt(until, zone) : null;
  const value = wallClock(extendedBy(days, end, Date.now(), zone), zone);
  form.setFields([{ name: 'valid_until', value, errors: [] }]);
}
