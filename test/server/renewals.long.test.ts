/** Units' secrets and the server's keys are renewed while guests log in, with two servers on one database. */
import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { CONSOLE_HEADER } from '../../src/contract/plain/wire';
import { forgetKeys, renewKeys, serverKeys } from '../../src/server/auth/serverKeyQueries';
import { guestIdOfName, opaqueName } from '../../src/server/access/opaqueNames';
import { audit_entries, idempotency_keys, portal_tries, server_keys, units } from '../../src/server/database/schema';
import type { Mail } from '../../src/server/messages/mailer';
import { stateCipher } from '../../src/server/portal/encryptedState';
import { endPreviousSecrets } from '../../src/server/units/secretQueries';
import { guestBrowser, playedChilli, textOf } from '../support/peers/gateways';
import { portalUnit } from '../support/peers/portalUnit';
import { serve } from '../support/server/server';
import { insertVoucher } from '../factories/rows';

const mails: Mail[] = [];
const mailer = { isConfigured: true, send: async (mail: Mail) => (mails.push(mail), 'sent' as const) };
const server = serve({ mailer, config: { freeradiusToken: 'token-of-the-portal-33', zone: 'Europe/Rome', httpAaa: true } });
const { HOTSPOT, UNIT, FIRST, later, prefer, gatewayOf, withAnotherServer } = portalUnit(server);
const OLD = UNIT.secret;
let id = 0;

const unit = async () => (await server.db().select().from(units).where(eq(units.id, id)))[0];

beforeAll(async () => {
  await prefer({ voucher_login: 'true', email_login: 'true', auto_login: 'false' });
  const voucher = { code: 'rightcode1', auto_login: false, remain_use: -1, duration: 3, type: 'normal' as const };
  await insertVoucher(server.db(), { hotspot_id: HOTSPOT, created: FIRST, ...voucher });
  const [found] = await server.db().select({ id: units.id }).from(units).where(eq(units.uuid, UNIT.uuid));
  id = found?.id ?? 0;
});
beforeEach(async () => {
  await server.db().delete(portal_tries);
  await server
    .db()
    .update(units)
    .set({ secret: OLD, previous_secret: '', previous_secret_until: null, arrivals_signed_with: '' })
    .where(eq(units.id, id));
  later(5);
});

let phones = 0;
/** A guest at a unit with this secret. */
function guest(secret: string) {
  phones += 1;
  const deviceMac = `02-0F-00-00-00-${phones.toString(16).padStart(2, '0')}`.toUpperCase();
  const chilli = playedChilli({ ...gatewayOf(deviceMac), unit: { ...UNIT, secret }, uamsecret: secret });
  const browser = guestBrowser(chilli);
  const login = async () => browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' });
  return { browser, login };
}
async function logIn(secret: string): Promise<string> {
  const { browser, login } = guest(secret);
  try {
    return textOf((await browser.submit(await login(), '/code', { code: 'rightcode1' })).html);
  } catch (error) {
    return String(error);
  }
}
const renew = async () => {
  const { status, body } = await server.as('reseller1').post(`/api/units/${id}/renew`, {});
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'success' } });
  later(5);
  return { until: (body as { previous_until: string }).previous_until, secret: (await unit())?.secret ?? '' };
};

