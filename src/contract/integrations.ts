import { z } from 'zod';
import { id, idParam, moment, sorting } from './lists';
import { isWebAddress, MAX_IMAGE, MAX_LENGTH } from './plain/wire';

/**
 * A third-party platform. `auth_login_url` and `iv_array` are opaque strings appended to `site` to sign the user in there, empty if the
 * platform has no secret to verify them with (INT-19). `webhook_url` is empty for everyone but an admin.
 */
export const integration = z.object({
  id,
  name: z.string(),
  description: z.string(),
  site: z.string(),
  logo: z.string(),
  webhook_url: z.string(),
  pre_auth_redirect_url: z.string(),
  post_auth_redirect_url: z.string(),
  auth_login_url: z.string(),
  iv_array: z.string(),
  privacy: z.string(),
});
export type Integration = z.infer<typeof integration>;

/** An integration as the admin manages it. Its secret never leaves the server; `has_webhook_token` says whether there is one. */
export const managedIntegration = integration.omit({ auth_login_url: true, iv_array: true }).extend({ has_webhook_token: z.boolean() });
export type ManagedIntegration = z.infer<typeof managedIntegration>;

/** http or https, or empty; people and webhooks are sent there. */
const address = z
  .string()
  .trim()
  .max(MAX_LENGTH.url)
  .refine((text) => text === '' || isWebAddress(text), 'is not an http or https address');

/** Secret shared with a platform. Printable ASCII, because it is sent in a header. */
const secret = z
  .string()
  .regex(/^[\x21-\x7e]*$/, 'is not of letters, digits and signs')
  .max(MAX_LENGTH.text);

/** A PNG or JPEG as a data URL, or empty; the server checks the content. */
const logo = z.string().max(MAX_IMAGE.characters);

/**
 * POST /api/integrations (our server only). Changes are posted to `webhook_url` with `webhook_token`; server/messages/webhooks.ts
 * decides which addresses are allowed. HTML in `privacy` is sanitised to what contract/plain/html.ts allows.
 */
export const createIntegration = z.object({
  name: z.string().trim().min(1).max(MAX_LENGTH.name),
  description: z.string().trim().max(MAX_LENGTH.description).default(''),
  site: address.default(''),
  logo: logo.default(''),
  webhook_url: address.default(''),
  webhook_token: secret.default(''),
  pre_auth_redirect_url: address.default(''),
  post_auth_redirect_url: address.default(''),
  privacy: z.string().max(MAX_LENGTH.html).default(''),
});
export type CreateIntegration = z.infer<typeof createIntegration>;

/** PUT /api/integrations/{id}: omitted fields stay unchanged. So does an empty secret, because clients never receive it to send it back. */
export const updateIntegration = z
  .object({
    name: createIntegration.shape.name,
    description: createIntegration.shape.description.unwrap(),
    site: address,
    logo,
    webhook_url: address,
    webhook_token: secret,
    pre_auth_redirect_url: address,
    post_auth_redirect_url: address,
    privacy: z.string().max(MAX_LENGTH.html),
  })
  .partial();
export type UpdateIntegration = z.infer<typeof updateIntegration>;

/**
 * POST /api/integrations/{id}/test: the platform's response to an empty call (`status`, the beginning of its `body`), or why there was
 * none (`failed`), and the time taken.
 */
export const integrationTested = z.union([
  z.object({ status: z.number().int(), body: z.string(), milliseconds: z.number().int() }),
  z.object({ failed: z.enum(['no_address', 'refused', 'unreachable', 'too_slow']), milliseconds: z.number().int() }),
]);
export type IntegrationTested = z.infer<typeof integrationTested>;

export const listIntegrations = sorting(['id', 'name', 'description']);
export type ListIntegrations = z.infer<typeof listIntegrations>;

/** An integration enabled for a hotspot; `last_sync` is null if the last sync failed. */
export const hotspotIntegration = z.object({ integration_id: id, last_sync: moment });
export type HotspotIntegration = z.infer<typeof hotspotIntegration>;

export const listHotspotIntegrations = sorting(['integration_id', 'last_sync']);
export type ListHotspotIntegrations = z.infer<typeof listHotspotIntegrations>;

/** An integration that the admin has enabled for a reseller. */
export const accountIntegration = z.object({ account_id: id, integration_id: id });
export type AccountIntegration = z.infer<typeof accountIntegration>;

export const listAccountIntegrations = sorting(['integration_id']);
export type ListAccountIntegrations = z.infer<typeof listAccountIntegrations>;

/** `/{id}/{integrationId}` in the path of both mappings. */
export const integrationOf = z.object({ id: idParam, integrationId: idParam });

/** PUT and POST of the mappings need no body. */
export const nothing = z.object({}).nullish();

/**
 * Sent to a platform when it is switched on or off for a hotspot. `token` is an API token of the hotspot's customer, revoked when the
 * platform is switched off. Accounts and units come without passwords and secrets.
 */
export interface WebhookBody {
  status: boolean;
  token: string;
  hotspot: { id: number; uuid: string; name: string; description: string };
  accounts: { id: number; uuid: string; type: string; username: string; name: string; email: string }[];
  units: { id: number; uuid: string; name: string; description: string; mac_address: string }[];
}
