import dayjs from 'dayjs';
import { useIntl } from 'react-intl';
import { formatDay, formatMoment, formatShort, formatTime, nearness, NO_VALUE } from '../format/dates';
import { ownZone } from '../format/ownZone';
import { useToday } from './useToday';

interface MomentProps {
  at: string | null | undefined;
  dayOnly?: boolean;
  /** The short form for tables: "Today 19:57", "3 Nov 14:05", "3 Nov 2025". */
  isShort?: boolean;
  /** The short form within a sentence: "today 19:57". */
  isInSentence?: boolean;
}

/** A formatted date or time, with the full form and the time zone on hover. */
export function Moment({ at, dayOnly = false, isShort = false, isInSentence = false }: MomentProps) {
  const intl = useIntl();
  // Not the chosen language from the store: its month names may still be loading.
  const { locale } = intl;
  const today = useToday();
  const full = formatMoment(at, locale);
  if (!at || full === NO_VALUE) return <span>{NO_VALUE}</span>;
  const short = () => {
    if (dayOnly) return formatShort(at, locale, false);
    const near = nearness(at, today);
    if (near === 'this_year' || near === 'other_year') return formatShort(at, locale, near === 'this_year');
    return intl.formatMessage({ id: `moment.${near}` }, { time: formatTime(at, locale) });
  };
  const within = (text: string) => text.charAt(0).toLocaleLowerCase(locale) + text.slice(1);
  const words = isInSentence ? within(short()) : isShort ? short() : dayOnly ? formatDay(at, locale) : full;
  return (
    <time dateTime={dayjs(at).toISOString()} title={`${full} (${ownZone()})`}>
      {words}
    </time>
  );
}
