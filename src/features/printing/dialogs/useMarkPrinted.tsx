import { App, Button } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { UpdateVouchers, Voucher } from '../../../contract/vouchers';
import { MAX_LIMIT } from '../../../contract/plain/wire';
import { api, listTag } from '../../../shared/api';
import { capabilities } from '../../../shared/backEnd/capabilities';
import { useSubmitOnce } from '../../../shared/useSubmitOnce';
import { useUpdateVouchersMutation } from '../../vouchers/api';
import { LATER_MS, refreshesLater } from '../printing';

/** How long undo is offered, in seconds: enough to check the printer. */
const UNDO_SECONDS = 12;

/** Marks vouchers as printed and offers an undo, since browsers don't report whether a print was cancelled (VCH-18). */
export function useMarkPrinted() {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const [update, { isLoading, error }] = useUpdateVouchersMutation();

  const set = async (those: readonly Voucher[], change: Omit<UpdateVouchers, 'voucher_ids'>) => {
    const ids = those.map(({ id }) => id);
    for (let first = 0; first < ids.length; first += MAX_LIMIT) {
      await update({ voucher_ids: ids.slice(first, first + MAX_LIMIT), ...change }).unwrap();
    }
  };

  // Once, since each call takes back one print.
  const takeBack = useSubmitOnce(async (printed: readonly Voucher[]) => {
    message.destroy(TOAST);
    // Vouchers that had been printed before stay marked.
    const [first, again] = [printed.filter((voucher) => !voucher.printed), printed.filter((voucher) => voucher.printed)];
    try {
      await set(first, { printed: false });
      if (capabilities().hasWholeCounter) await set(again, { printed: true, reprint_undone: true });
      const count = first.length || again.length;
      void message.success(intl.formatMessage({ id: first.length > 0 ? 'paper.taken_back' : 'paper.reprint_taken_back' }, { count }));
    } catch {
      void message.error(intl.formatMessage({ id: 'paper.take_back_failed' }));
    }
  });

  /** Resolves to whether that succeeded; if not, `error` says why. */
  const mark = async (printed: readonly Voucher[]): Promise<boolean> => {
    try {
      await set(printed, { printed: true });
    } catch {
      return false;
    }
    if (refreshesLater()) setTimeout(() => dispatch(api.util.invalidateTags([listTag('Voucher')])), LATER_MS);
    void message.success({
      key: TOAST,
      duration: UNDO_SECONDS,
      content: (
        <>
          <FormattedMessage id="paper.printed" values={{ count: printed.length }} />
          <Button type="link" size="small" onClick={() => void takeBack(printed)}>
            <FormattedMessage id="paper.take_back" />
          </Button>
        </>
      ),
    });
    return true;
  };

  return { mark, isMarking: isLoading, error };
}

const TOAST = 'vouchers printed';
