import { useIntl } from 'react-intl';
import type { Availability } from '../../../contract/units';
import { AVAILABLE_FOR_DAYS } from '../../../contract/plain/wire';
import { shifted } from '../../../contract/plain/zones';
import { formatDayOfMonth, formatTime } from '../../format/dates';
import { useNow } from './useNow';
import { useToday } from './useToday';
import { classes } from '../plain/classes';
import styles from './AvailabilityStrip.module.css';

const HALF_HOUR = 1_800_000;

type Level = 'unknown' | 'silent' | 'quiet' | 'some' | 'all';

/** The height of a bar by level; undefined for full height. */
const LEVEL_STYLES: Record<Level, string | undefined> = {
  unknown: styles.isUnknown,
  silent: styles.isSilent,
  quiet: styles.isQuiet,
  some: styles.isSome,
  all: undefined,
};

/**
 * What a bar shows: for a unit whether it was heard, for a hotspot how many of its units were. A half-hour without messages is only
 * `quiet`, because a unit without guests has nothing to send; a whole day is `silent`.
 */
function levelOf(share: number | null, isSilent: boolean, isPartlyKnown: boolean): Level {
  if (share === null) return 'unknown';
  if (share === 0) return isSilent ? 'silent' : 'quiet';
  return isPartlyKnown && share < 1 ? 'some' : 'all';
}

interface StripProps {
  availability: Availability | undefined;
  of: 'unit' | 'hotspot';
  /** Whether it is taller, with the times below. */
  isLarge?: boolean;
}

/** The last 30 days as bars, oldest first: high where heard, low where silent. */
export function DaysStrip({ availability, of, isLarge = false }: StripProps) {
  const intl = useIntl();
  const zone = availability?.zone ?? 'UTC';
  const today = useToday(zone);
  const { days = [] } = availability ?? {};
  const dayOf = (index: number) => shifted(today, index - (days.length - 1));
  // Today isn't over: it counts as silent only if yesterday was.
  const levels = days.map((share, index) => levelOf(share, index < days.length - 1 || days[index - 1] === 0, of === 'hotspot'));
  const silent = levels.filter((level) => level === 'silent').length;
  const reportedCount = levels.filter((level) => level === 'all' || level === 'some').length;
  const label = intl.formatMessage(
    { id: reportedCount + silent === 0 ? 'units.days_unknown' : 'units.days_heard' },
    { heard: reportedCount, silent, days: AVAILABLE_FOR_DAYS },
  );
  return (
    <Bars
      levels={levels}
      label={label}
      isLarge={isLarge}
      titleOf={(index) =>
        `${formatDayOfMonth(dayOf(index), intl.locale)}: ${intl.formatMessage({ id: `units.level_${levels[index] ?? 'unknown'}` })}`
      }
      ends={[formatDayOfMonth(dayOf(0), intl.locale), intl.formatMessage({ id: 'units.today' })]}
    />
  );
}

/** The last 24 hours by half-hours. */
export function HoursStrip({ availability, of, isLarge = false }: StripProps) {
  const intl = useIntl();
  const { half_hours: shares = [], zone } = availability ?? {};
  const isSilent = shares.every((share) => share === 0 || share === null);
  const levels = shares.map((share) => levelOf(share, isSilent, of === 'hotspot'));
  const reportedCount = levels.filter((level) => level === 'all' || level === 'some').length;
  const last = Math.floor(useNow() / HALF_HOUR) * HALF_HOUR;
  const timeAt = (index: number) => formatTime(new Date(last - (shares.length - 1 - index) * HALF_HOUR).toISOString(), intl.locale, zone);
  return (
    <Bars
      levels={levels}
      label={intl.formatMessage({ id: 'units.hours_heard' }, { heard: reportedCount, all: shares.length })}
      isLarge={isLarge}
      titleOf={(index) => `${timeAt(index)}: ${intl.formatMessage({ id: `units.level_${levels[index] ?? 'unknown'}` })}`}
      ends={[timeAt(0), intl.formatMessage({ id: 'dashboard.now' })]}
    />
  );
}

interface BarsProps {
  levels: readonly Level[];
  label: string;
  isLarge: boolean;
  titleOf: (index: number) => string;
  /** Labels below the first and the last bar. */
  ends: readonly [string, string];
}

function Bars({ levels, label, isLarge, titleOf, ends }: BarsProps) {
  // Keep the space while loading.
  if (!isLarge)
    return (
      <span className={styles.availability} {...(levels.length > 0 && { role: 'img', 'aria-label': label })}>
        {levels.map(Bar)}
      </span>
    );
  return (
    <>
      <span className={classes(styles.availability, styles.isLarge)} role="img" aria-label={label}>
        {levels.map((level, index) => (
          <span key={index} className={LEVEL_STYLES[level]} title={titleOf(index)} />
        ))}
      </span>
      <span className={classes('soft', styles.onlineHours)} aria-hidden>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </span>
    </>
  );
}

const Bar = (level: Level, index: number) => <span key={index} className={LEVEL_STYLES[level]} />;
