import { Button, Flex, Form, Input, InputNumber, Radio, type RadioRef } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedList, FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { dialogOpened, type DialogProps } from '../../shared/dialogs';
import { formatDuration } from '../../shared/format/durations';
import { formatBytesBriefly } from '../../shared/format/sizes';
import { ownZone } from '../../shared/format/ownZone';
import { Bytes } from '../../shared/ui/facts/Bytes';
import { DayInput } from '../../shared/ui/form/DayInput';
import { FormDialog, modifying } from '../../shared/ui/dialog/FormDialog';
import { Moment } from '../../shared/ui/facts/Moment';
import type { Wording } from '../../shared/ui/form/StaleAlert';
import { useGetGuestQuery } from './api';
import { endOf, limitAgain, limitsUsedUp, toExtended, toExtension, type Extension, type UsedGuest } from './extension';
import { zoneOf } from './guestForm';
import { nameOf } from './guestName';
import { useSaveGuest } from './useSaveGuest';
import { untilRead } from '../../shared/ui/feedback/untilRead';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';
import styles from './ExtendGuestDialog.module.css';

/** Extends a guest's access: a later end, even if the current one has passed (GST-29), and a higher daily limit if one is used up. */
export function ExtendGuestDialog({ args: { days, ...guestKey }, onClose }: DialogProps<'guests/extend'>) {
  const dispatch = useDispatch();
  const [form] = Form.useForm<Extension>();
  // Fixed, so that the dates on offer don't change while the dialog is open.
  const [now] = useState(() => Date.now());
  const { data: guest, isFetching, isError, refetch } = useGetGuestQuery(guestKey, { refetchOnMountOrArgChange: true });
  const { save, isSaving, error } = useSaveGuest(guestKey, onClose);
  const submit = async (values: Extension, etag: string) =>
    guest && save(toExtended(values, guest, now), etag, { isExtension: true, name: nameOf(guest) });
  const openAll = () => {
    onClose();
    dispatch(dialogOpened({ name: 'guests/modify', args: guestKey }));
  };
  const isStopped = guest !== undefined && limitsUsedUp(guest).length > 0;
  return (
    <FormDialog<Extension>
      title="guests.extend"
      submit="guests.extend"
      form={form}
      initialValues={{}}
      firstField={isStopped ? 'limits' : 'extension'}
      onSubmit={submit}
      onClose={onClose}
      isRunning={isSaving}
      error={error}
      failure={{ title: 'guests.update_error_title', text: 'guests.update_error_sub' }}
      duplicate={{ field: 'day', message: 'guests.there_again' }}
      modified={guest && modifying(guest, (read: UsedGuest) => toExtension(read, now, days), wordingIn(zoneOf(guest)))}
      instead={untilRead({ data: guest, isError, isFetching, refetch }, 'guests.load_one_failed', 3)}
    >
      {guest && isStopped && <LimitLines guest={guest} />}
      <EndLines now={now} isStopped={isStopped} zone={guest ? zoneOf(guest) : ownZone()} />
      <Button type="link" className={classes(spacingStyles.noPaddingInline)} onClick={openAll}>
        <FormattedMessage id="guests.extend_more" />
      </Button>
    </FormDialog>
  );
}

const wordingIn = (zone: string): Wording<Extension> => ({
  labels: { valid_until: 'guests.valid_until', max_navigation_traffic: 'guests.traffic_limit', max_navigation_time: 'guests.time_limit' },
  values: {
    valid_until: ({ valid_until }) => <Moment at={valid_until} zone={zone} />,
    max_navigation_traffic: ({ max_navigation_traffic: limit }) => limitOf(limit, <Bytes amount={limit} />),
    max_navigation_time: ({ max_navigation_time: limit }) => limitOf(limit, formatDuration(limit)),
  },
});

const limitOf = (limit: number, text: ReactNode) => (limit === 0 ? <FormattedMessage id="common.no_limit" /> : text);

