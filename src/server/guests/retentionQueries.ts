/** How long personal data are kept: as set by the operator, else as stored when the installation was new. */
import { eq, min } from 'drizzle-orm';
import type { Config } from '../config';
import type { Db } from '../database/db';
import { accounts, installation_settings, session_histories } from '../database/schema';

/** Days for a new installation: a year, and some weeks for comparing it with the next. */
const NEW_INSTALLATION_DAYS = 400;

const NAME = 'retention_days';

/**
 * The days after which personal data are erased (PORTICO_RETENTION_DAYS). If unset, the number stored at the installation's first start;
 * undefined for installations older than that, so that an update doesn't start deleting. `isNew` if the number is stored now, which happens
 * while there is no account.
 */
export async function retentionDaysOf(db: Db, set: Config['retentionDays']): Promise<{ days: Config['retentionDays']; isNew: boolean }> {
  if (set !== undefined) return { days: set, isNew: false };
  const stored = await storedDays(db);
  if (stored !== null) return { days: stored, isNew: false };
  if ((await db.$count(accounts)) > 0) return { days: undefined, isNew: false };
  // Another replica may insert it at the same time.
  await db
    .insert(installation_settings)
    .values({ name: NAME, value: String(NEW_INSTALLATION_DAYS) })
    .onConflictDoNothing();
  return { days: NEW_INSTALLATION_DAYS, isNew: true };
}

/** Whether a number of days was stored at the first start. */
export async function hasRetentionStored(db: Db): Promise<boolean> {
  return (await storedDays(db)) !== null;
}

async function storedDays(db: Db): Promise<number | null> {
  const [stored] = await db.select().from(installation_settings).where(eq(installation_settings.name, NAME));
  return stored ? Number(stored.value) : null;
}

/** Midnight UTC of the day on which the oldest ended session began; undefined if there is none. */
export async function firstDay(db: Db): Promise<Date | undefined> {
  const [row] = await db.select({ first: min(session_histories.start_time) }).from(session_histories);
  return row?.first ? new Date(Math.floor(row.first.getTime() / DAY) * DAY) : undefined;
}

export const DAY = 86_400_000;
