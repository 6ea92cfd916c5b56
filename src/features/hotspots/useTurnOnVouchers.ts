import { App } from 'antd';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { tabOpened } from '../../shared/location';
import { useSaveHotspotPreferencesMutation } from './api';

/** Lets guests log in with vouchers at the hotspot whose page is open, and then opens its vouchers tab. */
export function useTurnOnVouchers(id: number): { turnOn: () => void; isRunning: boolean } {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const [save, { isLoading: isRunning }] = useSaveHotspotPreferencesMutation();
  const turnOn = async () => {
    const { data: notSaved } = await save({ id, changes: [{ key: 'voucher_login', value: 'true' }] });
    // The mutation resolves even if a key is refused; it returns which ones.
    if (notSaved === undefined || notSaved.voucher_login !== undefined) void message.error(intl.formatMessage({ id: 'vouchers.not_on' }));
    else dispatch(tabOpened('vouchers'));
  };
  return { turnOn: () => void turnOn(), isRunning };
}
