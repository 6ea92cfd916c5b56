import { App, Form } from 'antd';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened, type DialogProps } from '../../shared/dialogs';
import { failureOf } from '../../shared/failure';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { vouchersCreated } from '../../shared/preferences';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { VoucherFields } from './VoucherFields';
import { isCountOfVouchers, newVouchers, settingsToKeep, toCreateVouchers, type VoucherForm } from './voucherForm';
import { useVoucherTypes } from './useVoucherTypes';
import { VoucherTicket } from './VoucherTicket';
import { useCreateVouchersMutation, type VoucherType } from './api';
import besideStyles from '../../shared/ui/dialog/beside.module.css';
import { usePreference } from '../../shared/usePreference';

type CreatingProps = DialogProps<'vouchers/create' | 'vouchers/custom'> & {
  /** One voucher with a chosen code. */
  isCustom: boolean;
};

/** The dialog that creates vouchers. Waits until the hotspot's types are known, because the form starts with the first one. */
export function CreatingVouchers(props: CreatingProps) {
  const types = useVoucherTypes(props.args.hotspotId);
  return types.length > 0 ? <Creating {...props} types={types} /> : null;
}

function Creating({ args: { hotspotId }, types, isCustom, onClose }: CreatingProps & { types: readonly VoucherType[] }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const voucher_settings = usePreference('voucher_settings');
  const [now] = useState(() => Date.now());
  const [form] = Form.useForm<VoucherForm>();
  const [create, { isLoading, error }] = useIdempotentMutation(useCreateVouchersMutation());
  const [initial] = useState(() => newVouchers(now, types, voucher_settings[hotspotId] ?? null));
  const typed = Form.useWatch([], { form, preserve: true }) as Partial<VoucherForm> | undefined;
  const values = { ...initial, ...typed };
  const count = isCustom ? 1 : values.count;
  // Show the number on the button only if that many can be created.
  const isBatch = isCountOfVouchers(count);

  const submit = async () => {
    // `true` includes fields that are currently hidden.
    const whole = form.getFieldsValue(true) as VoucherForm;
    const body = toCreateVouchers(hotspotId, whole, Date.now());
    const outcome = await create(body);
    if (outcome.error) return outcome.error;
    dispatch(vouchersCreated({ hotspotId, settings: settingsToKeep(whole, now) }));
    const createdText = intl.formatMessage({ id: 'vouchers.made' }, { count: body.num_vouchers });
    onClose();
    if (outcome.data) {
      void message.success(createdText);
      dispatch(dialogOpened({ name: 'vouchers/print', args: { hotspotId, vouchers: outcome.data } }));
    } else void message.info(`${createdText}. ${intl.formatMessage({ id: 'vouchers.made_unknown' })}`);
    return undefined;
  };
  const isUnsure = error !== undefined && failureOf(error).kind === 'away';
  return (
    <FormDialog<VoucherForm>
      isWide
      title={isCustom ? 'vouchers.new_code' : 'vouchers.new'}
      {...(isBatch ? { submit: 'vouchers.create', submitValues: { count } } : { submit: 'vouchers.create_some' })}
      form={form}
      initialValues={initial}
      firstField={isCustom ? 'code' : 'count'}
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{
        title: 'vouchers.create_error_title',
        // Without a response they may exist already. Our server won't create them twice; with other back ends the user should check first.
        ...(isUnsure && { text: capabilities().isSafeToRepeat ? ('vouchers.safe_again' as const) : ('vouchers.look_first' as const) }),
      }}
      duplicate={{ field: 'code', message: 'vouchers.duplicate_code' }}
    >
      <div className={besideStyles.beside}>
        <div>
          <VoucherFields hotspotId={hotspotId} types={types} isCustom={isCustom} now={now} />
        </div>
        <aside aria-label={intl.formatMessage({ id: 'vouchers.preview' })}>
          <VoucherTicket values={values} hotspotId={hotspotId} now={now} />
          {isBatch && !isCustom && (
            <p className="soft">
              <FormattedMessage id="vouchers.preview_hint" values={{ count }} />
            </p>
          )}
        </aside>
      </div>
    </FormDialog>
  );
}
