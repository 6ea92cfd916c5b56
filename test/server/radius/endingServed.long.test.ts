/** The whole server: a unit reports a guest by RADIUS, staff change and delete the guest, and the unit gets the requests. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Config } from '../../../src/server/config';
import { audit_entries, sessions, units } from '../../../src/server/database/schema';
import { start, type Running } from '../../../src/server/main';
import { CODE, valueOf, type ReceivedPacket } from '../../../src/server/radius/codec';
import { encodeAnswer } from '../../../src/server/radius/proofs';
import { newTestDatabase, type TestDatabase } from '../../support/server/database';
import { radclient, RADIUS_SECRET as SECRET } from '../../support/radius/freeradius';
import { configWithRadius, unitThatKeeps } from '../../support/radius/radius';
import { signedIn } from '../../support/server/server';
import { insertGuest } from '../../factories/rows';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_FREERADIUS');

const UNIT = 1;
const received: ReceivedPacket[] = [];
let isSilent = false;
let unit: Awaited<ReturnType<typeof unitThatKeeps>>;
let testDatabase: TestDatabase;
let config: Config;
let running: Running;

beforeAll(async () => {
  unit = await unitThatKeeps(received, (packet) =>
    isSilent ? null : encodeAnswer(packet, packet.code === CODE.coaRequest ? CODE.coaAck : CODE.disconnectAck, [], SECRET),
  );
  testDatabase = await newTestDatabase('fixture');
  config = await configWithRadius(testDatabase);
  running = await start(config);
  await running.database.db
    .update(units)
    .set({ secret: SECRET, coa_port: unit.port, kind: 'mikrotik', uuid: 'router-1' })
    .where(eq(units.id, UNIT));
});
afterAll(async () => {
  await running.close();
  unit.close();
  await testDatabase.remove();
});

/** A guest whom the unit reports; returns its id once the server knows the unit's address. */
async function online(name: string): Promise<number> {
  const { db } = running.database;
  const [hotspot] = await db.select({ id: units.hotspot_id }).from(units).where(eq(units.id, UNIT));
  const values = { hotspot_id: hotspot?.id ?? 0, username: name, account_type: 'voucher', created: new Date() };
  const guest = await insertGuest(db, { ...values, valid_until: new Date(Date.now() + 86_400_000) });
  const lines = ['Acct-Status-Type = Start', `Acct-Session-Id = "of-${name}"`, `User-Name = "${name}"`, 'NAS-Identifier = "router-1"'];
  expect(await radclient('acct', config.radius?.ports.accounting ?? 0, lines)).toMatchObject({ isGood: true });
  expect(await db.$count(sessions, eq(sessions.session_key, `of-${name}`))).toBe(1);
  return guest.id;
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    if (tries === 400) throw new Error('it never was');
    await pause(50);
  }
}

const entries = (action: string) => running.database.db.$count(audit_entries, eq(audit_entries.action, action));

test('an expired session is ended from the first report to the audit entry, and stopping the server loses none', async () => {
  const staff = await signedIn(running.address, 'reseller1');
  const id = await online('SERVED');
  // The address of the unit is stored within seconds.
  await until(async () => {
    const [{ id: sessionId } = { id: 0 }] = await running.database.db
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.user_id, id));
    const { body } = await staff.get(`/api/sessions/${sessionId}`);
    return (body as { can_disconnect?: boolean }).can_disconnect === true;
  });

  expect(await staff.put(`/api/users/${id}`, { kbps_down: 1024, kbps_up: 256 })).toMatchObject({ status: 200 });
  await until(async () => (await entries('sessions.change')) === 1);
  expect(received.map(({ code }) => code)).toEqual([CODE.coaRequest]);
  expect(received[0] && valueOf(received[0], 'Mikrotik-Rate-Limit')).toBe('256k/1024k');
  expect(received[0] && valueOf(received[0], 'NAS-Identifier')).toBe('router-1');

  isSilent = true;
  expect(await staff.delete(`/api/users/${id}`)).toMatchObject({ status: 200 });
  await until(() => received.length > 1);
  expect(received[1] && valueOf(received[1], 'User-Name')).toBe('SERVED');
  expect(await entries('sessions.disconnect')).toBe(0);
  isSilent = false;
  await running.close();

  running = await start(config);
  expect(await entries('sessions.disconnect')).toBe(1);
});
