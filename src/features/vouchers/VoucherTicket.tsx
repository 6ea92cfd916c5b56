import { useIntl } from 'react-intl';
import { useGetHotspotQuery } from '../hotspots/api';
import { toCreateVouchers, type VoucherForm } from './voucherForm';
import { lastDayText, sentenceOf } from './voucherTexts';
import styles from './VoucherTicket.module.css';
import spacingStyles from '../../shared/ui/page/spacing.module.css';

/** Placeholder for a code that hasn't been generated yet. */
const CODE_TO_COME = '••••••••';

/** Preview of the ticket, with a sentence describing what it grants. */
export function VoucherTicket({ values, hotspotId, now }: { values: VoucherForm; hotspotId: number; now: number }) {
  const intl = useIntl();
  const { data: hotspot } = useGetHotspotQuery(hotspotId);
  const { duration, remain_use, max_devices, bandwidth_down, bandwidth_up, max_traffic, max_time, auto_login } = toCreateVouchers(
    hotspotId,
    values,
    now,
  );
  const code = values.code.trim().toLowerCase();
  return (
    <div className={styles.ticket}>
      <strong>{hotspot?.description ?? ''}</strong>
      <span className={styles.ticketCode}>{code === '' ? CODE_TO_COME : code}</span>
      {values.type === 'auth' && <span>{values.user_name}</span>}
      <p role="status" className={spacingStyles.flush}>
        {sentenceOf(intl, {
          duration,
          until: values.time === 'expiration' ? lastDayText(intl, values.expiration, now) : null,
          remain_use,
          max_devices,
          bandwidth_down,
          bandwidth_up,
          max_traffic,
          max_time,
          auto_login,
        })}
      </p>
    </div>
  );
}
