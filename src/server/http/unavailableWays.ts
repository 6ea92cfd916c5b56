import type { ConsoleConfig } from '../../contract/config';
import { hasUnits } from '../config';
import type { Deps } from '../deps';

type NeedyWay = ConsoleConfig['ways_off'][number];

/**
 * Login methods that this server can't offer because their service (mail, SMS, social app) isn't configured; none if it serves no portal.
 */
export function unavailableWays({ config, mailer, sms, social }: Pick<Deps, 'config' | 'mailer' | 'sms' | 'social'>): NeedyWay[] {
  if (!hasUnits(config)) return [];
  const isReady: Record<NeedyWay, boolean> = {
    email_login: mailer.isConfigured,
    sms_login: sms.isConfigured,
    facebook_login: social.has('facebook'),
    linkedin_login: social.has('linkedin'),
  };
  return (Object.keys(isReady) as NeedyWay[]).filter((way) => !isReady[way]);
}
