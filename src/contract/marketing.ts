import { z } from 'zod';
import { idParam } from './lists';
import { EMAIL, MAX_LENGTH } from './wire';

/** `/testmail/{hotspotId}/{mail}`: which of a hotspot's two mails. */
export const byTestMail = z.object({ id: idParam, mail: z.enum(['feedback', 'review']) });

/**
 * POST /api/marketing/testmail/{hotspotId}/{feedback|review}: the mail as its editor holds it, to one address. Of the HTML in `body`
 * only what contract/html.ts allows is sent; without a `subject` the hotspot's own is taken. A line break in a subject would be
 * another header of the mail.
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
