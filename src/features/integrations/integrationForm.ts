import type { CreateIntegration, ManagedIntegration } from '../../contract/integrations';

export type IntegrationForm = CreateIntegration;

export const NEW_INTEGRATION: IntegrationForm = {
  name: '',
  description: '',
  site: '',
  logo: '',
  webhook_url: '',
  webhook_token: '',
  pre_auth_redirect_url: '',
  post_auth_redirect_url: '',
  privacy: '',
};

/** Initial values. The secret never leaves the server: its field starts empty, and left empty it keeps the stored one. */
export function toForm({ name, description, site, logo, webhook_url, privacy, ...rest }: ManagedIntegration): IntegrationForm {
  const { pre_auth_redirect_url, post_auth_redirect_url } = rest;
  return { name, description, site, logo, webhook_url, webhook_token: '', pre_auth_redirect_url, post_auth_redirect_url, privacy };
}

/** Whether an address is http or https, or empty. */
export function isWebAddress(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || (/^https?:\/\/[^\s/]/i.test(trimmed) && !/\s/.test(trimmed) && URL.canParse(trimmed));
}
