/**
 * Forgotten passwords: a code by mail, valid once and for half an hour (docs/wire.md#login-throttling-passwords). The mail contains no
 * link, because the server would have to build it from the request's Host header, which the sender controls.
 */
import { randomInt } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { lockAccount } from '../accounts/queries';
import { audited } from '../audit/auditTrail';
import type { Db } from '../database/db';
import { accounts, password_resets } from '../database/schema';
import { post, postToNobody } from '../messages/outboxQueries';
import { isStrongEnough, shortestPassword } from '../auth/passwordFloor';
import { hashPassword, isPassword } from '../auth/passwords';
import { originOf, rememberOrigin } from '../auth/signInOriginQueries';
import { endAccess } from '../auth/queries';
import { hashTypedCode } from '../auth/tokens';
import { hasSecondFactor } from '../second-factor/queries';
import { mailOf } from './passwordResetMail';
import { hasUsername } from '../auth/usernameQueries';

const VALID = 1_800_000;

/** Minimum time between two mails to the same account, in milliseconds. */
const PAUSE = 120_000;

/** Characters that aren't easily confused; twenty of them are 98 bits. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * Creates a code and the mail with it, unless there is no such account, no address, or a recent code. In that case decoy rows are written,
 * so that the time it takes reveals nothing. Earlier codes stay valid until they expire; otherwise repeated requests in somebody else's
 * name would invalidate each code before it arrives.
 */
export async function startReset(db: Db, username: string, product: string, now: Date): Promise<void> {
  const groups = Array.from({ length: 5 }, () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''));
  const code = groups.join('-');
  await db.transaction(async (tx) => {
    const [account] = await tx
      .select({ id: accounts.id, name: accounts.name, email: accounts.email })
      .from(accounts)
      .where(hasUsername(username))
      .for('no key update');
    const fresh = and(eq(password_resets.account_id, account?.id ?? 0), gt(password_resets.created, new Date(now.getTime() - PAUSE)));
    const hasFresh = (await tx.$count(password_resets, fresh)) > 0;
    const receiver = account && account.email !== '' && !hasFresh ? account : null;
    await tx.delete(password_resets).where(lt(password_resets.created, new Date(now.getTime() - VALID)));
    await tx.insert(password_resets).values({ account_id: receiver?.id ?? null, code_hash: hashTypedCode(code), created: now });
    if (receiver) await post(tx, mailOf(receiver, code, product), now);
    else await postToNobody(tx, mailOf({ name: '', email: '' }, code, product), now);
  });
}

/**
 * Sets a new password with a code, ends every session of the account, and remembers the place as a known one, unless the account has a
 * second factor. The code stays valid if the password isn't accepted.
 */
export async function finishReset(
  db: Db,
  { token: code, password }: { token: string; password: string },
  { request, product }: { request: Pick<FastifyRequest, 'ip' | 'headers'>; product: string },
  now: Date,
): Promise<'done' | 'wrong code' | 'same one-time password' | { shortest: number }> {
  const origin = originOf(request);
  const valid = and(eq(password_resets.code_hash, hashTypedCode(code)), gt(password_resets.created, new Date(now.getTime() - VALID)));
  const [account] = await db
    .select({
      id: accounts.id,
      username: accounts.username,
      name: accounts.name,
      email: accounts.email,
      role: accounts.type,
      passwordHash: accounts.password_hash,
      mustChangePassword: accounts.must_change_password,
    })
    .from(password_resets)
    .innerJoin(accounts, eq(accounts.id, password_resets.account_id))
    .where(valid);
  if (!account) return 'wrong code';
  const { id, username, role } = account;
  const shortest = shortestPassword(role, request);
  const own = [username, account.name, account.email, product];
  if (password.length < shortest || !(await isStrongEnough(role, password, own))) return { shortest };
  if (account.mustChangePassword && (await isPassword(account.passwordHash, password))) return 'same one-time password';
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const event = { scope: { username, role, accountId: id, hotspotId: 0 }, address: origin.address, action: 'password_reset' } as const;
    // Before the code, as other changes of the account lock them in this order.
    await lockAccount(tx, event.scope, id);
    const used = await tx.delete(password_resets).where(valid).returning({ id: password_resets.id });
    if (used.length === 0) return 'wrong code';
    const work = async (inner: Db) => {
      await inner.update(accounts).set({ password_hash: passwordHash, must_change_password: false }).where(eq(accounts.id, id));
      await endAccess(inner, id, now);
    };
    await audited(tx, event, now, { about: { kind: 'account', id }, work });
    // A code by mail doesn't replace the second factor.
    if (!(await hasSecondFactor(tx, id))) await rememberOrigin(tx, id, origin, now);
    return 'done';
  });
}
