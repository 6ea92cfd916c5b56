import { z } from 'zod';
import { id, sorting } from './lists';

/** A privacy notice or terms of use. `body` is HTML with placeholders such as `{{.PrivacyName}}` (API.md, "Disclaimers"). */
export const disclaimer = z.object({
  id,
  type: z.enum(['privacy', 'tos']),
  title: z.string(),
  body: z.string(),
});
export type Disclaimer = z.infer<typeof disclaimer>;

export const listDisclaimers = sorting(['id', 'title', 'type']);
export type ListDisclaimers = z.infer<typeof listDisclaimers>;
