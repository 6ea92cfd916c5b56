import { z } from 'zod';
import { sorting } from './lists';
import { MAX_LENGTH } from './plain/wire';

/** One setting of a hotspot: look, login methods, limits or feedback e-mails. Values are always text. */
export const preference = z.object({ key: z.string(), value: z.string() });
export type Preference = z.infer<typeof preference>;

export const listPreferences = sorting(['key', 'value']);
export type ListPreferences = z.infer<typeof listPreferences>;

/** PUT /api/preferences/hotspots/{id} and /api/marketing/{id}: one key per call (contract/plain/hotspotPreferences.ts). */
export const updatePreference = z.object({ key: z.string().max(MAX_LENGTH.name), value: z.string() });
export type UpdatePreference = z.infer<typeof updatePreference>;
