/**
 * Random keys of this installation, shared by all replicas and generated on first use. `renewKeys` gives them a new generation, which signs
 * from then on; the earlier ones are known until what they signed has run out.
 */
import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Db } from '../database/db';
import { server_keys } from '../database/schema';

const BYTES = 32;
const DAY = 86_400_000;

/**
 * Milliseconds for which an earlier key is still needed, by name. The longest page of the portal is good for a day, and so is what is stored
 * of log-ins; a session is reported under its guest's opaque name for a year at most. Keys that units were given aren't renewed: they would
 * all have to be set up anew.
 */
const RENEWABLE: Readonly<Record<string, number>> = {
  portal: DAY + 3_600_000,
  'login tokens': DAY + 3_600_000,
  'e-mail codes': DAY + 3_600_000,
  'guest names': 366 * DAY,
};

/** The key of this name that signs, 32 bytes. Throws if it can't be stored. */
export async function serverKey(db: Db, name: string): Promise<Buffer> {
  const [newest] = await serverKeys(db, name);
  if (!newest) throw new Error(`the key ${name} could not be stored`);
  return newest;
}

/** All keys of this name that are still known, the one that signs first. */
export async function serverKeys(db: Db, name: string): Promise<Buffer[]> {
  const stored = () =>
    db.select({ key: server_keys.key }).from(server_keys).where(eq(server_keys.name, name)).orderBy(desc(server_keys.generation));
  let found = await stored();
  if (found.length === 0) {
    await db
      .insert(server_keys)
      .values({ name, key: randomBytes(BYTES).toString('base64') })
      .onConflictDoNothing();
    // Read it back: another replica may have inserted its own first.
    found = await stored();
  }
  return found.map(({ key }) => Buffer.from(key, 'base64'));
}

/** Gives all keys that were ever used a new generation, at all replicas at once. Returns their names. */
export async function renewKeys(db: Db, now: Date): Promise<string[]> {
  return db.transaction(async (tx) => {
    const signing = await tx
      .select()
      .from(server_keys)
      .where(and(inArray(server_keys.name, Object.keys(RENEWABLE)), isNull(server_keys.until)))
      .orderBy(server_keys.name)
      .for('update');
    for (const { name, generation } of signing) {
      const until = new Date(now.getTime() + (RENEWABLE[name] ?? 0));
      const { name: named, generation: nth } = server_keys;
      await tx
        .update(server_keys)
        .set({ until })
        .where(and(eq(named, name), eq(nth, generation)));
      await tx.insert(server_keys).values({ name, generation: generation + 1, key: randomBytes(BYTES).toString('base64') });
    }
    return signing.map(({ name }) => name);
  });
}

/** Deletes earlier keys by which nothing is signed any more that is still good. */
export async function forgetKeys(db: Db, now: Date): Promise<void> {
  await db.delete(server_keys).where(lte(server_keys.until, now));
}
