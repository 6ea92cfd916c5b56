/**
 * Failed log-ins are counted in the database, so that all replicas count together (DESIGN.md §1, §6). Three counts, each over
 * the last five minutes:
 * - one account from one address: `limit` failures, then it waits until the oldest of them is five minutes old;
 * - one address, whatever the account: three times as many, against somebody who tries many names;
 * - one account from any address: ten times as many, and then only ten seconds from the last failure, so that a stranger with
 *   many addresses slows guessing down but cannot keep the account's owner out.
 *
 * An attempt counts as failed from its start until it succeeds: of many at once no more go through than one after another.
 */
import { and, count, eq, gt, inArray, lt, max, min, not, or, type SQL } from 'drizzle-orm';
import type { Db } from '../db/client';
import { login_failures } from '../db/schema';

const WINDOW = 300_000;
const PAUSE = 10_000;

/** Who is tried, and from where. */
interface Attempt {
  username: string;
  address: string;
}

type Keys = ReturnType<typeof keysOf>;

const keysOf = ({ username, address }: Attempt) => ({
  pair: `pair ${username.toLowerCase()} ${address}`,
  address: `address ${address}`,
  account: `account ${username.toLowerCase()}`,
});

/**
 * Starts an attempt. Either it has to wait for some seconds, and then it does not count, or it goes on: it counts as failed until
 * `succeeded` is called, after which what this address did wrong with this account counts no more.
 */
export async function startAttempt(
  db: Db,
  attempt: Attempt,
  limit: number,
  now: Date,
): Promise<{ wait: number } | { succeeded: () => Promise<void> }> {
  if (limit === 0) return { succeeded: async () => undefined };
  const keys = keysOf(attempt);
  await db.delete(login_failures).where(lt(login_failures.failed, new Date(now.getTime() - WINDOW)));
  const noted = await db
    .insert(login_failures)
    .values([keys.pair, keys.address, keys.account].map((key) => ({ key, failed: now })))
    .returning({ id: login_failures.id });
  const itself = inArray(
    login_failures.id,
    noted.map(({ id }) => id),
  );

  const wait = await secondsToWait(db, keys, not(itself), limit, now);
  if (wait > 0) {
    await db.delete(login_failures).where(itself);
    return { wait };
  }
  return {
    succeeded: async () => {
      await db.delete(login_failures).where(or(itself, eq(login_failures.key, keys.pair)));
    },
  };
}

/** Seconds until an attempt may be made, going by `others`; 0 when it may be made now. */
async function secondsToWait(db: Db, keys: Keys, others: SQL, limit: number, now: Date): Promise<number> {
  const { key, failed } = login_failures;
  const found = await db
    .select({ key, failures: count(), oldest: min(failed), latest: max(failed) })
    .from(login_failures)
    .where(and(others, gt(failed, new Date(now.getTime() - WINDOW)), inArray(key, Object.values(keys))))
    .groupBy(key);
  const waits = found.map(({ key: of, failures, oldest, latest }) => {
    if (of === keys.account) return failures >= limit * 10 ? (latest?.getTime() ?? 0) + PAUSE : 0;
    return failures >= (of === keys.pair ? limit : limit * 3) ? (oldest?.getTime() ?? 0) + WINDOW : 0;
  });
  return Math.max(0, Math.ceil((Math.max(0, ...waits) - now.getTime()) / 1000));
}
