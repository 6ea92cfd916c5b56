/**
 * From where accounts have recently signed in. Failures of strangers don't count there (throttle.ts), so a place is only added by somebody
 * who knew the password or had a code by mail. Address and browser are stored as hashes only.
 */
import { createHash } from 'node:crypto';
import { and, desc, eq, gt, lt, notInArray, or } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../database/db';
import { accounts, login_places } from '../database/schema';
import { countedAddress } from '../limits/countedAddress';
import { hasUsername } from './usernameQueries';

/** Milliseconds after the last sign-in there when a place is forgotten: 90 days. */
const LATELY = 7_776_000_000;

/** Places kept per account; older ones are dropped. */
const MOST = 20;

/** Where a request comes from. */
export interface SignInOrigin {
  address: string;
  /** The User-Agent header. */
  agent: string;
}

export const originOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): SignInOrigin => ({
  address: ip,
  agent: (headers['user-agent'] ?? '').slice(0, 200),
});

/** Whether the account has recently signed in from this browser, from this address, or from neither. */
export type Familiarity = 'device' | 'address' | 'stranger';

/** Also `stranger` for an unknown username. */
export async function familiarityOf(db: Db, username: string, origin: SignInOrigin, now: Date): Promise<Familiarity> {
  const rows = await db
    .select({ accountId: accounts.id, address: login_places.address_hash, device: login_places.device_hash })
    .from(accounts)
    .innerJoin(login_places, eq(login_places.account_id, accounts.id))
    .where(and(hasUsername(username), gt(login_places.seen, lately(now))));
  const [first] = rows;
  if (!first) return 'stranger';
  const hashes = hashesOf(first.accountId, origin);
  if (rows.some(({ device }) => device === hashes.device_hash)) return 'device';
  return rows.some(({ address }) => address === hashes.address_hash) ? 'address' : 'stranger';
}

/** Records that the account signed in at this place. */
export async function rememberOrigin(db: Db, accountId: number, origin: SignInOrigin, now: Date): Promise<void> {
  const mine = eq(login_places.account_id, accountId);
  await db
    .insert(login_places)
    .values({ account_id: accountId, ...hashesOf(accountId, origin), seen: now })
    .onConflictDoUpdate({ target: [login_places.account_id, login_places.device_hash], set: { seen: now } });
  const newest = db
    .select({ id: login_places.id })
    .from(login_places)
    .where(mine)
    .orderBy(desc(login_places.seen), desc(login_places.id))
    .limit(MOST);
  await db.delete(login_places).where(and(mine, or(lt(login_places.seen, lately(now)), notInArray(login_places.id, newest))));
}

/** Forgets all places of an account. */
export async function forgetOrigins(db: Db, accountId: number): Promise<void> {
  await db.delete(login_places).where(eq(login_places.account_id, accountId));
}

const lately = (now: Date) => new Date(now.getTime() - LATELY);

function hashesOf(accountId: number, { address, agent }: SignInOrigin) {
  const counted = countedAddress(address).address;
  const hash = (text: string) => createHash('sha256').update(`${accountId} ${text}`).digest('hex');
  return { address_hash: hash(counted), device_hash: hash(`${counted} ${agent}`) };
}
