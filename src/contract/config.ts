import { z } from 'zod';

const link = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]);

/** An address without a slash at its end, or a path on the server that the console came from. */
const base = z.union([link, z.string().regex(/^(?:\/[\w.~-]+)+$/)]);

/** `config.json`: what the console reads at its start, so that one build fits every deployment (DESIGN.md §1). */
export const consoleConfig = z.object({
  /** Where `/api` is; empty: where the console came from. */
  api_base: base.default(''),
  /** Where `/wax` is; empty: where the console came from. */
  wax_base: base.default(''),
  /** `portico` is the embedded server; `existing` hides what only that has. */
  backend: z.enum(['portico', 'existing']).default('portico'),
  product: z.string().max(60).default('Portico'),
  company: z.string().max(120).default(''),
  help_url: link.default(''),
  privacy_url: link.default(''),
});
export type ConsoleConfig = z.infer<typeof consoleConfig>;
