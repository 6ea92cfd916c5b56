/** Shapes of what log-in pages ask, and of the answers. */
import { z } from 'zod';
import { proofQuery } from './unitDigest';

export const text = z.string().max(255).default('');
export const anything = z.record(z.string(), z.unknown());

export const sessionQuery = z.object({ ...proofQuery.shape, sessionid: text });
export const loginQuery = z.object({ ...sessionQuery.shape, username: text, password: text, mac: text });
/** Pages write `null` for "no voucher". */
const voucherCode = text.transform((code) => (code === 'null' ? '' : code));
export const registerQuery = z.object({ ...sessionQuery.shape, voucher_code: voucherCode, mac: text });
/** An answer to a question of the page; the page writes `-` for none. */
export const answerIn = (answers: readonly string[]) =>
  z
    .string()
    .default('')
    .transform((answer) => (answer === '-' ? '' : answer))
    .pipe(z.enum(answers));

export const pollQuery = z.object({ ...sessionQuery.shape, secret: text });

/** `clientState`: "1" logged in, 0 refused, 2 expired. */
export const loginAnswer = z.object({ clientState: z.union([z.literal('1'), z.literal([0, 2])]), message: z.string().optional() });

export const pagePreferences = z.object({
  hotspot_id: z.number().int(),
  hotspot_name: z.string(),
  preferences: z.record(z.string(), z.string()),
  disclaimers: z.object({ terms_of_use: z.string(), marketing_use: z.string() }),
  socials: z.object({ facebook_client_id: z.string(), linkedin_client_id: z.string() }),
  integrations: z.array(z.object({ pre_auth_redirect_url: z.string(), post_auth_redirect_url: z.string() })),
});

export type RegisterQuery = z.output<typeof registerQuery>;
export type LoginQuery = z.output<typeof loginQuery>;
