import { z } from 'zod';
import { id, idParam, moment, sorting } from './lists';

/**
 * A third-party platform. `auth_login_url` and `iv_array` are opaque strings that are appended to `site` to hand over the
 * log-in, empty where the platform has no secret to check them with; `webhook_url` is empty for everyone but the admin.
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

export const listIntegrations = sorting(['id', 'name', 'description']);
export type ListIntegrations = z.infer<typeof listIntegrations>;

/** An integration that is on for a hotspot; `last_sync` null means that the last one failed. */
export const hotspotIntegration = z.object({ integration_id: id, last_sync: moment });
export type HotspotIntegration = z.infer<typeof hotspotIntegration>;

export const listHotspotIntegrations = sorting(['integration_id', 'last_sync']);
export type ListHotspotIntegrations = z.infer<typeof listHotspotIntegrations>;

/** An integration that the admin has switched on for a reseller. */
export const accountIntegration = z.object({ account_id: id, integration_id: id });
export type AccountIntegration = z.infer<typeof accountIntegration>;

export const listAccountIntegrations = sorting(['integration_id']);
export type ListAccountIntegrations = z.infer<typeof listAccountIntegrations>;

/** `/{id}/{integrationId}` of the two maps. */
export const integrationOf = z.object({ id: idParam, integrationId: idParam });

/** PUT and POST of the maps: nothing is told by their body. */
export const nothing = z.object({}).nullish();

/**
 * What a platform is told when it is switched on or off for a hotspot. `token` is an API token of the hotspot's customer; it ends
 * when the platform is switched off. Accounts and units come without passwords and secrets.
 */
export interface WebhookBody {
  status: boolean;
  token: string;
  hotspot: { id: number; uuid: string; name: string; description: string };
  accounts: { id: number; uuid: string; type: string; username: string; name: string; email: string }[];
  units: { id: number; uuid: string; name: string; description: string; mac_address: string }[];
}
