import { Tooltip } from 'antd';
import dayjs from 'dayjs';
import { useSelector } from 'react-redux';
import { formatDay, formatMoment, NO_VALUE, ownZone } from '../format/dates';
import { selectLanguage } from '../preferences';

/** A formatted date or time, with the full form and the time zone on hover. */
export function Moment({ at, dayOnly = false }: { at: string | null | undefined; dayOnly?: boolean }) {
  const language = useSelector(selectLanguage);
  const full = formatMoment(at, language);
  if (full === NO_VALUE) return <span>{NO_VALUE}</span>;
  return (
    <Tooltip title={`${full} (${ownZone()})`}>
      <time dateTime={dayjs(at).toISOString()}>{dayOnly ? formatDay(at, language) : full}</time>
    </Tooltip>
  );
}
