import { z } from 'zod';
import { subscription } from './accounts';
import { id } from './lists';
import { ROLES } from './plain/roles';
import { MAX_LENGTH, MIN_PASSWORD } from './plain/wire';
import { factorCode } from './secondFactor';

/** POST /api/login. `factor_code` is needed if the account has a second factor; without it the server answers `second_factor_required`. */
export const credentials = z.object({
  username: z.string().min(1).max(MAX_LENGTH.name),
  password: z.string().min(1).max(MAX_LENGTH.password),
  factor_code: z.union([z.literal(''), factorCode]).optional(),
});
export type Credentials = z.infer<typeof credentials>;

/**
 * Response to a sign-in. For a customer or desk `subscription` is its reseller's. `must_change_password` is set while the account still
 * has a one-time password; until it is changed most calls return 403. So do they until a second factor is
 * set up, if `second_factor_missing`.
 */
export const login = z.object({
  id,
  token: z.string(),
  expires: z.string(),
  account_type: z.enum(ROLES),
  subscription,
  status: z.literal('success'),
  must_change_password: z.literal(true).optional(),
  second_factor_missing: z.literal(true).optional(),
});
export type Login = z.infer<typeof login>;

/** One sign-in session of an account. `last_used` is accurate to a few minutes; `current` marks the session that is asking. */
export const accountSession = z.object({
  id,
  created: z.string(),
  last_used: z.string(),
  address: z.string(),
  agent: z.string(),
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSession>;

/** POST /api/password_reset: requests a code by mail. */
export const requestReset = z.object({ username: z.string().min(1).max(MAX_LENGTH.name) });

/** PUT /api/password_reset: the code, and the new password. */
export const resetPassword = z.object({
  token: z.string().min(1).max(64),
  password: z.string().min(MIN_PASSWORD).max(MAX_LENGTH.password),
});
