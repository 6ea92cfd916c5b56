/**
 * Second factors of staff: a secret that an authenticator app shares, and recovery codes for owners who have lost it. The secret is stored
 * encrypted for its account; of the codes only hashes are stored.
 */
import { randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { Role } from '../../contract/plain/roles';
import type { SecondFactor } from '../../contract/secondFactor';
import { decrypted, encrypted } from '../auth/authenticatedCipher';
import { endAccess, type Here } from '../auth/queries';
import { randomCode } from '../auth/randomCode';
import { serverKey } from '../auth/serverKeyQueries';
import { managedAccounts, readableAccounts, type Scope } from '../auth/tenancy';
import { hashTypedCode } from '../auth/tokens';
import type { Db } from '../database/db';
import { isoOf } from '../database/listQueries';
import { accounts, second_factors } from '../database/schema';
import { stepAt, stepOf } from './totp';
import { hasUsername } from '../auth/usernameQueries';

/** Never renewed, because every secret would have to be encrypted again. */
const KEY = 'second factors';

/** The length that HMAC-SHA-1 makes use of (RFC 4226, 4). */
const SECRET_BYTES = 20;

const RECOVERY_CODES = 10;

/** Milliseconds within which a prepared second factor must be turned on. */
const PREPARED_FOR = 900_000;

/** If the last code used is more steps than this ahead, the clock was wrong then: ten minutes, more than replicas' clocks differ. */
const CLOCK_WAS_WRONG = 20;

const of = (accountId: number) => eq(second_factors.account_id, accountId);

/** Characters of a recovery code: 118 bits. From 112 on, a hash without salt gives nothing away. Earlier codes have 16, and stay valid. */
const CODE_CHARACTERS = 24;

function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => (randomCode(CODE_CHARACTERS).match(/.{4}/g) ?? []).join('-'));
}

/** The second factor of an account that the scope manages, or of its own; null if it may not read the account. */
export async function getSecondFactor(db: Db, scope: Scope, id: number): Promise<(Omit<SecondFactor, 'required'> & { role: Role }) | null> {
  const [row] = await db
    .select({ role: accounts.type, since: second_factors.since, codes: second_factors.recovery_codes })
    .from(accounts)
    .leftJoin(second_factors, eq(second_factors.account_id, accounts.id))
    .where(and(readableAccounts(scope), eq(accounts.id, id)));
  return row ? { role: row.role, since: row.since && isoOf(row.since), codes_left: row.codes?.length ?? 0 } : null;
}

/** Which of these accounts have a second factor. */
export async function whoHasSecondFactor(db: Db, accountIds: number[]): Promise<Set<number>> {
  const found = await db
    .select({ id: second_factors.account_id })
    .from(second_factors)
    .where(inArray(second_factors.account_id, accountIds));
  return new Set(found.map(({ id }) => id));
}

export async function hasSecondFactor(db: Db, accountId: number): Promise<boolean> {
  return (await db.$count(second_factors, of(accountId))) > 0;
}

/** The name and password hash of an account whose owner has to prove it. */
export async function getOwner(db: Db, accountId: number): Promise<{ username: string; passwordHash: string } | null> {
  const [found] = await db
    .select({ username: accounts.username, passwordHash: accounts.password_hash })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return found ?? null;
}

/** The prepared second factor, as the client keeps it, encrypted. */
interface Prepared {
  secret: string;
  codes: string[];
  until: number;
}

/** Generates a secret and recovery codes, and encrypts both for `turnOn`. Stores nothing. */
export async function prepare(db: Db, accountId: number, now: Date): Promise<{ secret: Buffer; codes: string[]; setup: string }> {
  const secret = randomBytes(SECRET_BYTES);
  const codes = newRecoveryCodes();
  const carried: Prepared = { secret: secret.toString('hex'), codes: codes.map(hashTypedCode), until: now.getTime() + PREPARED_FOR };
  return { secret, codes, setup: encrypted(await serverKey(db, KEY), `setup ${accountId}`, JSON.stringify(carried)) };
}

/**
 * Turns on the prepared second factor, ends the account's other sessions, and forgets its other known places, for which the password alone
 * was enough. Has no effect if the same one is already on.
 */
