/**
 * Preparations for tests of logins and sessions: a hotspot's preferences, a guest with a voucher, a RADIUS listener, a unit that answers.
 */
import { eq } from 'drizzle-orm';
import { readConfig, type Config } from '../../../src/server/config';
import type { Db } from '../../../src/server/database/db';
import type { users } from '../../../src/server/database/schema';
import { hotspot_preferences } from '../../../src/server/database/schema';
import { decodePacket, type ReceivedPacket } from '../../../src/server/radius/codec';
import { listenRadius, type RadiusListener } from '../../../src/server/radius/listener';
import type { TestDatabase } from '../server/database';
import { answering } from './freeradius';
import { freeUdpPort } from '../run/udpPort.mjs';
import { insertGuest, insertVoucher } from '../../factories/rows';

/** Sets these preferences of a hotspot and removes all others. */
export async function setOnlyPreferences(db: Db, hotspot_id: number, values: Record<string, string>): Promise<void> {
  await db.delete(hotspot_preferences).where(eq(hotspot_preferences.hotspot_id, hotspot_id));
  const rows = Object.entries(values).map(([key, value]) => ({ hotspot_id, key, value }));
  if (rows.length > 0) await db.insert(hotspot_preferences).values(rows);
}

/** Creates a voucher for one guest, and the guest; returns the guest's id. */
export async function guestWithVoucher(
  db: Db,
  { code, ...common }: { hotspot_id: number; code: string; created: Date },
  different: Partial<typeof users.$inferInsert> = {},
): Promise<number> {
  const both = { ...common, auto_login: true };
  const voucher = await insertVoucher(db, { ...both, code, duration: 3, remain_use: 1, type: 'auth' });
  const guest = await insertGuest(db, {
    ...both,
    voucher_id: voucher.id,
    username: code.toUpperCase(),
    account_type: 'voucher',
    ...different,
  });
  return guest.id;
}

type Listening = Parameters<typeof listenRadius>[0];

/** Listens for RADIUS on free ports of this machine, in the time zone of Rome. */
export const listenOnFreePorts = (
  options: Pick<Listening, 'db' | 'clock' | 'onFailure'> &
    Partial<Pick<Listening, 'certificates' | 'unprovenFor' | 'onReport' | 'onRefusedConnection'>>,
): Promise<RadiusListener> =>
  listenRadius({ zone: 'Europe/Rome', host: '127.0.0.1', ports: { authentication: 0, accounting: 0, tls: 0 }, ...options });

/** A unit that adds each request to `received` and answers it with the result of `answer`, or not at all if that is null. */
export const unitThatKeeps = (received: ReceivedPacket[], answer: (packet: ReceivedPacket) => Buffer | null) =>
  answering((datagram) => {
    const packet = decodePacket(datagram);
    if (typeof packet === 'string') throw new Error(packet);
    received.push(packet);
    return answer(packet);
  });

/** Settings of a whole server on this database, with RADIUS on free ports that stay the same when it restarts. */
export async function configWithRadius({ folder, url }: TestDatabase, more: Record<string, string> = {}): Promise<Config> {
  const ports = `${await freeUdpPort()},${await freeUdpPort()}`;
  const settings = { PORT: '0', PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: ports, LOG_LEVEL: 'fatal', ...more };
  return { ...readConfig(settings), data: folder, databaseUrl: url };
}
