import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { devices, users } from '../../src/server/database/schema';
import { changesNothingOn } from '../support/server/changesNothing';
import { serve, type Caller } from '../support/server/server';

/** Throttled after four wrong digests. */
const server = serve({ config: { loginLimit: 4 } });
const changesNothing = changesNothingOn(server);

const UNIT = { id: 1, uuid: 'c3a24f27370a19bc16fc50975fa9e74a', secret: 'secret1' };
const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const register = (mac: string, query: Record<string, string> = {}, as: Caller = server.as('reseller1')) =>
  as.get(`/wax/register/mac/${mac}?${String(new URLSearchParams({ uuid: UNIT.uuid, digest: md5(UNIT.secret + UNIT.uuid), ...query }))}`);
const entryOf = async (mac: string) => (await server.db().select().from(users).where(eq(users.username, mac)))[0];

describe('registering a MAC address with the digest of a unit', () => {
  test('requires a token, as a digest seen in an address bar must admit nobody', async () => {
    for (const as of [server.withToken(), server.withToken('not-a-token')])
      expect(await changesNothing(() => register('02-00-00-00-10-09', {}, as))).toMatchObject({ status: 401 });
    expect(await entryOf('02-00-00-00-10-09')).toBeUndefined();
  });

  test("is refused with another tenant's token, whatever the digest", async () => {
    for (const as of ['reseller2', 'customer21', 'desk21']) {
      const answer = await changesNothing(() => register('02-00-00-00-10-09', {}, server.as(as)));
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_digest' } });
    }
  });

  test('is open to a customer and a desk, whose console has no secret to compute the digest from', async () => {
    for (const [as, mac] of [
      ['customer11', '02-00-00-00-11-01'],
      ['desk11', '02-00-00-00-11-02'],
    ] as const) {
      expect(await register(mac, { digest: md5(UNIT.uuid) }, server.as(as))).toMatchObject({ status: 200, body: { user_id: mac } });
      expect(await entryOf(mac)).toMatchObject({ hotspot_id: 1, unit_id: UNIT.id });
    }
  });

  test('admits the device for ten years, and is refused the second time', async () => {
    const answer = await register('02-00-00-00-10-01', { name: 'Printer', kbps_down: '100', kbps_up: '50' });
    expect(answer).toMatchObject({ status: 200, body: { user_id: '02-00-00-00-10-01', device_id: expect.any(Number) } });
    const entry = await entryOf('02-00-00-00-10-01');
    expect(entry).toMatchObject({
      hotspot_id: 1,
      name: 'Printer',
      account_type: 'mac',
      kbps_down: 100,
      kbps_up: 50,
      auto_login: true,
      marketing_auth: false,
      valid_from: server.clock.now,
      valid_until: new Date(server.clock.now.getTime() + 3650 * 86_400_000),
    });
    expect(entry).toMatchObject({ unit_id: UNIT.id });
    expect((await server.as('reseller1').get(`/api/users/${entry?.id}`)).body).toMatchObject({ unit_id: UNIT.id });
    const device = await server.db().select().from(devices).where(eq(devices.mac_address, '02-00-00-00-10-01'));
    expect(device).toMatchObject([{ user_id: entry?.id, hotspot_id: 1 }]);

    const again = await changesNothing(() => register('02:00:00:00:10:01'));
    expect(again).toMatchObject({ status: 409, body: { code: 'duplicate', message: 'mac already used for this hotspot!' } });
  });

  test.each([
    ['02:00:00:0a:20:01', '02-00-00-0A-20-01'],
    ['02-00-00-0a-20-02', '02-00-00-0A-20-02'],
    ['0200.000a.2003', '02-00-00-0A-20-03'],
    ['02.00.00.0a.20.04', '02-00-00-0A-20-04'],
    ['0200000A2005', '02-00-00-0A-20-05'],
  ])('stores %s as %s', async (written, wire) => {
    expect(await register(written)).toMatchObject({ status: 200, body: { user_id: wire } });
    expect(await entryOf(wire)).toBeDefined();
  });

  test.each(['02-00-00-00-10', '02:00-00:00-10:02', '02-00-00-00-10-0G', '02-00-00-00-10-02-03', '020000001', "02-00-00-00-10-0'"])(
    'refuses the invalid address %s',
    async (mac) => {
      expect(await changesNothing(() => register(encodeURIComponent(mac)))).toMatchObject({ status: 400, body: { code: 'malformed' } });
    },
  );

  test('refuses every invalid query', async () => {
    for (const query of [{ kbps_down: '-1' }, { kbps_up: 'fast' }, { name: 'x'.repeat(256) }, { uuid: '' }]) {
      expect(await changesNothing(() => register('02-00-00-00-10-03', query))).toMatchObject({ status: 400, body: { code: 'malformed' } });
    }
    expect(await server.as('reseller1').get('/wax/register/mac/02-00-00-00-10-03')).toMatchObject({ status: 400 });
  });

  test('answers a wrong digest and an unknown unit alike', async () => {
    const tries = [{ digest: 'bad' }, { digest: md5('guess') }, { uuid: 'nobody', digest: md5('nobody') }];
    for (const query of tries) {
      expect(await register('02-00-00-00-10-04', query)).toMatchObject({
        status: 400,
        body: { code: 'invalid_digest', message: 'digest is invalid' },
      });
    }
    expect(await entryOf('02-00-00-00-10-04')).toBeUndefined();
  });

  test('throttles guesses without affecting logins', async () => {
    const guess = () => register('02-00-00-00-10-05', { digest: md5('guess') });
    const answers = [await guess(), await guess(), await guess(), await guess(), await guess()];
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'too_often' } });
    expect(answers.at(-1)?.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect((await server.as('reseller1').get('/api/units')).status).toBe(200);
    server.clock.now = new Date(server.clock.now.getTime() + 300_001);
    expect((await register('02-00-00-00-10-05')).status).toBe(200);
  });
});

