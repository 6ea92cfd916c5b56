/** Random keys of this installation, shared by all replicas and generated on first use. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../database/db';
import { server_keys } from '../database/schema';

const BYTES = 32;

/** The key of this name, 32 bytes. Throws if it can't be stored. */
export async function serverKey(db: Db, name: string): Promise<Buffer> {
  const stored = () => db.select({ key: server_keys.key }).from(server_keys).where(eq(server_keys.name, name));
  const [found] = await stored();
  if (found) return Buffer.from(found.key, 'base64');
  await db
    .insert(server_keys)
    .values({ name, key: randomBytes(BYTES).toString('base64') })
    .onConflictDoNothing();
  // Read it back: another replica may have inserted its own first.
  const [made] = await stored();
  if (!made) throw new Error(`the key ${name} could not be stored`);
  return Buffer.from(made.key, 'base64');
}
