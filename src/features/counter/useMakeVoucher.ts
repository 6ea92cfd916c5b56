import { App } from 'antd';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { CreateVouchers, Voucher } from '../../contract/vouchers';
import { failureOf } from '../../shared/failure';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { useCreateVouchersMutation } from '../vouchers/api';
import { voucherMade } from './slice';

/**
 * Creates one voucher and shows it on the counter; `onMade` may show it elsewhere. Retrying after a lost response returns what the first attempt created. Resolves to
 * the error, if any.
 */
export function useMakeVoucher() {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const [create, state] = useIdempotentMutation(useCreateVouchersMutation());
  const make = async (body: CreateVouchers, onCreated?: (voucher: Voucher) => void) => {
    const { data, error } = await create(body);
    if (error) return error;
    const [voucher] = data ?? [];
    if (voucher) {
      dispatch(voucherMade(voucher));
      onCreated?.(voucher);
    }
    // Existing back ends don't say which voucher they created.
    else
      void message.info(
        `${intl.formatMessage({ id: 'vouchers.made' }, { count: 1 })}. ${intl.formatMessage({ id: 'vouchers.made_unknown' })}`,
      );
    return undefined;
  };
  return { make, isMaking: state.isLoading, error: state.error };
}

/** Why there is no voucher. Without a response it may exist; retrying then returns it. */
export const notCreated = (error: Parameters<typeof failureOf>[0] | undefined) => {
  const isUnsure = error !== undefined && failureOf(error).kind === 'away';
  return { title: 'counter.not_made' as const, ...(isUnsure && { text: 'vouchers.safe_again' as const }) };
};
