import WarningFilled from '@ant-design/icons/WarningFilled';
import { useIntl } from 'react-intl';
import { formatDuration } from '../../shared/format/durations';
import { formatBytes, formatBytesBriefly } from '../../shared/format/sizes';
import { NO_VALUE } from '../../shared/format/dates';
import type { GuestRow } from './expiredGuests';
import { isOver } from './guestValidity';
import { classes } from '../../shared/ui/plain/classes';
import styles from './UsedToday.module.css';
import usedBarStyles from '../../shared/ui/facts/usedBar.module.css';

/** Today's use of the daily limit that the guest is closest to; the other limit on hover. Red once the limit is reached (GST-09). */
export function UsedToday({ guest }: { guest: GuestRow }) {
  const intl = useIntl();
  const { max_navigation_traffic, max_navigation_time, used_today_traffic, used_today_time } = guest;
  if (used_today_traffic === undefined || used_today_time === undefined) return NO_VALUE;
  const uses = [
    {
      used: used_today_traffic,
      limit: max_navigation_traffic,
      format: (amount: number) => formatBytes(amount, intl.locale),
      briefly: (amount: number) => formatBytesBriefly(amount, intl.locale),
    },
    { used: used_today_time, limit: max_navigation_time, format: formatDuration, briefly: formatDuration },
  ];
  const textOf = ({ used, limit }: (typeof uses)[number], format: (amount: number) => string) => {
    const amount = used === 0 ? '0' : format(used);
    return limit === 0 ? amount : intl.formatMessage({ id: 'guests.used_of_limit' }, { used: amount, limit: format(limit) });
  };
  const shareOf = ({ used, limit }: (typeof uses)[number]) => (limit === 0 ? -1 : used / limit);
  const [nearest] = [...uses].sort((one, other) => shareOf(other) - shareOf(one));
  if (!nearest || (nearest.limit === 0 && used_today_traffic === 0)) return NO_VALUE;
  const isReached = isOver(nearest.used, nearest.limit);
  return (
    <span
      className={isReached ? classes(styles.used, styles.isOver) : styles.used}
      title={uses.map((use) => textOf(use, use.format)).join(' · ')}
    >
      {textOf(nearest, nearest.briefly)}
      {isReached && (
        <>
          {' '}
          <WarningFilled aria-hidden />
          <span className="only-heard">{intl.formatMessage({ id: 'guests.used_up' })}</span>
        </>
      )}
      {nearest.limit > 0 && (
        <span className={usedBarStyles.usedBar} aria-hidden>
          <span style={{ width: `${Math.min(100, Math.round(shareOf(nearest) * 100))}%` }} />
        </span>
      )}
    </span>
  );
}
