/** Requests to a unit contain the NAS-Identifier that the unit sends itself, which radclient reports over UDP. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { sessions, units } from '../../../src/server/database/schema';
import { valueOf, type ReceivedPacket, CODE } from '../../../src/server/radius/codec';
import { ending } from '../../../src/server/radius/ending';
import type { RadiusListener } from '../../../src/server/radius/listener';
import { encodeAnswer } from '../../../src/server/radius/proofs';
import { getReportedSession } from '../../../src/server/sessions/queries';
import { radclient, RADIUS_SECRET as SECRET } from '../../support/radius/freeradius';
import { listenOnFreePorts, unitThatKeeps } from '../../support/radius/radius';
import { serve } from '../../support/server/server';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_FREERADIUS');

const server = serve();
const UNIT = 1;
const ADMIN = { accountId: 1, username: 'admin', role: 'admin', hotspotId: 0 } as const;

const received: ReceivedPacket[] = [];
let listener: RadiusListener;
let unit: Awaited<ReturnType<typeof unitThatKeeps>>;

beforeAll(async () => {
  const db = server.db();
  unit = await unitThatKeeps(received, (packet) => encodeAnswer(packet, CODE.disconnectAck, [], SECRET));
  await db
    .update(units)
    .set({ secret: SECRET, coa_port: unit.port, mac_address: '02-00-00-00-0A-01', name: 'lobby' })
    .where(eq(units.id, UNIT));
  listener = await listenOnFreePorts({
    db,
    clock: () => server.clock.now,
    onFailure: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await listener.close();
  unit.close();
});

const report = async (key: string, lines: readonly string[]) => {
  const all = [
    'Acct-Status-Type = Interim-Update',
    `Acct-Session-Id = "${key}"`,
    'User-Name = "SOMEBODY"',
    'Acct-Session-Time = 60',
    ...lines,
  ];
  expect(await radclient('acct', listener.ports.accounting, [...all, 'Called-Station-Id = "02-00-00-00-0A-01"'])).toMatchObject({
    isGood: true,
  });
  await listener.flush();
  const [found] = await server.db().select({ id: sessions.id }).from(sessions).where(eq(sessions.session_key, key));
  const session = await getReportedSession(server.db(), ADMIN, found?.id ?? 0);
  if (!session) throw new Error('it was reported');
  return session;
};

const requested = async (session: Awaited<ReturnType<typeof report>>) => {
  received.length = 0;
  const { end } = ending({
    db: server.db(),
    clock: () => server.clock.now,
    zone: 'Europe/Rome',
    onOutcome: () => undefined,
    onFailure: () => undefined,
  });
  expect(await end(session)).toEqual({ outcome: 'acknowledged' });
  return received[0] && valueOf(received[0], 'NAS-Identifier');
};

test('a disconnect request carries the identifier that the unit sends, which may differ from its name here', async () => {
  expect(await requested(await report('one', ['NAS-Identifier = "cpe-77"', 'NAS-IP-Address = 127.0.0.1']))).toBe('cpe-77');
});

test('a disconnect request carries no identifier if the unit sends none', async () => {
  expect(await requested(await report('two', ['NAS-IP-Address = 127.0.0.1']))).toBeUndefined();
});
