import { Button } from 'antd';
import type { MouseEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { Voucher } from '../../contract/vouchers';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { isRepeated } from './PresetButtons';
import { isReplaceable } from '../../contract/plain/voucherState';

interface LostTicketButtonProps {
  voucher: Pick<Voucher, 'id' | 'code' | 'expires'>;
  /** The current time in milliseconds. */
  now: number;
  /** Whether a counter shows the new code; otherwise a dialog does. */
  isAtCounter?: boolean;
}

/** Replaces a voucher whose code a guest has lost. Renders nothing if the voucher has expired. */
export function LostTicketButton({ voucher: { id, code, expires }, now, isAtCounter = false }: LostTicketButtonProps) {
  const intl = useIntl();
  const dispatch = useDispatch();
  if (!capabilities().hasWholeCounter || !isReplaceable({ expires }, now)) return null;
  const open = (event: MouseEvent) => {
    if (!isRepeated(event)) dispatch(dialogOpened({ name: 'vouchers/replace', args: { voucher: { id, code }, isAtCounter } }));
  };
  return (
    <Button size="small" aria-label={intl.formatMessage({ id: 'counter.lost_one' }, { code })} onClick={open}>
      <FormattedMessage id="counter.lost" />
    </Button>
  );
}
