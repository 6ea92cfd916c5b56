import type { ConsoleConfig } from '../../contract/config';
import { hasUnits } from '../config';
import type { Deps } from '../deps';

type DependentMethod = ConsoleConfig['ways_off'][number];

/**
 * Login methods that this server can't offer because their service (mail, SMS, social app) isn't configured; none if it serves no portal.
 */
export function unavailableMethods({ config, mailer, sms, social }: Pick<Deps, 'config' | 'mailer' | 'sms' | 'social'>): DependentMethod[] {
  if (!hasUnits(config)) return [];
  const isReady: Record<DependentMethod, boolean> = {
    email_login: mailer.isConfigured,
    sms_login: sms.isConfigured,
    facebook_login: social.has('facebook'),
    linkedin_login: social.has('linkedin'),
  };
  return (Object.keys(isReady) as DependentMethod[]).filter((method) => !isReady[method]);
}
