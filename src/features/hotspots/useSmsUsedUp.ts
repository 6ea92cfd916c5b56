import { capabilities } from '../../shared/backEnd/capabilities';
import { useGetAccountSmsQuery } from '../accounts/api';
import { useCountHotspotSmsQuery, type HotspotFacts } from './api';

interface Wanted {
  hotspot: Pick<HotspotFacts, 'id' | 'account_id'>;
  /** Maximum number of SMS of the hotspot; 0 for no limit. */
  limit: number;
  /** Whether guests can log in by SMS. */
  isOn: boolean;
}

/** Why no SMS can be sent to a hotspot's guests, by the server's own rule (reserveSms in server/messages/sms); null if they can. */
export function useSmsUsedUp({ hotspot, limit, isOn }: Wanted): 'preferences.no_sms_pack' | 'preferences.no_sms_hotspot' | null {
  // The rule of existing back ends isn't known.
  const isEnabled = isOn && capabilities().explainsAccess;
  const { data: pack } = useGetAccountSmsQuery(hotspot.account_id, { skip: !isEnabled });
  const { data: sent } = useCountHotspotSmsQuery(hotspot.id, { skip: !isEnabled || limit === 0 });
  if (!isEnabled) return null;
  if (pack === null || (pack && pack.sms_count >= pack.sms_max_count)) return 'preferences.no_sms_pack';
  return limit > 0 && sent !== undefined && sent >= limit ? 'preferences.no_sms_hotspot' : null;
}
