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

/** The secret stays on the server: the field begins empty, and empty it leaves the secret as it is. */
export function toForm({ name, description, site, logo, webhook_url, privacy, ...rest }: ManagedIntegration): IntegrationForm {
  const { pre_auth_redirect_url, post_auth_redirect_url } = rest;
  return { name, description, site, logo, webhook_url, webhook_token: '', pre_auth_redirect_url, post_auth_redirect_url, privacy };
}

/** Whether an address may stand there: http or https, or nothing. */
export function isWebAddress(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || (/^https?:\/\/[^\s/]/i.test(trimmed) && !/\s/.test(trimmed) && URL.canParse(trimmed));
}
