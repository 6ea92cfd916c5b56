/**
 * Random keys of this installation, shared by all replicas and generated on first use. `renewKeys` generates new ones, which are used from
 * then on; the previous ones are kept until everything made with them has expired.
 */
import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Db } from '../database/db';
import { server_keys } from '../database/schema';

const BYTES = 32;
const DAY = 86_400_000;

/**
 * Milliseconds for which the previous key is still needed, by name. Pages of the portal, and what is stored about log-ins, are valid for a
 * day at most; a session is reported under its guest's opaque name for a year at most. Keys that units have are missing, so they aren't
 * renewed: every unit would have to be configured again.
 */
const RENEWABLE: Readonly<Record<string, number>> = {
  portal: DAY + 3_600_000,
  'login tokens': DAY + 3_600_000,
  'e-mail codes': DAY + 3_600_000,
  'guest names': 366 * DAY,
};

/** The current key of this name, 32 bytes. Throws if it can't be stored. */
export async function serverKey(db: Db, name: string): Promise<Buffer> {
  const [newest] = await serverKeys(db, name);
  if (!newest) throw new Error(`the key ${name} could not be stored`);
  return newest;
}

/** All keys of this name that are still valid, the current one first. */
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

/** Replaces all renewable keys that have been used, for all replicas at once. Returns their names. */
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
      const { name: keyName, generation: nth } = server_keys;
      await tx
        .update(server_keys)
        .set({ until })
        .where(and(eq(keyName, name), eq(nth, generation)));
      await tx.insert(server_keys).values({ name, generation: generation + 1, key: randomBytes(BYTES).toString('base64') });
    }
    return signing.map(({ name }) => name);
  });
}

/** Deletes previous keys with which nothing can have been made that is still valid. */
export async function forgetKeys(db: Db, now: Date): Promise<void> {
  await db.delete(server_keys).where(lte(server_keys.until, now));
}
