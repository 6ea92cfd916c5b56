import { z } from 'zod';
import { idParam } from './lists';
import { EMAIL, MAX_LENGTH } from './plain/wire';

/** `/testmail/{hotspotId}/{mail}`. */
export const byTestMail = z.object({ id: idParam, mail: z.enum(['feedback', 'review']) });

/**
 * POST /api/marketing/testmail/{hotspotId}/{feedback|review}: sends the mail as it is in the editor to one address. HTML in `body` is
 * sanitised to what contract/plain/html.ts allows; without a `subject` the hotspot's own is used. Control characters are rejected because a
 * line break in a subject could inject a mail header.
 */
export const sendTestMail = z.object({
  body: z.string().trim().min(1).max(MAX_LENGTH.html),
  to: z.string().trim().max(MAX_LENGTH.email).regex(EMAIL),
  subject: z
    .string()
    .trim()
    .max(MAX_LENGTH.text)
    .refine((text) => !/\p{Cc}/u.test(text), 'is not on one line')
    .default(''),
});
export type SendTestMail = z.infer<typeof sendTestMail>;
