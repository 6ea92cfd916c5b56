/**
 * Forgotten passwords (API.md): a code by mail, good once and for half an hour. The mail holds the code and no link, because the
 * only address that the server could put into one is what the request claims to have been sent to.
 */
import { randomInt } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { audited } from '../audit/trail';
import type { Db } from '../db/client';
import { access_tokens, accounts, password_resets } from '../db/schema';
import type { Mail } from '../mailer';
import { hashPassword } from './passwords';
import { hashToken } from './tokens';

const VALID = 1_800_000;

/** A second mail to the same account goes out no sooner than this many milliseconds after the first. */
const PAUSE = 120_000;

/** Letters and digits that are not mistaken for one another; twenty of them are 98 bits. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** The code's hash does not depend on how it was typed: case, spaces and dashes do not count. */
const hashCode = (code: string) => hashToken(code.toUpperCase().replace(/[^A-Z0-9]/g, ''));

/** Makes a code for the account and the mail that brings it; null where there is no such account, no address, or a fresh code. */
export async function startReset(db: Db, username: string, product: string, now: Date): Promise<Mail | null> {
  const groups = Array.from({ length: 5 }, () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''));
  const code = groups.join('-');
  const [account] = await db
    .select({ id: accounts.id, name: accounts.name, email: accounts.email })
    .from(accounts)
    .where(eq(sql`lower(${accounts.username})`, username.toLowerCase()));
  if (!account || account.email === '') return null;
  const fresh = { code_hash: hashCode(code), created: now };
  const [made] = await db
    .insert(password_resets)
    .values({ account_id: account.id, ...fresh })
    .onConflictDoUpdate({
      target: password_resets.account_id,
      set: fresh,
      setWhere: lt(password_resets.created, new Date(now.getTime() - PAUSE)),
    })
    .returning({ id: password_resets.id });
  return made ? mailOf(account, code, product) : null;
}

/** Sets a new password by a code, from `address`, and ends every log-in of the account. False when the code is wrong, used or too old. */
export async function finishReset(
  db: Db,
  { token: code, password }: { token: string; password: string },
  address: string,
  now: Date,
): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const [used] = await tx
      .delete(password_resets)
      .where(and(eq(password_resets.code_hash, hashCode(code)), gt(password_resets.created, new Date(now.getTime() - VALID))))
      .returning({ account_id: password_resets.account_id });
    if (!used) return false;
    const id = used.account_id;
    const [account] = await tx.select({ username: accounts.username, role: accounts.type }).from(accounts).where(eq(accounts.id, id));
    if (!account) return false;
    const event = { scope: { ...account, accountId: id, hotspotId: 0 }, address, action: 'password_reset' } as const;
    const work = async (inner: Db) => {
      await inner.update(accounts).set({ password_hash: passwordHash, must_change_password: false }).where(eq(accounts.id, id));
      await inner.delete(access_tokens).where(and(eq(access_tokens.account_id, id), eq(access_tokens.type, 'login')));
    };
    await audited(tx, event, now, { about: { kind: 'account', id }, work });
    return true;
  });
}

/** In both languages: which one the account's owner reads is not known here. */
function mailOf({ name, email }: { name: string; email: string }, code: string, product: string): Mail {
  return {
    to: email,
    subject: `${product}: new password / nuova password`,
    text: [
      `${name},`,
      '',
      `somebody, you we hope, asked for a new password. Enter this code in the console within 30 minutes:`,
      `qualcuno, speriamo tu, ha chiesto una nuova password. Inserisci questo codice nella console entro 30 minuti:`,
      '',
      `    ${code}`,
      '',
      'If it was not you, do nothing: your password stays as it is.',
      'Se non sei stato tu, non fare nulla: la password resta quella di prima.',
    ].join('\n'),
  };
}
