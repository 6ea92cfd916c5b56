/** A demonstration that stays in a folder from one start to the next. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/**
 * Marks a folder as the demonstration's, before any data are in it: whoever pulls the plug then finds it marked. False if it holds other
 * data.
 */
export function claimForDemonstration(folder: string, now: Date): boolean {
  if (existsSync(path.join(folder, MADE))) return true;
  if (existsSync(path.join(folder, 'data'))) return false;
  mkdirSync(folder, { recursive: true });
  mark(folder, now);
  return true;
}

/**
 * Makes the demonstration in the opened database of a claimed folder, unless one is there that was played lately. Returns when it was made,
 * and whether an older one had to go.
 */
export async function keepDemonstration(db: Db, folder: string, now: Date): Promise<{ made: Date; isRenewed: boolean }> {
  const played = await lastPlayed(db);
  if (played !== null && now.getTime() - played.getTime() < TOO_OLD) return { made: madeIn(folder), isRenewed: false };
  mark(folder, now);
  await seedDemo(db, now);
  return { made: now, isRenewed: played !== null };
}

const madeIn = (folder: string) => madeFile.parse(JSON.parse(readFileSync(path.join(folder, MADE), 'utf8'))).made;

function mark(folder: string, made: Date): void {
  writeFileSync(path.join(folder, MADE), JSON.stringify({ made: made.toISOString() }));
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
