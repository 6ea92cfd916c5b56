import { Tooltip } from 'antd';
import dayjs from 'dayjs';
import { useIntl } from 'react-intl';
import { formatDay, formatMoment, NO_VALUE, ownZone } from '../format/dates';

/** A formatted date or time, with the full form and the time zone on hover. */
export function Moment({ at, dayOnly = false }: { at: string | null | undefined; dayOnly?: boolean }) {
  // Not the chosen language: its month names may still be loading.
  const { locale } = useIntl();
  const full = formatMoment(at, locale);
  if (full === NO_VALUE) return <span>{NO_VALUE}</span>;
  return (
    <Tooltip title={`${full} (${ownZone()})`}>
      <time dateTime={dayjs(at).toISOString()}>{dayOnly ? formatDay(at, locale) : full}</time>
    </Tooltip>
  );
}
