import { z } from 'zod';
import { sorting } from './lists';

/** One setting of a hotspot: its look, its ways to log in, its limits, or its feedback e-mails. Values are always text. */
export const preference = z.object({ key: z.string(), value: z.string() });
export type Preference = z.infer<typeof preference>;

export const listPreferences = sorting(['key', 'value']);
export type ListPreferences = z.infer<typeof listPreferences>;
