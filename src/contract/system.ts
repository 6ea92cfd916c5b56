/** The checks of the server's installation. */
import { z } from 'zod';
import { SYSTEM_CHECKS, SYSTEM_GROUPS, SYSTEM_STATES } from './plain/systemChecks';

/**
 * GET /api/system (our server only): every check that makes sense while the server runs. `detail` says in English what is wrong, as `portico
 * doctor` does; empty if nothing is. It may name paths, settings and units, and contains no secrets.
 */
export const systemState = z.object({
  version: z.string(),
  examined: z.iso.datetime(),
  checks: z.array(
    z.object({
      check: z.enum(SYSTEM_GROUPS.flatMap((group) => [...SYSTEM_CHECKS[group]])),
      state: z.enum(SYSTEM_STATES),
      detail: z.string(),
    }),
  ),
});
export type SystemState = z.infer<typeof systemState>;
