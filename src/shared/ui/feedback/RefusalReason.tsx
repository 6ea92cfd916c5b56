import { FormattedMessage } from 'react-intl';
import type { RefusalCode } from '../../../contract/plain/access';

const REASONS: Record<RefusalCode, FormatjsIntl.Message['ids']> = {
  not_known: 'access.not_known',
  wrong_secret: 'access.wrong_secret',
  too_many_tries: 'access.too_many_tries',
  hotspot_closed: 'access.hotspot_closed',
  way_off: 'access.way_off',
  registration_needed: 'access.registration_needed',
  login_needed: 'access.login_needed',
  no_uses_left: 'access.no_uses_left',
  too_early: 'access.too_early',
  expired: 'access.expired',
  other_unit: 'access.other_unit',
  too_many_devices: 'access.too_many_devices',
  used_up_today: 'access.used_up_today',
  time_used_up: 'access.time_used_up',
  traffic_used_up: 'access.traffic_used_up',
};

/** Why access was refused, worded for staff, as part of a sentence. */
export function RefusalReason({ code }: { code: RefusalCode }) {
  return <FormattedMessage id={REASONS[code]} />;
}
