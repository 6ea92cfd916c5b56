import { z } from 'zod';

/** One setting of a hotspot: its look, its ways to log in, its limits, or its feedback e-mails. Values are always text. */
export const preference = z.object({ key: z.string(), value: z.string() });
export type Preference = z.infer<typeof preference>;