describe('the secret of a unit', () => {
  test('is renewed by a call that answers and records no secret, and both work for an hour: by RADIUS and in signed arrivals', async () => {
    expect(await logIn(OLD)).toContain('You are online');
    const entries = await server.db().$count(audit_entries);
    const { until, secret } = await renew();
    expect(secret).toMatch(/^[a-z\d]{24}$/);
    expect(Date.parse(until)).toBe(server.clock.now.getTime() - 5000 + 3_600_000);
    expect(await server.db().$count(audit_entries)).toBe(entries + 1);
    const [entry] = await server.db().select().from(audit_entries).orderBy(desc(audit_entries.id)).limit(1);
    expect(entry).toMatchObject({ action: 'units.renew_secret', kind: 'unit', object_id: id, changes: [] });
    expect(JSON.stringify(await server.db().select().from(idempotency_keys))).not.toContain(secret);
    expect(await logIn(OLD)).toContain('You are online');
    // A server caches for some seconds which units a packet may come from.
    await withAnotherServer(async () => {
      expect(await logIn(OLD)).toContain('You are online');
      expect(await logIn(secret)).toContain('You are online');
    });
    const shown = await server.as('reseller1').get(`/api/units/${id}?live=true`);
    expect(shown.body).toMatchObject({ secret: '', radius: { previous_secret_until: until } });
    later(3600);
    await endPreviousSecrets(server.db(), server.clock.now);
    later(5);
    await withAnotherServer(async () => {
      expect(await logIn(OLD)).not.toContain('You are online');
      expect(await logIn(secret)).toContain('You are online');
    });
  });

  test('lets in a guest whose log-in began before the renewal', async () => {
    const { browser, login } = guest(OLD);
    const page = await login();
    await renew();
    expect(textOf((await browser.submit(page, '/code', { code: 'rightcode1' })).html)).toContain('You are online');
  });

  test('goes on being demanded in arrivals, though the unit has signed only with the earlier one', async () => {
    expect(await logIn(OLD)).toContain('You are online');
    await renew();
    const unsigned = playedChilli(gatewayOf('02-0F-00-00-01-01'));
    expect(textOf((await guestBrowser(unsigned).open(unsigned.open())).html)).not.toContain('Welcome');
    await endPreviousSecrets(server.db(), new Date(server.clock.now.getTime() + 3_600_000));
    later(5);
    expect(textOf((await guestBrowser(unsigned).open(unsigned.open())).html)).not.toContain('Welcome');
  });

  test('makes digests that the unit may ask with over HTTP, both for an hour', async () => {
    const request = async (secret: string) => {
      const digest = createHash('md5')
        .update(secret + UNIT.uuid)
        .digest('hex');
      const path = `/wax/preferences?digest=${digest}&uuid=${UNIT.uuid}&sessionid=s`;
      return (await server.withToken().call('GET', path)).status;
    };
    const { secret } = await renew();
    expect([await request(OLD), await request(secret), await request('another secret')]).toEqual([200, 200, 400]);
  });

  test('is shown on demand as it is now, and sent to consoles of existing back ends', async () => {
    const { secret } = await renew();
    expect((await server.as('reseller1').post(`/api/units/${id}/secret`, {})).body).toMatchObject({ secret });
    const other = await server.as('reseller1').call('GET', `/api/units/${id}`, undefined, { [CONSOLE_HEADER]: '' });
    expect(other.body).toMatchObject({ secret });
  });

  test.each([
    ['customer11', 403],
    ['desk11', 403],
    ['reseller2', 404],
  ] as const)('is not renewed by %s', async (username, status) => {
    expect(await server.as(username).post(`/api/units/${id}/renew`, {})).toMatchObject({ status });
    expect(await unit()).toMatchObject({ secret: OLD, previous_secret: '' });
  });

  test('is another one for each of two who renew it at once, of which the last works with the one before', async () => {
    await Promise.all([1, 2].map(async () => server.as('reseller1').post(`/api/units/${id}/renew`, {})));
    const after = await unit();
    expect(after?.previous_secret).not.toBe(OLD);
    expect(after?.previous_secret).not.toBe(after?.secret);
  });
});

describe('the keys of the server', () => {
  test('are renewed in the middle of a log-in, which goes on with what the earlier ones signed', async () => {
    const { browser, login } = guest(OLD);
    const page = await login();
    const sent = await browser.submit(page, '/email', { email: 'renewed@mail.example' });
    const code = /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
    expect(await renewKeys(server.db(), server.clock.now)).toEqual(['e-mail codes', 'guest names', 'login tokens', 'portal']);
    expect(textOf((await browser.submit(sent, '/confirm', { code })).html)).toContain('You are online');
    expect(await logIn(OLD)).toContain('You are online');
  });

  test('renewed at one server are used at another one that has remembered the earlier ones', async () => {
    const [here, there] = [stateCipher(server.db()), stateCipher(server.db())];
    const at = server.clock.now;
    const expires = new Date(at.getTime() + 60_000);
    const before = await here.encrypt('state', { nth: 1 }, expires);
    expect(await there.decrypt('state', before, at)).toMatchObject({ value: { nth: 1 } });
    await renewKeys(server.db(), at);
    const after = await stateCipher(server.db()).encrypt('state', { nth: 2 }, expires);
    expect(await there.decrypt('state', after, at)).toMatchObject({ value: { nth: 2 } });
    // Encrypted by a server that hasn't noticed the new key yet.
    const late = await here.encrypt('state', { nth: 3 }, expires);
    expect(await there.decrypt('state', late, at)).toMatchObject({ value: { nth: 3 } });
  });

  test('of an earlier generation are known until what they signed has run out, the names of guests for a year', async () => {
    const ids = { unitId: id, guestId: 33 };
    const name = await opaqueName(server.db(), ids);
    await renewKeys(server.db(), server.clock.now);
    expect(await opaqueName(server.db(), ids)).not.toBe(name);
    expect(await guestIdOfName(server.db(), id, name)).toBe(33);
    const after = (days: number) => new Date(server.clock.now.getTime() + days * 86_400_000);
    await forgetKeys(server.db(), after(1));
    expect(await serverKeys(server.db(), 'portal')).not.toHaveLength(1);
    await forgetKeys(server.db(), after(2));
    expect(await serverKeys(server.db(), 'portal')).toHaveLength(1);
    expect(await guestIdOfName(server.db(), id, name)).toBe(33);
    await forgetKeys(server.db(), after(367));
    expect(await guestIdOfName(server.db(), id, name)).toBe(null);
  });

  test('are not renewed if units were given them', async () => {
    await serverKeys(server.db(), 'opennds');
    const [before] = await server.db().select().from(server_keys).where(eq(server_keys.name, 'opennds'));
    await renewKeys(server.db(), server.clock.now);
    expect(await server.db().select().from(server_keys).where(eq(server_keys.name, 'opennds'))).toEqual([before]);
  });
});
