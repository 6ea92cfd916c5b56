import type { ConsoleConfig } from '../../contract/config';
import { hasUnits } from '../config';
import type { Deps } from '../deps';

type NeedyWay = ConsoleConfig['ways_off'][number];

/** Ways to log in for which this server lacks what they need; none where it has no portal. */
export function waysOff({ config, mailer, sms, social }: Pick<Deps, 'config' | 'mailer' | 'sms' | 'social'>): NeedyWay[] {
  if (!hasUnits(config)) return [];
  const isReady: Record<NeedyWay, boolean> = {
    ...{ email_login: mailer.isConfigured, sms_login: sms.isConfigured },
    ...{ facebook_login: social.has('facebook'), linkedin_login: social.has('linkedin') },
  };
  return (Object.keys(isReady) as NeedyWay[]).filter((way) => !isReady[way]);
}
