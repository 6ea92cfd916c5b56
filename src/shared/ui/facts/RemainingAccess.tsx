import { FormattedList, FormattedMessage } from 'react-intl';
import { formatDuration } from '../../format/durations';
import { Bytes } from './Bytes';

/** What a guest has left, in seconds and bytes; null for what isn't limited. Only for guests of whom something is limited. */
export function RemainingAccess({ seconds, bytes }: { seconds: number | null; bytes: number | null }) {
  const amounts = [
    ...(seconds === null ? [] : [formatDuration(seconds)]),
    ...(bytes === null ? [] : [<Bytes key="bytes" amount={bytes} />]),
  ];
  return <FormattedMessage id="guests.access_left" values={{ amounts: <FormattedList value={amounts} /> }} />;
}
