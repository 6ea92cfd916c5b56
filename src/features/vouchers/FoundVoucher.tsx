import { FormattedMessage, useIntl } from 'react-intl';
import type { FoundItem } from '../../contract/find';
import { Moment } from '../../shared/ui/Moment';
import { VoucherStates } from './VoucherStates';

/** What tells a found voucher from others: its states, end, guest and room, and the lost code by which it was found. `now` in milliseconds. */
export function FoundVoucher({ voucher, now }: { voucher: NonNullable<FoundItem['voucher']>; now: number }) {
  const intl = useIntl();
  const { guest_name: guest, room, expires, replaced } = voucher;
  const inRoom = room === '' ? '' : intl.formatMessage({ id: 'counter.room' }, { room });
  const words = [guest, inRoom].filter((part) => part !== '');
  return (
    <span className="found-voucher">
      <VoucherStates voucher={voucher} now={now} />
      {words.length > 0 && <bdi>{words.join(' · ')}</bdi>}
      {expires !== null && (
        <span className="soft">
          <FormattedMessage id="vouchers.found_until" values={{ moment: <Moment at={expires} isShort /> }} />
        </span>
      )}
      {replaced && (
        <span className="soft">
          <FormattedMessage
            id="vouchers.found_replaced"
            values={{ code: <code>{replaced.code}</code>, by: replaced.account_name, moment: <Moment at={replaced.at} isShort /> }}
          />
        </span>
      )}
    </span>
  );
}
