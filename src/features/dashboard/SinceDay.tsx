import dayjs from 'dayjs';
import { useIntl } from 'react-intl';
import { dayIn, shifted } from '../../contract/plain/zones';
import { ownZone } from '../../shared/format/ownZone';
import { Moment } from '../../shared/ui/facts/Moment';
import { useToday } from '../../shared/ui/facts/useToday';

/** Since when something has lasted: "Friday" within the last week, otherwise like `Moment` within a sentence. */
export function SinceDay({ at, zone = ownZone() }: { at: string | null; zone?: string | undefined }) {
  const { formatDate } = useIntl();
  const today = useToday(zone);
  const day = at === null ? today : dayIn(new Date(at), zone);
  if (day > shifted(today, -2) || day <= shifted(today, -7)) return <Moment at={at} isInSentence zone={zone} />;
  return (
    <time dateTime={dayjs(at).toISOString()} title={`${formatDate(`${day}T12:00:00Z`, { dateStyle: 'full', timeZone: 'UTC' })} (${zone})`}>
      {formatDate(`${day}T12:00:00Z`, { weekday: 'long', timeZone: 'UTC' })}
    </time>
  );
}