export async function turnOn(
  tx: Db,
  accountId: number,
  { setup, factor_code: code }: { setup: string; factor_code: string },
  here: Here,
  now: Date,
): Promise<'done' | 'too late' | 'wrong code' | 'another is on'> {
  const key = await serverKey(tx, KEY);
  const text = decrypted(key, `setup ${accountId}`, setup);
  const carried = text === null ? null : (JSON.parse(text) as Prepared);
  if (!carried || carried.until <= now.getTime()) return 'too late';
  const [present] = await tx.select({ secret: second_factors.secret }).from(second_factors).where(of(accountId));
  if (present) return decrypted(key, ownedBy(accountId), present.secret) === carried.secret ? 'done' : 'another is on';
  const step = stepOf(Buffer.from(carried.secret, 'hex'), digitsOf(code), now);
  if (step === null) return 'wrong code';
  const secret = encrypted(key, ownedBy(accountId), carried.secret);
  const added = await tx
    .insert(second_factors)
    .values({ account_id: accountId, secret, last_step: step, recovery_codes: carried.codes, since: now })
    .onConflictDoNothing()
    .returning({ id: second_factors.account_id });
  if (added.length === 0) return 'another is on';
  await endAccess(tx, accountId, now, here);
  return 'done';
}

const ownedBy = (accountId: number) => `account ${accountId}`;

/** Removes the spaces with which apps group digits. */
const digitsOf = (code: string) => code.replace(/[\s-]/g, '');

/** Whether the text has the form of an app's code, rather than of a recovery code. */
export const isOfApp = (code: string): boolean => /^\d{6}$/.test(digitsOf(code));

/** Uses a code of the app. If the same code is used several times at once, one call succeeds. */
export async function useCodeOfApp(db: Db, accountId: number, code: string, now: Date): Promise<boolean> {
  const [found] = await db.select({ secret: second_factors.secret }).from(second_factors).where(of(accountId));
  if (!found) return false;
  const secret = decrypted(await serverKey(db, KEY), ownedBy(accountId), found.secret);
  if (secret === null) throw new Error(`the second factor of account ${accountId} was encrypted by another key`);
  const step = stepOf(Buffer.from(secret, 'hex'), digitsOf(code), now);
  if (step === null) return false;
  const isUnused = or(lt(second_factors.last_step, step), gt(second_factors.last_step, stepAt(now) + CLOCK_WAS_WRONG));
  const used = await db
    .update(second_factors)
    .set({ last_step: step })
    .where(and(of(accountId), isUnused))
    .returning({ id: second_factors.account_id });
  return used.length > 0;
}

/** Uses up a recovery code. Returns how many are left, or null if it is invalid. If used several times at once, one call succeeds. */
export async function useRecoveryCode(db: Db, accountId: number, code: string): Promise<number | null> {
  const hash = hashTypedCode(code);
  const used = await db
    .update(second_factors)
    .set({ recovery_codes: sql`array_remove(${second_factors.recovery_codes}, ${hash})` })
    .where(and(of(accountId), sql`${hash} = any(${second_factors.recovery_codes})`))
    .returning({ codes: second_factors.recovery_codes });
  return used[0]?.codes.length ?? null;
}

/** Replaces the recovery codes. Null if there is no second factor. */
export async function replaceRecoveryCodes(tx: Db, accountId: number): Promise<string[] | null> {
  const codes = newRecoveryCodes();
  const replaced = await tx
    .update(second_factors)
    .set({ recovery_codes: codes.map(hashTypedCode) })
    .where(of(accountId))
    .returning({ id: second_factors.account_id });
  return replaced.length > 0 ? codes : null;
}

/** Turns off the second factor of an account, if it is on. */
export async function turnOff(tx: Db, accountId: number): Promise<void> {
  await tx.delete(second_factors).where(of(accountId));
}

/** Turns off the second factor of another account, which the scope manages. False if there is no such account. */
export async function turnOffFor(tx: Db, scope: Scope, id: number): Promise<boolean> {
  const [found] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(managedAccounts(scope), eq(accounts.id, id)));
  if (!found) return false;
  await turnOff(tx, found.id);
  return true;
}

/** The id of the account with this username, in any case; null if there is none. */
export async function findAccount(db: Db, username: string): Promise<number | null> {
  const [found] = await db.select({ id: accounts.id }).from(accounts).where(hasUsername(username));
  return found?.id ?? null;
}
