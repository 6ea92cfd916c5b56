import { z } from 'zod';
import { moment } from './lists';
import { MAX_LENGTH } from './plain/wire';

/**
 * GET /api/accounts/{id}/second_factor: since when it is on (null: off), how many recovery codes are left, and whether the account must have
 * one here.
 */
export const secondFactor = z.object({ since: moment, codes_left: z.number().int(), required: z.boolean() });
export type SecondFactor = z.infer<typeof secondFactor>;

const current_password = z.string().min(1).max(MAX_LENGTH.password);

/** Six digits of an authenticator app, or a recovery code. */
export const factorCode = z.string().trim().min(1).max(64);

/** PUT /api/second_factor/setup: prepares a second factor without turning it on. */
export const prepareSecondFactor = z.object({ current_password });
export type PrepareSecondFactor = z.infer<typeof prepareSecondFactor>;

/**
 * `secret` (Base32) is for the authenticator app, as that of `username`. The recovery codes become valid when the second factor is turned on. `setup` contains
 * both, encrypted, and must be sent back within a quarter of an hour.
 */
export const preparedSecondFactor = z.object({
  username: z.string(),
  secret: z.string(),
  recovery_codes: z.array(z.string()),
  setup: z.string(),
});
export type PreparedSecondFactor = z.infer<typeof preparedSecondFactor>;

/** PUT /api/second_factor: turns on the prepared second factor; `factor_code` is what the app shows. */
export const turnOnSecondFactor = z.object({ setup: z.string().min(1).max(4000), factor_code: factorCode });
export type TurnOnSecondFactor = z.infer<typeof turnOnSecondFactor>;

/** PUT /api/second_factor/off and PUT /api/second_factor/recovery_codes. */
export const provedBoth = z.object({ current_password, factor_code: factorCode });
export type ProvedBoth = z.infer<typeof provedBoth>;

/** New recovery codes; the earlier ones are no longer valid. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
