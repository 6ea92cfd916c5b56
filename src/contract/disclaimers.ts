import { z } from 'zod';
import { id, sorting } from './lists';
import { MAX_LENGTH, PORTAL_LANGUAGES } from './plain/wire';

/** A privacy notice or terms of use. `body` is HTML with placeholders such as `{{.PrivacyName}}` (`PLACEHOLDERS` in contract/plain/html.ts). */
export const disclaimer = z.object({
  id,
  type: z.enum(['privacy', 'tos']),
  title: z.string(),
  body: z.string(),
  /** The body in languages of the portal (our server only); absent if it is in none. Guests in others read the body itself. */
  translations: z.partialRecord(z.enum(PORTAL_LANGUAGES), z.string()).optional(),
});
export type Disclaimer = z.infer<typeof disclaimer>;

export const listDisclaimers = sorting(['id', 'title', 'type']);
export type ListDisclaimers = z.infer<typeof listDisclaimers>;

const title = z.string().trim().min(1).max(MAX_LENGTH.text);
const body = z.string().trim().min(1).max(MAX_LENGTH.html);

/** '' for none. */
const translations = z.partialRecord(z.enum(PORTAL_LANGUAGES), z.string().trim().max(MAX_LENGTH.html)).optional();

/** POST /api/disclaimers/accounts/{id}: for a reseller. HTML in `body` is sanitised to what contract/plain/html.ts allows. */
export const createDisclaimer = z.object({ title, body, type: disclaimer.shape.type, translations });
export type CreateDisclaimer = z.infer<typeof createDisclaimer>;

/** PUT /api/disclaimers/{id}; omitted fields stay unchanged. The type can't change: hotspots refer to the disclaimer by type. */
export const updateDisclaimer = z.object({ title, body, translations }).partial();
export type UpdateDisclaimer = z.infer<typeof updateDisclaimer>;

/** Response to a create call: the disclaimer's id, and the id of its link to the reseller. */
export const disclaimerCreated = z.object({ disclaimer_id: id, disclaimers_accounts_id: id, status: z.literal('success') });

/** A hotspot that uses a disclaimer. */
export const disclaimerHotspot = z.object({ id, name: z.string(), description: z.string(), account_id: id });
export type DisclaimerHotspot = z.infer<typeof disclaimerHotspot>;

export const listDisclaimerHotspots = sorting(['name', 'description', 'id']);
export type ListDisclaimerHotspots = z.infer<typeof listDisclaimerHotspots>;

/** `/wax/privacy/{uuid}`: the hotspot's uuid. */
export const byHotspotUuid = z.object({ uuid: z.string().max(64) });

/** Query of that address: the guest's language. Texts that have a version in it are returned in it (our server only). */
export const privacyLanguage = z.object({ language: z.enum(PORTAL_LANGUAGES).optional() });

/**
 * What a hotspot's guests read, with placeholders filled in: for each type the default (id 0) first, then the reseller's own, and the id
 * that the hotspot uses (PRV-06). Bodies are HTML.
 */
export const privacyPage = z.object({
  privacy_disclaimers: z.array(disclaimer),
  privacy_selected_id: id,
  tos_disclaimers: z.array(disclaimer),
  tos_selected_id: id,
});
export type PrivacyPage = z.infer<typeof privacyPage>;
