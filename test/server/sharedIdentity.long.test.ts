/** Another reseller gives its unit the same name, MAC address or fixed IP address as mine. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eq, inArray } from 'drizzle-orm';
import { unit_contacts, units } from '../../src/server/database/schema';
import { attribute, CODE, type Attribute } from '../../src/server/radius/codec';
import { ACCT_STATUS } from '../../src/server/radius/dictionary';
import { freeradiusConfig, listClients } from '../../src/server/radius/freeradiusConfig';
import type { RadiusListener } from '../../src/server/radius/listener';
import { encodeRequest } from '../../src/server/radius/proofs';
import { radiusService } from '../../src/server/radius/service';
import { exchanged } from '../support/radius/freeradius';
import { listenOnFreePorts } from '../support/radius/radius';
import { callerOf, serve } from '../support/server/server';
import { insertUnit } from '../factories/rows';

const TOKEN = 'freeradius-token-0123456789';
const server = serve({ config: { freeradiusToken: TOKEN, httpAaa: true } });

const NOW = new Date('2026-11-22T09:30:00Z');
/** Hotspots of reseller1 and of reseller2. */
const [MINE, THEIRS] = [1, 4];
const [HERE, ELSEWHERE] = ['127.0.0.1', '127.0.0.9'];
const MAC = '02-7E-00-00-11-01';
const SECRETS = { mine: 'my-own-secret-0123', theirs: 'their-secret-01234' };
let radius: RadiusListener | undefined;

beforeAll(async () => {
  server.clock.now = NOW;
  radius = await listenOnFreePorts({ db: server.db(), clock: () => server.clock.now, onFailure: (error) => expect(error).toBeUndefined() });
});
afterAll(async () => radius?.close());
beforeEach(async () => {
  await server
    .db()
    .delete(units)
    .where(inArray(units.secret, Object.values(SECRETS)));
  // Units are cached for ten seconds.
  await radius?.close();
  radius = await listenOnFreePorts({ db: server.db(), clock: () => server.clock.now, onFailure: (error) => expect(error).toBeUndefined() });
});

let count = 0;
async function unitOf(who: keyof typeof SECRETS, change: Partial<typeof units.$inferInsert> = {}): Promise<{ id: number; uuid: string }> {
  count += 1;
  const unit = { uuid: `shared-${count}`, name: `shared-${count}`, mac_address: `02-7E-00-01-00-${String(count).padStart(2, '0')}` };
  const created = await insertUnit(server.db(), {
    ...unit,
    hotspot_id: who === 'mine' ? MINE : THEIRS,
    secret: SECRETS[who],
    created: NOW,
    ...change,
  });
  return created;
}

let session = 0;
/** Whether a report that names the unit like this is answered. */
async function isAnswered(who: keyof typeof SECRETS, names: Attribute[], from: string): Promise<boolean> {
  session += 1;
  const attributes = [...names, attribute('Acct-Status-Type', ACCT_STATUS.start), attribute('Acct-Session-Id', `shared-${session}`)];
  const { bytes } = encodeRequest({ code: CODE.accountingRequest, id: session % 256, attributes }, SECRETS[who]);
  const answer = await exchanged(bytes, radius?.ports.accounting ?? 0, from);
  await radius?.flush();
  return answer[0] === CODE.accountingResponse;
}
const identifier = (name: string) => [attribute('NAS-Identifier', name)];

const clientsOf = async () => {
  const clients = await listClients(server.db());
  return freeradiusConfig({ url: 'http://127.0.0.1', token: TOKEN, clients })['sites-enabled/portico'] ?? '';
};
const warningsOf = async (as: string, id: number) => {
  const { body } = await server.as(as).get(`/api/units/${id}?live=true`);
  return (body as { radius?: { shared?: string[] } }).radius?.shared;
};

