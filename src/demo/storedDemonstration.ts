/** Keeps a demonstration in a folder between runs. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { rowsIn, type Db } from '../server/database/db';
import { seedDemo } from './demo';

/** Marker file next to the data, with the time of seeding. A folder without it isn't the demonstration's. */
const MARK_FILE = 'demonstration.json';

/** Milliseconds. A demonstration that hasn't run for this long has too large a gap in its reports and is seeded anew. */
const TOO_OLD = 3 * 86_400_000;

const markFile = z.object({ made: z.iso.datetime().transform((moment) => new Date(moment)) });

/**
 * Marks a folder as the demonstration's before any data is in it, so that it is marked even if seeding is interrupted. False if the folder
 * holds other data.
 */
export function claimForDemonstration(folder: string, now: Date): boolean {
  if (existsSync(path.join(folder, MARK_FILE))) return true;
  if (existsSync(path.join(folder, 'data'))) return false;
  mkdirSync(folder, { recursive: true });
  mark(folder, now);
  return true;
}

/**
 * Seeds the open database of a claimed folder, unless it holds a demonstration that ran recently. Returns when it was seeded, and whether
 * an older one was replaced.
 */
export async function keepDemonstration(db: Db, folder: string, now: Date): Promise<{ createdAt: Date; isRenewed: boolean }> {
  const played = await lastPlayed(db);
  if (played !== null && now.getTime() - played.getTime() < TOO_OLD) return { createdAt: createdIn(folder), isRenewed: false };
  mark(folder, now);
  await seedDemo(db, now);
  return { createdAt: now, isRenewed: played !== null };
}

const createdIn = (folder: string) => markFile.parse(JSON.parse(readFileSync(path.join(folder, MARK_FILE), 'utf8'))).made;

function mark(folder: string, createdAt: Date): void {
  writeFileSync(path.join(folder, MARK_FILE), JSON.stringify({ made: createdAt.toISOString() }));
}

const latest = z.object({ played: z.coerce.date().nullable() });

/** When a session was last reported; null if there is no session at all. */
async function lastPlayed(db: Db): Promise<Date | null> {
  const [row] = rowsIn<unknown>(
    await db.execute(sql`
      select greatest((select max(update_time) from sessions), (select max(update_time) from session_histories)) as played`),
  );
  return latest.parse(row).played;
}
