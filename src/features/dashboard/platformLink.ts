import type { Integration } from '../../contract/integrations';
import { secretBehind } from '../../shared/secrets';

/**
 * Link to a platform, with its login assertion as query parameters if there is one (INT-19). Null unless the site is http or https, so that
 * no `javascript:` URL gets through.
 */
export function platformLink({ site, auth_login_url, iv_array }: Pick<Integration, 'site' | 'auth_login_url' | 'iv_array'>): string | null {
  if (!URL.canParse(site)) return null;
  const url = new URL(site);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  for (const [name, reference] of Object.entries({ auth_login_url, iv_array })) {
    const secret = secretBehind(reference);
    if (secret) url.searchParams.set(name, secret);
  }
  return url.href;
}
