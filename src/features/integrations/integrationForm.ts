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

/** Initial values. The server never returns the secret: its field starts empty, and leaving it empty keeps the stored one. */
export function toForm({ name, description, site, logo, webhook_url, privacy, ...rest }: ManagedIntegration): IntegrationForm {
  const { pre_auth_redirect_url, post_auth_redirect_url } = rest;
  return { name, description, site, logo, webhook_url, webhook_token: '', pre_auth_redirect_url, post_auth_redirect_url, privacy };
}
