import { Button, Flex, Form, Input, Radio, Skeleton, type RadioRef } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { Guest } from '../../contract/guests';
import { dialogOpened, type DialogProps } from '../../shared/dialogs';
import { FormDialog, modifying } from '../../shared/ui/FormDialog';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { Moment } from '../../shared/ui/Moment';
import type { Wording } from '../../shared/ui/StaleAlert';
import { useGetGuestQuery } from './api';
import { endOf, toExtension, toExtendedUntil, type Extension } from './extension';
import { nameOf } from './guestName';
import { useSaveGuest } from './useSaveGuest';

/** Gives a guest a later end of access in three lines; an expired one gets access again (GST-29). */
export function ExtendGuestDialog({ args: guestKey, onClose }: DialogProps<'guests/extend'>) {
  const dispatch = useDispatch();
  const [form] = Form.useForm<Extension>();
  // Fixed, so that the ends don't change under the pointer.
  const [now] = useState(() => Date.now());
  const { data: guest, isFetching, isError, refetch } = useGetGuestQuery(guestKey, { refetchOnMountOrArgChange: true });
  const { save, isSaving, error } = useSaveGuest(guestKey, onClose);
  const notYet = isError ? (
    <LoadFailed message="guests.load_one_failed" onRetry={refetch} />
  ) : (
    <Skeleton active title={false} paragraph={{ rows: 3, width: '100%' }} />
  );
  const submit = async (values: Extension, etag: string) =>
    guest && save(toExtendedUntil(values, guest, now), etag, { isExtension: true, name: nameOf(guest) });
  const openAll = () => {
    onClose();
    dispatch(dialogOpened({ name: 'guests/modify', args: guestKey }));
  };
  return (
    <FormDialog<Extension>
      title="guests.extend"
      submit="guests.extend"
      form={form}
      initialValues={{}}
      firstField="extension"
      onSubmit={submit}
      onClose={onClose}
      isRunning={isSaving}
      error={error}
      failure={{ title: 'guests.update_error_title', text: 'guests.update_error_sub' }}
      duplicate={{ field: 'day', message: 'guests.there_again' }}
      modified={guest && modifying(guest, (read: Guest) => toExtension(read, now), WORDING)}
      instead={guest && !isFetching ? undefined : notYet}
    >
      <Lines now={now} />
      <Button type="link" style={{ paddingInline: 0 }} onClick={openAll}>
        <FormattedMessage id="guests.extend_more" />
      </Button>
    </FormDialog>
  );
}

const WORDING: Wording<Extension> = {
  labels: { valid_until: 'guests.valid_until' },
  values: { valid_until: ({ valid_until }) => <Moment at={valid_until} /> },
};

/** `now` in milliseconds. */
function Lines({ now }: { now: number }) {
  const intl = useIntl();
  const form = Form.useFormInstance<Extension>();
  const extension = Form.useWatch('extension', form);
  const until = Form.useWatch('valid_until', form) as string | undefined;
  const first = useRef<RadioRef>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <Form.Item<Extension> name="valid_until" hidden>
        <Input />
      </Form.Item>
      <Form.Item<Extension> name="extension" style={{ marginBottom: 8 }}>
        <Radio.Group vertical aria-label={intl.formatMessage({ id: 'guests.valid_until' })}>
          {(['day', 'week'] as const).map((length) => (
            <Radio key={length} value={length} {...(length === 'week' && { ref: first })}>
              <FormattedMessage id="guests.plus_days" values={{ days: length === 'day' ? 1 : 7 }} />{' '}
              <span className="soft">
                <FormattedMessage
                  id="guests.new_end"
                  values={{ moment: <Moment at={endOf({ extension: length, day: '', valid_until: until ?? '' }, now)} /> }}
                />
              </span>
            </Radio>
          ))}
          <Radio value="date">
            <FormattedMessage id="guests.until_date" />
          </Radio>
        </Radio.Group>
      </Form.Item>
      <Flex style={{ paddingInlineStart: 24 }}>
        <Form.Item<Extension>
          name="day"
          dependencies={['extension']}
          rules={[
            ({ getFieldValue }) => ({
              validator: async (_rule, day: string) => {
                if (getFieldValue('extension') === 'date' && !dayjs(endOf({ extension: 'date', day, valid_until: '' }, now)).isAfter(now))
                  throw new Error('past');
              },
              message: <FormattedMessage id="guests.day_is_past" />,
            }),
          ]}
        >
          <Input type="date" disabled={extension !== 'date'} aria-label={intl.formatMessage({ id: 'guests.last_day' })} />
        </Form.Item>
      </Flex>
    </>
  );
}
