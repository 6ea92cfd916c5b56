import { FormattedMessage, useIntl } from 'react-intl';
import type { FoundItem } from '../../contract/find';
import { Moment } from '../../shared/ui/facts/Moment';
import { VoucherStates } from './VoucherStates';
import { guestText } from './voucherTexts';
import styles from './FoundVoucher.module.css';

/** What distinguishes vouchers that were found: states, end, guest and room, and the lost code that matched. `now` in milliseconds. */
export function FoundVoucher({ voucher, now }: { voucher: NonNullable<FoundItem['voucher']>; now: number }) {
  const intl = useIntl();
  const { guest_name: guest, room, expires, zone, replaced } = voucher;
  const text = guestText(intl, { user_name: guest, room });
  return (
    <span className={styles.foundVoucher}>
      <VoucherStates voucher={voucher} now={now} />
      {text !== '' && <bdi>{text}</bdi>}
      {expires !== null && (
        <span className="soft">
          <FormattedMessage id="vouchers.found_until" values={{ moment: <Moment at={expires} zone={zone} isShort /> }} />
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
