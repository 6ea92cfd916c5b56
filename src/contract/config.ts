import { z } from 'zod';

const link = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]);

/** A URL, or a path on the console's own server without a trailing slash. */
const base = z.union([link, z.string().regex(/^(?:\/[\w.~-]+)+$/)]);

/** `config.json`, which the console loads at startup so that one build fits every deployment. */
export const consoleConfig = z.object({
  /** Where `/api` is; empty for the console's own origin. */
  api_base: base.default(''),
  /** Where `/wax` is; empty for the console's own origin. */
  wax_base: base.default(''),
  /** `portico` is our server; `existing` hides features that only ours has. */
  backend: z.enum(['portico', 'existing']).default('portico'),
  product: z.string().max(60).default('Portico'),
  company: z.string().max(120).default(''),
  help_url: link.default(''),
  privacy_url: link.default(''),
  /** Login methods not offered to guests, whatever a hotspot's preferences say, because the server lacks what they need. */
  ways_off: z.array(z.enum(['email_login', 'sms_login', 'facebook_login', 'linkedin_login'])).default([]),
  /** Whether `/?replay` opens diagnostic recordings in this console. */
  allow_replay: z.boolean().default(false),
});
export type ConsoleConfig = z.infer<typeof consoleConfig>;

/** `config.json` as our server serves it, with what only it knows. */
export type ServedConfig = ConsoleConfig & {
  /** Set by the demonstration, whose visitors can try out being guests. */
  demonstration?: true;
  /** Set by the public demonstration: when it is next reset. From then on it is reset every hour. */
  public_until?: string;
};
