import type { Integration } from '../../contract/integrations';

/**
 * The way to a platform: its site, with the hand-over of the log-in in its query, where there is one (API.md, "Integrations"). Null for
 * a site that is no web address: a script is none.
 */
export function platformLink({ site, auth_login_url, iv_array }: Pick<Integration, 'site' | 'auth_login_url' | 'iv_array'>): string | null {
  if (!URL.canParse(site)) return null;
  const url = new URL(site);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (auth_login_url !== '') url.searchParams.set('auth_login_url', auth_login_url);
  if (iv_array !== '') url.searchParams.set('iv_array', iv_array);
  return url.href;
}
