import { FormattedMessage } from 'react-intl';

/** In kbit/s; 0 is no limit. */
export function Bandwidth({ kbps }: { kbps: number }) {
  return kbps === 0 ? <FormattedMessage id="common.no_limit" /> : <FormattedMessage id="guests.kbps" values={{ rate: kbps }} />;
}
