import dayjs from 'dayjs';
import { useIntl } from 'react-intl';
import { formatDay, formatMoment, formatShort, formatTime, isElsewhere, nearness, NO_VALUE } from '../format/dates';
import { ownZone } from '../format/ownZone';
import { useToday } from './useToday';

interface MomentProps {
  at: string | null | undefined;
  dayOnly?: boolean;
  /** The short form for tables: "Today 19:57", "3 Nov 14:05", "3 Nov 2025". */
  isShort?: boolean;
  /** The short form within a sentence: "today 19:57". */
  isInSentence?: boolean;
  /** The hotspot's zone, for what ends with its day; by default the browser's. Named if that is another one. */
  zone?: string | undefined;
}

/** A formatted date or time, with the full form and the time zone on hover. */
export function Moment({ at, dayOnly = false, isShort = false, isInSentence = false, zone }: MomentProps) {
  const intl = useIntl();
  // Not the chosen language from the store: its month names may still be loading.
  const { locale } = intl;
  const today = useToday();
  const full = formatMoment(at, locale, zone);
  if (!at || full === NO_VALUE) return <span>{NO_VALUE}</span>;
  const short = () => {
    if (dayOnly) return formatShort(at, locale, false, zone);
    const near = nearness(at, today);
    // Whether it is today or tomorrow there, the browser's today doesn't say.
    if (isElsewhere(zone)) return formatShort(at, locale, near !== 'other_year', zone);
    if (near === 'this_year' || near === 'other_year') return formatShort(at, locale, near === 'this_year');
    return intl.formatMessage({ id: `moment.${near}` }, { time: formatTime(at, locale) });
  };
  const within = (text: string) => text.charAt(0).toLocaleLowerCase(locale) + text.slice(1);
  const words = isInSentence
    ? within(short())
    : isShort
      ? short()
      : dayOnly
        ? formatDay(at, locale, zone)
        : isElsewhere(zone)
          ? `${full} (${zone})`
          : full;
  return (
    <time dateTime={dayjs(at).toISOString()} title={`${full} (${zone ?? ownZone()})`}>
      {words}
    </time>
  );
}
