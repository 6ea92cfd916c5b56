/** How managers sign in, and what a sign-in leaves behind. */
import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { created, id, moment, textOrEmpty } from './columns';
import { account } from './references';

/** Tokens of staff sessions and of integrations. Only SHA-256 hashes are stored, so a stolen copy grants no access. */
export const access_tokens = pgTable(
  'access_tokens',
  {
    id: id(),
    account_id: account(),
    /** SHA-256 of the token, lower-case hex. */
    token_hash: text().notNull(),
    type: text({ enum: ['login', 'api'] }).notNull(),
    description: textOrEmpty(),
    /** Extended as a session is used; an integration's token gets a new one with each sync. */
    expires: moment().notNull(),
    /** Address and browser of the sign-in, shown in the list of one's own sessions. */
    address: textOrEmpty(),
    agent: textOrEmpty(),
    created: created(),
  },
  (t) => [unique('access_tokens_hash').on(t.token_hash), index('access_tokens_account').on(t.account_id)],
);

/** Password reset codes. Using one invalidates all codes of the account. */
export const password_resets = pgTable(
  'password_resets',
  {
    id: id(),
    /** Null for a decoy whose code nobody received: see server/login/passwordResetQueries.ts. */
    account_id: integer().references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the code, lower-case hex. */
    code_hash: text().notNull(),
    created: created(),
  },
  (t) => [
    index('password_resets_account').on(t.account_id, t.created),
    unique('password_resets_code').on(t.code_hash),
    index('password_resets_created').on(t.created),
  ],
);

/** The second factor of an account, since it was confirmed (server/second-factor). */
export const second_factors = pgTable('second_factors', {
  account_id: integer()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** The secret of its authenticator app, encrypted for this account (server/second-factor/queries.ts). */
  secret: text().notNull(),
  /** Time step (30 seconds, counted from 1970) of the last code used, because each code can be used only once. */
  last_step: integer().notNull(),
  /** SHA-256 of each remaining recovery code, lower-case hex. */
  recovery_codes: text().array().notNull(),
  since: moment().notNull(),
});

/**
 * Responses to requests with an `Idempotency-Key`, kept for a day: see server/http/idempotency.ts. Keys and bodies are stored as hashes
 * only.
 */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    id: id(),
    account_id: account(),
    /** SHA-256 of the key, lower-case hex. */
    key_hash: text().notNull(),
    /** HMAC-SHA256 of route and body by the key, lower-case hex. */
    fingerprint: text().notNull(),
    status: integer().notNull().default(0),
    /** The answer as JSON. */
    answer: textOrEmpty(),
    created: created(),
  },
  (t) => [unique('idempotency_keys_key').on(t.account_id, t.key_hash), index('idempotency_keys_created').on(t.created)],
);

/** Failed sign-ins, by account and address; expired rows are deleted when new ones are added. */
export const login_failures = pgTable(
  'login_failures',
  {
    id: id(),
    /** See server/auth/throttle.ts. */
    key: text().notNull(),
    failed: moment().notNull(),
    /** When it stops counting. */
    forgotten: moment().notNull(),
  },
  (t) => [index('login_failures_key').on(t.key, t.failed), index('login_failures_forgotten').on(t.forgotten)],
);

/** Hashes of where an account has recently signed in: see server/auth/signInOriginQueries.ts. */
export const login_places = pgTable(
  'login_places',
  {
    id: id(),
    account_id: account(),
    address_hash: text().notNull(),
    /** Hash of address and browser. */
    device_hash: text().notNull(),
    seen: moment().notNull(),
  },
  (t) => [unique('login_places_device').on(t.account_id, t.device_hash)],
);
