/**
 * Renewed secrets of units. The previous secret still works for an hour, in which staff enter the new one into the unit: RADIUS, HTTP and
 * signed arrivals accept both. Our own requests use the new one at once, so until it has that, the unit ignores requests to end sessions.
 */
import { createHash } from 'node:crypto';
import { and, eq, lte, ne } from 'drizzle-orm';
import { onHotspot, type Scope } from '../auth/tenancy';
import { randomCode } from '../auth/randomCode';
import type { Db } from '../database/db';
import { units } from '../database/schema';

/** Characters of a new secret: 118 bits. */
const LENGTH = 24;

/** Milliseconds for which both secrets work. */
const BOTH_FOR = 3_600_000;

type Secrets = Pick<typeof units.$inferSelect, 'secret' | 'previous_secret'>;

/** The unit's valid secrets, newest first. */
export const secretsOf = ({ secret, previous_secret }: Secrets): string[] => [secret, previous_secret].filter((one) => one !== '');

/** The hash that is stored of the secret with which a unit signs its guests' arrivals. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * Gives a unit on the scope's hotspots a new secret. Returns until when the previous one works, null if there was none; undefined if there
 * is no such unit. A unit that has signed arrivals must sign them with the new secret, too.
 */
export async function renewSecret(tx: Db, scope: Scope, id: number, now: Date): Promise<Date | null | undefined> {
  const [unit] = await tx
    .select({ secret: units.secret, signed: units.arrivals_signed_with })
    .from(units)
    .where(and(onHotspot(scope, units.hotspot_id), eq(units.id, id)))
    .for('update');
  if (!unit) return undefined;
  const secret = randomCode(LENGTH);
  const until = unit.secret === '' ? null : new Date(now.getTime() + BOTH_FOR);
  const signed = unit.secret !== '' && unit.signed === secretHash(unit.secret);
  await tx
    .update(units)
    .set({
      secret,
      previous_secret: unit.secret,
      previous_secret_until: until,
      ...(signed && { arrivals_signed_with: secretHash(secret) }),
    })
    .where(eq(units.id, id));
  return until;
}

/** Deletes previous secrets whose hour is over, with the gateway hosts of their units, which a holder of the old secret may have named. */
export async function endPreviousSecrets(db: Db, now: Date): Promise<void> {
  await db
    .update(units)
    .set({ previous_secret: '', previous_secret_until: null, gateway_hosts: [] })
    .where(and(ne(units.previous_secret, ''), lte(units.previous_secret_until, now)));
}

/** The secrets of all units that have one, with their hotspots. */
export const listUnitSecrets = (db: Db): Promise<{ id: number; hotspotId: number; secret: string }[]> =>
  db.select({ id: units.id, hotspotId: units.hotspot_id, secret: units.secret }).from(units).where(ne(units.secret, ''));

/** A unit's current and previous secret; undefined if there is no such unit. */
export async function findSecrets(db: Db, id: number): Promise<Secrets | undefined> {
  const { secret, previous_secret } = units;
  const [found] = await db.select({ secret, previous_secret }).from(units).where(eq(units.id, id));
  return found;
}

/** The id of the unit with this uuid, without any proof; undefined if there is none. */
export async function findUnitId(db: Db, uuid: string): Promise<number | undefined> {
  const [found] = await db.select({ id: units.id }).from(units).where(eq(units.uuid, uuid));
  return found?.id;
}
