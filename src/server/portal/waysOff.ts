import type { ConsoleConfig } from '../../contract/config';
import { hasUnits } from '../config';
import type { Deps } from '../deps';

type NeedyWay = ConsoleConfig['ways_off'][number];

/** Ways to log in for which this server lacks what they need; none where it has no portal. */
export function waysOff({ config, mailer, sms }: Pick<Deps, 'config' | 'mailer' | 'sms'>): NeedyWay[] {
  if (!hasUnits(config)) return [];
  const isReady: Record<NeedyWay, boolean> = {
    ...{ email_login: mailer.isConfigured, sms_login: sms.isConfigured },
    ...{ facebook_login: false, linkedin_login: false },
  };
  return (Object.keys(isReady) as NeedyWay[]).filter((way) => !isReady[way]);
}
