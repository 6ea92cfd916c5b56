/** A demonstration that stays in a folder from one start to the next. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { rowsIn, type Db } from '../database/db';
import { seedDemo } from './demo';

/** Beside the data: when they were made. Without it a folder isn't the demonstration's. */
const MADE = 'demonstration.json';

/** Milliseconds: one that nobody played for so long has a hole in its reports. */
const TOO_OLD = 3 * 86_400_000;

const madeFile = z.object({ made: z.iso.datetime().transform((moment) => new Date(moment)) });

/** Whether a folder may hold the demonstration: there is none yet, it is empty of data, or it is one already. */
export function isForDemonstration(folder: string): boolean {
  return existsSync(path.join(folder, MADE)) || !existsSync(path.join(folder, 'data'));
}

/**
 * Makes the demonstration in an opened database, unless its folder has one that was played lately. Returns when it was made, and whether an
 * older one had to go.
 */
export async function keepDemonstration(db: Db, folder: string, now: Date): Promise<{ made: Date; isRenewed: boolean }> {
  const file = path.join(folder, MADE);
  const known = existsSync(file) ? madeFile.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
  const played = await lastPlayed(db);
  if (known && played !== null && now.getTime() - played.getTime() < TOO_OLD) return { made: known.made, isRenewed: false };
  writeFileSync(file, JSON.stringify({ made: now.toISOString() }));
  await seedDemo(db, now);
  return { made: now, isRenewed: played !== null };
}

const latest = z.object({ played: z.coerce.date().nullable() });

/** When a unit last reported something; null if nothing is there. */
async function lastPlayed(db: Db): Promise<Date | null> {
  const [row] = rowsIn<unknown>(
    await db.execute(sql`
      select greatest((select max(update_time) from sessions), (select max(update_time) from session_histories)) as played`),
  );
  return latest.parse(row).played;
}
