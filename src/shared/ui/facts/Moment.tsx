import dayjs from 'dayjs';
import { createContext, useContext } from 'react';
import { useIntl } from 'react-intl';
import { formatDay, formatMoment, formatShort, formatTime, isElsewhere, nearness, NO_VALUE } from '../../format/dates';
import { ownZone } from '../../format/ownZone';
import { useToday } from './useToday';

interface MomentProps {
  at: string | null | undefined;
  dayOnly?: boolean;
  /** The short form for tables: "Today 19:57", "3 Nov 14:05", "3 Nov 2025". */
  isShort?: boolean;
  /** The short form within a sentence: "today 19:57". */
  isInSentence?: boolean;
  /** Defaults to the screen's zone (`ShownZone`), or else the browser's. Its name is shown if it isn't the browser's. */
  zone?: string | undefined;
}

/** The hotspot's time zone, on screens that show the hotspot's days. */
export const ShownZone = createContext<string | undefined>(undefined);

/** A formatted date or time, with the full form and the time zone on hover. */
export function Moment({ at, dayOnly = false, isShort = false, isInSentence = false, zone: ownOf }: MomentProps) {
  const intl = useIntl();
  const shown = useContext(ShownZone);
  const zone = ownOf ?? shown;
  // Not the chosen language from the store: its month names may still be loading.
  const { locale } = intl;
  const today = useToday(zone ?? ownZone());
  const full = formatMoment(at, locale, zone);
  if (!at || full === NO_VALUE) return <span>{NO_VALUE}</span>;
  const short = () => {
    if (dayOnly) return formatShort(at, locale, false, zone);
    const near = nearness(at, today, zone ?? ownZone());
    if (near === 'this_year' || near === 'other_year') return formatShort(at, locale, near === 'this_year', zone);
    return intl.formatMessage({ id: `moment.${near}` }, { time: formatTime(at, locale, zone) });
  };
  const within = (text: string) => text.charAt(0).toLocaleLowerCase(locale) + text.slice(1);
  const text = isInSentence
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
      {text}
    </time>
  );
}
