import { Form, Input } from 'antd';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { MAX_ROOM } from '../../contract/plain/guestRows';
import { MAX_LENGTH } from '../../contract/plain/wire';
import { dayIn, shifted } from '../../contract/plain/zones';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { DialogProps } from '../../shared/dialogs';
import { DayInput } from '../../shared/ui/form/DayInput';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { useHotspotZone } from '../hotspots/api';
import { useVoucherTypes } from '../vouchers/useVoucherTypes';
import { lastDayRule } from '../vouchers/lastDayRule';
import { expirationRange } from '../vouchers/voucherForm';
import { NO_ANSWERS, presetName, presetSentence, toVoucher, typeFor, type PresetAnswers } from './presetVouchers';
import { notCreated, useMakeVoucher } from './useMakeVoucher';
import { atMost, isEmail } from '../../shared/ui/form/rules';
import spacingStyles from '../../shared/ui/page/spacing.module.css';

/** Asks for what a preset leaves open: the check-out day, and the guest's name if all vouchers are personal. Enter creates the voucher. */
export function PresetDialog({ args: { hotspotId, preset, user_name, room }, onClose }: DialogProps<'vouchers/preset'>) {
  const intl = useIntl();
  const types = useVoucherTypes(hotspotId);
  const [now] = useState(() => Date.now());
  const zone = useHotspotZone(hotspotId);
  const [form] = Form.useForm<PresetAnswers>();
  const { make, isMaking, error } = useMakeVoucher();
  const hasLastDay = preset.ends === 'check_out';
  const submit = async (typed: PresetAnswers) => {
    // Fields that aren't shown have no value.
    const answers = { ...NO_ANSWERS, ...typed };
    const type = typeFor(types, preset, answers.name.trim());
    const failed = await make(toVoucher(hotspotId, { preset, type }, answers, Date.now()));
    if (!failed) onClose();
    return failed;
  };
  return (
    <FormDialog<PresetAnswers>
      title="counter.new"
      submit="counter.create"
      form={form}
      initialValues={{ lastDay: shifted(dayIn(new Date(now), zone), 1), name: user_name, email: '', room }}
      firstField={hasLastDay ? 'lastDay' : 'name'}
      onSubmit={submit}
      onClose={onClose}
      isRunning={isMaking}
      error={error}
      failure={notCreated(error)}
    >
      <p className={spacingStyles.flushTop}>
        <strong>{presetName(intl, preset)}</strong> <span className="soft">{presetSentence(intl, preset)}</span>
      </p>
      <Form.Item<PresetAnswers>
        name="lastDay"
        hidden={!hasLastDay}
        label={<FormattedMessage id="presets.last_day" />}
        rules={[lastDayRule(now)]}
      >
        <DayInput {...expirationRange(now)} />
      </Form.Item>
      {capabilities().hasWholeCounter && (
        <Form.Item<PresetAnswers> name="room" label={<FormattedMessage id="vouchers.room" />} rules={[atMost(MAX_ROOM)]}>
          <Input autoComplete="off" />
        </Form.Item>
      )}
      {types.includes('auth') && (
        <div className="form-columns">
          <Form.Item<PresetAnswers>
            name="name"
            label={<FormattedMessage id="vouchers.user_name" />}
            rules={[
              { required: !types.includes('normal'), whitespace: true, message: <FormattedMessage id="form.required" /> },
              atMost(MAX_LENGTH.name),
            ]}
          >
            <Input autoComplete="off" />
          </Form.Item>
          <Form.Item<PresetAnswers>
            name="email"
            label={<FormattedMessage id="vouchers.user_mail" />}
            rules={[isEmail, atMost(MAX_LENGTH.email)]}
          >
            <Input type="email" autoComplete="off" />
          </Form.Item>
        </div>
      )}
    </FormDialog>
  );
}