describe('registering a MAC address as staff', () => {
  const add = (as: string, unit: number, body: object) => server.as(as).post(`/api/units/${unit}/mac`, { name: 'Till', ...body });

  test.each(['admin', 'reseller1', 'customer11', 'desk11'])('is allowed to %s without a secret', async (as) => {
    const mac = `0A-00-00-00-00-0${['admin', 'reseller1', 'customer11', 'desk11'].indexOf(as)}`;
    const answer = await add(as, UNIT.id, { mac: mac.toLowerCase().replaceAll('-', ':'), kbps_down: 256 });
    expect(answer).toMatchObject({ status: 201, body: { status: 'success', user_id: mac, device_id: expect.any(Number) } });
    expect(await entryOf(mac)).toMatchObject({ hotspot_id: 1, name: 'Till', kbps_down: 256, kbps_up: 0, account_type: 'mac' });
    expect(await changesNothing(() => add(as, UNIT.id, { mac }))).toMatchObject({ status: 409, body: { code: 'duplicate' } });
  });

  test('is refused for units of other tenants', async () => {
    for (const as of ['reseller1', 'customer11', 'desk11']) {
      const answer = await changesNothing(() => add(as, 7, { mac: '0A-00-00-00-01-01' }));
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  test.each([
    ['mac', { mac: 'printer' }],
    ['mac', {}],
    ['name', { mac: '0A-00-00-00-01-02', name: ' ' }],
    ['kbps_up', { mac: '0A-00-00-00-01-02', kbps_up: -5 }],
  ])('refuses a wrong %s: %j', async (field, body) => {
    const answer = await changesNothing(() => add('reseller1', UNIT.id, body));
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
  });

  test('is all that units may request by HTTP unless more is enabled', async () => {
    expect(await server.withToken().get(`/wax/aaa?stage=login&uuid=${UNIT.uuid}&digest=${md5(UNIT.secret + UNIT.uuid)}`)).toMatchObject({
      status: 404,
    });
  });
});
