/** Recorded packets that somebody sends again, from elsewhere or to another replica. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { unit_contacts } from '../../../src/server/database/schema';
import { attribute, CODE } from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import type { RadiusListener } from '../../../src/server/radius/listener';
import { encodeRequest } from '../../../src/server/radius/proofs';
import { exchanged, RADIUS_SECRET as SECRET } from '../../support/radius/freeradius';
import { listenOnFreePorts } from '../../support/radius/radius';
import { callerOf, serve } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';

const FREERADIUS = 'freeradius-token-0123456789';
const server = serve({ config: { freeradiusToken: FREERADIUS } });

const NOW = new Date('2026-11-22T09:30:00Z');
const UNIT = { uuid: 'recorded', name: 'recorded', mac_address: '02-7E-00-00-00-77', hotspot_id: 1, secret: SECRET, created: NOW };
const [HERE, MOVED, ELSEWHERE] = ['127.0.0.1', '127.0.0.3', '127.0.0.66'];
let unitId = 0;
let replicas: RadiusListener[] = [];
const failures: unknown[] = [];

const listening = () =>
  listenOnFreePorts({ db: server.db(), clock: () => server.clock.now, onFailure: (error) => void failures.push(error) });

beforeAll(async () => {
  server.clock.now = NOW;
  const created = await insertUnit(server.db(), UNIT);
  unitId = created.id;
  replicas = [await listening(), await listening()];
});
afterAll(async () => {
  for (const replica of replicas) await replica.close();
  expect(failures).toEqual([]);
});

const report = (session: string, seconds: number) =>
  encodeRequest(
    {
      code: CODE.accountingRequest,
      id: 1,
      attributes: [
        attribute('NAS-Identifier', UNIT.uuid),
        attribute('Acct-Status-Type', ACCT_STATUS.interim),
        attribute('Acct-Session-Id', session),
        attribute('Acct-Session-Time', seconds),
      ],
    },
    SECRET,
  ).bytes;
const login = () =>
  encodeRequest(
    { code: CODE.accessRequest, id: 1, attributes: [attribute('NAS-Identifier', UNIT.uuid), attribute('User-Name', 'x')] },
    SECRET,
  ).bytes;

async function send(bytes: Buffer, service: 'authentication' | 'accounting', replica: number, from: string): Promise<void> {
  const listener = replicas[replica];
  await exchanged(bytes, listener?.ports[service] ?? 0, from);
  await listener?.flush();
}
const contact = async () => (await server.db().select().from(unit_contacts).where(eq(unit_contacts.unit_id, unitId)))[0];

describe('a recorded packet', () => {
  test('moves the address of a unit at no replica, also after a restart; a new report does', async () => {
    const first = report('one', 60);
    await send(first, 'accounting', 0, HERE);
    await send(first, 'accounting', 1, ELSEWHERE);
    expect(await contact()).toMatchObject({ address: HERE });
    await replicas[0]?.close();
    replicas[0] = await listening();
    await send(first, 'accounting', 0, ELSEWHERE);
    expect(await contact()).toMatchObject({ address: HERE });
    await send(report('one', 120), 'accounting', 1, MOVED);
    expect(await contact()).toMatchObject({ address: MOVED });
    await send(report('one', 180), 'accounting', 0, HERE);
    expect(await contact()).toMatchObject({ address: HERE });
  });

  test('moves it neither if it is a login or a restart', async () => {
    const [requested, on] = [login(), restart()];
    for (const [bytes, service] of [
      [requested, 'authentication'],
      [on, 'accounting'],
    ] as const) {
      await send(bytes, service, 0, HERE);
      await send(bytes, service, 1, ELSEWHERE);
      expect(await contact()).toMatchObject({ address: HERE });
    }
  });

  test('moves it neither through FreeRADIUS', async () => {
    const valued = (value: string | number) => ({ value: [value] });
    const post = (src: string, seconds: number) =>
      callerOf(server.url).post(
        `/radius/accounting?client=${UNIT.uuid}&src=${src}&authenticator=0x${String(seconds).padStart(32, '0')}`,
        { 'Acct-Status-Type': valued(3), 'Acct-Session-Id': valued('two'), 'Acct-Session-Time': valued(seconds) },
        { Authorization: `Bearer ${FREERADIUS}` },
      );
    expect((await post(HERE, 60)).status).toBe(204);
    expect((await post(ELSEWHERE, 60)).status).toBe(204);
    await server.app().close();
    expect(await contact()).toMatchObject({ address: HERE });
  });
});

const restart = () =>
  encodeRequest(
    {
      code: CODE.accountingRequest,
      id: 1,
      attributes: [attribute('NAS-Identifier', UNIT.uuid), attribute('Acct-Status-Type', ACCT_STATUS.on)],
    },
    SECRET,
  ).bytes;