describe('a fixed address that another reseller enters too', () => {
  test('stays with the unit that proved its secret from there, in the configuration of FreeRADIUS', async () => {
    // Their unit is older, which is no advantage.
    const theirs = await unitOf('theirs', { address: HERE });
    const mine = await unitOf('mine', { address: HERE });
    expect(await clientsOf()).toContain(`# ${HERE} is left out`);
    expect(await isAnswered('mine', identifier(mine.uuid), HERE)).toBe(true);
    expect(await clientsOf()).toContain(`client ${mine.uuid} {`);
    expect(await clientsOf()).not.toContain(theirs.uuid);
    // Later their unit proves itself from there with its own secret, for instance with a forged IP address.
    server.clock.now = new Date(NOW.getTime() + 60_000);
    expect(await isAnswered('theirs', identifier(theirs.uuid), HERE)).toBe(true);
    expect(await clientsOf()).toContain(`client ${mine.uuid} {`);
    expect(await clientsOf()).not.toContain(theirs.uuid);
  });

  test('is confirmed by no packet from elsewhere, and anew when it is changed', async () => {
    const mine = await unitOf('mine', { address: HERE });
    const confirmed = async () => (await server.db().select().from(units).where(eq(units.id, mine.id)))[0]?.address_confirmed ?? null;
    await isAnswered('mine', identifier(mine.uuid), ELSEWHERE);
    expect(await confirmed()).toBeNull();
    await isAnswered('mine', identifier(mine.uuid), HERE);
    expect(await confirmed()).not.toBeNull();
    await server.as('reseller1').put(`/api/units/${mine.id}`, { address: HERE, name: 'kept' });
    expect(await confirmed()).not.toBeNull();
    await server.as('reseller1').put(`/api/units/${mine.id}`, { address: '192.0.2.99' });
    expect(await confirmed()).toBeNull();
  });

  test('is shown on the pages of both units', async () => {
    const mine = await unitOf('mine', { address: '192.0.2.77' });
    expect(await warningsOf('reseller1', mine.id)).toEqual([]);
    const theirs = await unitOf('theirs', { address: '192.0.2.77' });
    expect(await warningsOf('reseller1', mine.id)).toEqual(['address']);
    expect(await warningsOf('reseller2', theirs.id)).toEqual(['address']);
  });

  test('takes no unsigned login of the unit that proved to be there', async () => {
    const mine = await unitOf('mine', { address: HERE });
    await unitOf('theirs', { address: HERE, may_be_unsigned: true });
    const attributes = [attribute('NAS-Identifier', mine.uuid), attribute('User-Name', 'x')];
    const { bytes } = encodeRequest({ code: CODE.accessRequest, id: 1, attributes }, SECRETS.mine);
    // Remove the Message-Authenticator, which comes first and has 18 bytes.
    const unsigned = Buffer.concat([bytes.subarray(0, 20), bytes.subarray(38)]);
    unsigned.writeUInt16BE(unsigned.length, 2);
    const outcome = async () => {
      const service = radiusService({
        db: server.db(),
        clock: () => NOW,
        zone: 'UTC',
        onFailure: (error) => expect(error).toBeUndefined(),
      });
      const from = { address: HERE, port: 1024, isReliable: false };
      const became = await service.receive('authentication', unsigned, from, () => Promise.resolve());
      await service.close();
      return became;
    };
    expect(await outcome()).toBe('answered');
    await server.db().update(units).set({ address_confirmed: NOW }).where(eq(units.id, mine.id));
    expect(await outcome()).toBe('not_signed');
  });
});

test('a unit that proved its secret from an address is found by its name, though older units have the same', async () => {
  const copies = Array.from({ length: 150 }, (_, nth) => ({ uuid: `copy-${nth}`, mac_address: `copy-${nth}` }));
  const common = { hotspot_id: THEIRS, created: NOW, secret: SECRETS.theirs, name: 'lobby' };
  await server
    .db()
    .insert(units)
    .values(copies.map((copy) => ({ ...common, ...copy })));
  const mine = await unitOf('mine', { name: 'lobby' });
  expect(await isAnswered('mine', identifier(mine.uuid), HERE)).toBe(true);
  expect(await isAnswered('mine', identifier('lobby'), HERE)).toBe(true);
});

describe('a MAC address that another reseller registers first', () => {
  const body = () => ({ hotspot_id: MINE, mac_address: MAC, name: 'Mine', uuid: 'mac-mine', secret: SECRETS.mine });

  test('can be registered by its owner, is shown on both pages, and the secret decides which unit it is', async () => {
    const theirs = await unitOf('theirs', { mac_address: MAC });
    const created = await server.as('reseller1').post('/api/units', body());
    expect(created).toMatchObject({ status: 201 });
    const { id } = created.body as { id: number };
    expect(await warningsOf('reseller1', id)).toEqual(['mac_address']);
    expect(await warningsOf('reseller2', theirs.id)).toEqual(['mac_address']);
    const called = [attribute('Called-Station-Id', `${MAC}:wifi`)];
    expect(await isAnswered('mine', called, HERE)).toBe(true);
    const [contact] = await server.db().select().from(unit_contacts).where(eq(unit_contacts.unit_id, id));
    expect(contact?.address).toBe(HERE);
  });

  test('is refused a second time to the same reseller', async () => {
    expect(await server.as('reseller1').post('/api/units', body())).toMatchObject({ status: 201 });
    expect(await server.as('reseller1').post('/api/units', { ...body(), hotspot_id: 2, uuid: 'mac-again' })).toMatchObject({ status: 409 });
  });

  test('leads behind FreeRADIUS to the unit that proved to be at the address', async () => {
    const mine = await unitOf('mine', { mac_address: MAC });
    await unitOf('theirs', { mac_address: MAC });
    const value = (each: string | number) => ({ value: [each] });
    session += 1;
    const post = async (src: string) =>
      callerOf(server.url).post(
        `/radius/accounting?client=elsewhere&src=${src}&authenticator=0x${String(session).padStart(32, '0')}`,
        { 'Acct-Status-Type': value(1), 'Acct-Session-Id': value(`mac-${session}`), 'Called-Station-Id': value(`${MAC}:wifi`) },
        { Authorization: `Bearer ${TOKEN}` },
      );
    expect((await post('192.0.2.50')).status).toBe(404);
    await server.db().insert(unit_contacts).values({ unit_id: mine.id, heard: NOW, address: '192.0.2.50', kind: 'mikrotik' });
    expect((await post('192.0.2.50')).status).toBe(204);
  });
});
