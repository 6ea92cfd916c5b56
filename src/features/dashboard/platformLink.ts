import type { Integration } from '../../contract/integrations';

/**
 * Link to a platform, with its login assertion as query parameters if there is one (INT-19). Null unless the site is http or https, so that
 * no `javascript:` address gets through.
 */
export function platformLink({ site, auth_login_url, iv_array }: Pick<Integration, 'site' | 'auth_login_url' | 'iv_array'>): string | null {
  if (!URL.canParse(site)) return null;
  const url = new URL(site);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (auth_login_url !== '') url.searchParams.set('auth_login_url', auth_login_url);
  if (iv_array !== '') url.searchParams.set('iv_array', iv_array);
  return url.href;
}