/** Asks what to do about daily limits that are used up. */
function LimitLines({ guest }: { guest: UsedGuest }) {
  const intl = useIntl();
  const form = Form.useFormInstance<Extension>();
  const values = Form.useWatch([], form) as Extension | undefined;
  const first = useFocus();
  const textOf = (limit: ReturnType<typeof limitsUsedUp>[number], amount: number) =>
    limit === 'max_navigation_traffic' ? formatBytesBriefly(amount, intl.locale) : formatDuration(amount);
  const listed = (amountOf: (limit: ReturnType<typeof limitsUsedUp>[number]) => number) => (
    <FormattedList value={limitsUsedUp(guest).map((limit) => textOf(limit, amountOf(limit)))} />
  );
  return (
    <>
      {(['max_navigation_traffic', 'max_navigation_time'] as const).map((limit) => (
        <Form.Item<Extension> key={limit} name={limit} hidden>
          <InputNumber />
        </Form.Item>
      ))}
      <Form.Item<Extension> name="limits" label={<FormattedMessage id="guests.limit_used_up" />} className={classes(spacingStyles.below16)}>
        <Radio.Group vertical aria-label={intl.formatMessage({ id: 'guests.limit_used_up' })}>
          <Radio value="again" ref={first} className={classes(styles.option)}>
            <FormattedMessage id="guests.limit_again" values={{ more: listed((limit) => (values ?? guest)[limit]) }} />{' '}
            <span className={classes('soft', styles.end)}>
              <FormattedMessage id="guests.new_limit" values={{ limit: listed((limit) => limitAgain(limit, values ?? guest, guest)) }} />
            </span>
          </Radio>
          <Radio value="off">
            <FormattedMessage id="common.no_limit" />
          </Radio>
          <Radio value="kept">
            <FormattedMessage id="guests.leave" />
          </Radio>
        </Radio.Group>
      </Form.Item>
    </>
  );
}

/** Focuses the option that is selected initially. */
function useFocus() {
  const line = useRef<RadioRef>(null);
  useEffect(() => line.current?.focus(), []);
  return line;
}

interface EndLinesProps {
  /** In milliseconds. */
  now: number;
  /** Whether a daily limit is used up: then keeping the current end is an option. */
  isStopped: boolean;
  /** The time zone of the guest's hotspot. */
  zone: string;
}

function EndLines({ now, isStopped, zone }: EndLinesProps) {
  const intl = useIntl();
  const form = Form.useFormInstance<Extension>();
  const extension = Form.useWatch('extension', form);
  const until = Form.useWatch('valid_until', form) as string | undefined;
  // The option that was selected when the dialog opened.
  const [chosen] = useState(() => (isStopped ? undefined : (form.getFieldValue('extension') as Extension['extension'])));
  const first = useFocus();
  return (
    <>
      <Form.Item<Extension> name="valid_until" hidden>
        <Input />
      </Form.Item>
      <Form.Item<Extension>
        name="extension"
        className={classes(spacingStyles.below8)}
        {...(isStopped && { label: <FormattedMessage id="guests.valid_until" /> })}
      >
        <Radio.Group vertical aria-label={intl.formatMessage({ id: 'guests.valid_until' })}>
          {isStopped && Date.parse(until ?? '') > now && (
            <Radio value="none" className={classes(styles.option)}>
              <FormattedMessage id="guests.leave" />{' '}
              <span className={classes('soft', styles.end)}>
                <FormattedMessage id="guests.new_end" values={{ moment: <Moment at={until} zone={zone} /> }} />
              </span>
            </Radio>
          )}
          {(['day', 'week'] as const).map((length) => (
            <Radio key={length} value={length} className={classes(styles.option)} {...(length === chosen && { ref: first })}>
              <FormattedMessage id="guests.plus_days" values={{ days: length === 'day' ? 1 : 7 }} />{' '}
              <span className={classes('soft', styles.end)}>
                <FormattedMessage
                  id="guests.new_end"
                  values={{
                    moment: (
                      <Moment at={endOf({ extension: length, day: '', valid_until: until ?? '' }, now, zone)?.toISOString()} zone={zone} />
                    ),
                  }}
                />
              </span>
            </Radio>
          ))}
          <Radio value="date" {...(chosen === 'date' && { ref: first })}>
            <FormattedMessage id="guests.until_date" />
          </Radio>
        </Radio.Group>
      </Form.Item>
      <Flex className={classes(spacingStyles.indented)}>
        <Form.Item<Extension>
          name="day"
          dependencies={['extension']}
          rules={[
            ({ getFieldValue }) => ({
              validator: async (_rule, day: string) => {
                if (
                  getFieldValue('extension') === 'date' &&
                  (endOf({ extension: 'date', day, valid_until: '' }, now, zone)?.getTime() ?? 0) <= now
                )
                  throw new Error('past');
              },
              message: <FormattedMessage id="guests.day_is_past" />,
            }),
          ]}
        >
          <DayInput disabled={extension !== 'date'} aria-label={intl.formatMessage({ id: 'guests.last_day' })} />
        </Form.Item>
      </Flex>
    </>
  );
}
