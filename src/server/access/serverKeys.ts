/** Random keys of this installation, which all replicas share. They are made when they are first needed. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../database/db';
import { server_keys } from '../database/schema';

const BYTES = 32;

/** The key of this name. */
export async function serverKey(db: Db, name: string): Promise<Buffer> {
  const stored = () => db.select({ key: server_keys.key }).from(server_keys).where(eq(server_keys.name, name));
  const [found] = await stored();
  if (found) return Buffer.from(found.key, 'base64');
  await db
    .insert(server_keys)
    .values({ name, key: randomBytes(BYTES).toString('base64') })
    .onConflictDoNothing();
  // Another replica may have been faster.
  const [made] = await stored();
  if (!made) throw new Error(`the key ${name} could not be stored`);
  return Buffer.from(made.key, 'base64');
}
