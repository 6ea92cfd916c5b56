/** Units of an existing back end and their login pages, unchanged, with our server: from registration to the last report. */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { DisconnectTarget } from '../../../src/server/access/reachQueries';
import {
  account_sms_counts,
  hotspots,
  session_histories,
  sessions,
  unit_contacts,
  units,
  users,
} from '../../../src/server/database/schema';
import type { Mail } from '../../../src/server/messages/mailer';
import type { Message } from '../../../src/server/messages/sms/gateways';
import { passwordOf } from '../../support/backEnd/recordings';
import { existingPages } from '../../support/peers/existingPages';
import { ExistingUnit } from '../../support/peers/existingUnit';
import { setOnlyPreferences } from '../../support/radius/radius';
import { serve } from '../../support/server/server';
import { insertVoucher } from '../../factories/rows';

const mails: Mail[] = [];
const texts: Message[] = [];
const ended: DisconnectTarget[] = [];
const server = serve({
  config: { httpAaa: true, zone: 'Europe/Rome', loginLimit: 20 },
  mailer: { isConfigured: true, send: async (mail: Mail) => (mails.push(mail), 'sent') },
  sms: { isConfigured: true, send: async (message: Message) => (texts.push(message), null) },
  endSession: async (session) => (ended.push(session), { outcome: 'acknowledged' }),
});

const HOTSPOT = 1;
const FIRST = new Date('2026-11-22T09:30:00Z');
const later = (seconds: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000);
};

beforeAll(async () => {
  server.clock.now = FIRST;
  const db = server.db();
  await setOnlyPreferences(db, HOTSPOT, {
    voucher_login: 'true',
    temp_code_login: 'true',
    email_login: 'true',
    sms_login: 'true',
    sms_login_max: '0',
    email_login_skip_auth: 'true',
    facebook_login: 'true',
    linkedin_login: 'true',
    auto_login: 'true',
    user_expiration_days: '7',
    temp_session_duration: '240',
    marketing_0_reason_country: 'true',
  });
  const [hotspot] = await db.select().from(hotspots).where(eq(hotspots.id, HOTSPOT));
  const pack = { account_id: hotspot?.account_id ?? 0, sms_max_count: 50, sms_count: 0 };
  await db.delete(account_sms_counts).where(eq(account_sms_counts.account_id, pack.account_id));
  await db.insert(account_sms_counts).values(pack);
});
afterEach(() => {
  mails.length = 0;
  texts.length = 0;
  ended.length = 0;
  later(24 * 3600);
});

let created = 0;
/** A new unit, configured with the addresses of our server. */
function boxed(change: Partial<Record<'HS_SECRET' | 'HS_ID', string>> = {}): ExistingUnit {
  created += 1;
  const number = String(created).padStart(2, '0');
  return new ExistingUnit(`00-0D-B9-41-7C-${number}`, {
    HS_AAA_URL: `${server.url()}/wax/aaa`,
    HS_API_URL: `${server.url()}/api`,
    HS_SPLASH_PAGE_URL: `${server.url()}/wings`,
    HS_ID: String(HOTSPOT),
    HS_UNIT_NAME: `hotel-${created}.example.org`,
    HS_UNIT_DESC: `Hotel by the sea ${created}`,
    HS_UUID: `1610fe6d-8578-4247-b4a2-c40dced94b${number}`,
    HS_SECRET: `Nethesis,1234-${created}`,
    ...change,
  });
}

async function registered(): Promise<ExistingUnit> {
  const unit = boxed();
  expect(await unit.register('reseller1', passwordOf('reseller1'))).toBe('Unit added successfully');
  // The unit was heard before: its address is stored every few seconds.
  const [stored] = await server.db().select().from(units).where(eq(units.uuid, unit.settings.HS_UUID));
  const contact = { unit_id: stored?.id ?? 0, heard: server.clock.now, address: '127.0.0.1', kind: 'coovachilli' };
  await server.db().insert(unit_contacts).values(contact);
  return unit;
}

let phones = 0;
const newPhone = () => `02-00-00-00-07-${(phones += 1).toString(16).padStart(2, '0').toUpperCase()}`;

/** A phone that the unit redirects to its page. `times`: how often the phone sends each request. */
async function arrived(unit: ExistingUnit, { mac = newPhone(), times = 1 } = {}) {
  const redirect = await unit.arrive(mac, 10 + phones);
  if (redirect === null) throw new Error('it is online at once');
  return { mac, pages: existingPages(server.url(), redirect, { times }) };
}

const codeIn = (text: string | undefined) => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? '';
const runningOf = (mac: string) => server.db().select().from(sessions).where(eq(sessions.device_mac, mac));
const guestNamed = async (username: string) => (await server.db().select().from(users).where(eq(users.username, username)))[0];
/** `Auth: 1` and attributes in the form that CoovaChilli reads: a name, a colon, and no blank. */
const GRANT = /^Auth: 1\n(?:[A-Z][A-Za-z-]+:\d+\n)+$/;

describe('a unit of an existing back end', () => {
  test('registers, and again, but not with a wrong password, nor at a hotspot of somebody else', async () => {
    const unit = boxed();
    const { HS_UUID, HS_SECRET, HS_UNIT_NAME, HS_UNIT_DESC } = unit.settings;
    expect(await unit.register('reseller1', 'wrong')).toBe('Error: unit not added!');
    expect(unit.log.map(({ path, status }) => `${path} ${status}`)).toEqual(['/api/login 401', '/api/units 401']);
    expect(await unit.register('customer11', passwordOf('customer11'))).toBe('Error: unit not added!');
    expect(await boxed({ HS_ID: '4' }).register('reseller1', passwordOf('reseller1'))).toBe('Error: unit not added!');

    for (const _ of [1, 2]) expect(await unit.register('reseller1', passwordOf('reseller1'))).toBe('Unit added successfully');
    expect(unit.log.slice(-4).map(({ path, status }) => `${path} ${status}`)).toEqual([
      '/api/login 201',
      '/api/units 201',
      '/api/login 201',
      '/api/units 409',
    ]);
    const stored = { uuid: HS_UUID, secret: HS_SECRET, name: HS_UNIT_NAME, description: HS_UNIT_DESC, mac_address: unit.mac };
    expect(await server.db().select().from(units).where(eq(units.uuid, HS_UUID))).toMatchObject([{ ...stored, hotspot_id: HOTSPOT }]);
  });

  test('is configured with addresses that our server answers, down to the slash before the query', async () => {
    const unit = await registered();
    const { uamaaaurl, uamserver, uamdomain } = unit.config();
    expect(uamaaaurl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/wax\/aaa\/\?digest=[\da-f]{32}&uuid=1610fe6d-[\da-f-]+&timezone=Europe\/Rome$/);
    expect(uamserver).toMatch(/\/wings\/\?digest=/);
    expect(uamdomain).toBe('127.0.0.1');
    const redirect = await unit.arrive(newPhone(), 10);
    expect(new URL(redirect ?? '').searchParams.get('timezone')).toBe('Europe/Rome');
    expect(unit.log.at(-1)).toMatchObject({ status: 200, body: expect.stringMatching(/^Auth: 0\n/) });
  });

  test('has nobody to let in, then lets in who logs in at the page, reports, and forgets them at a restart', async () => {
    const unit = await registered();
    const { mac, pages } = await arrived(unit);
    expect(await unit.poll()).toEqual([]);
    expect(unit.log.at(-1)).toMatchObject({ status: 404 });

    const code = await personalVoucher();
    expect(await pages.validate(code)).toMatchObject({ status: 200, body: { type: 'auth' } });
    expect(await pages.login(code, code)).toMatchObject({ status: 201, body: { clientState: '1' } });
    expect(await unit.poll()).toEqual([`login ${code.toUpperCase()}`]);
    const [granted, started] = unit.log.slice(-2);
    expect(granted?.body).toMatch(GRANT);
    expect(started).toMatchObject({ status: 200, body: 'Ack: 1\n' });
    expect(await unit.poll()).toEqual([]);

    unit.now += 300;
    later(300);
    expect(await unit.report(mac, 5 * 2 ** 30, 70)).toBe('Ack: 1\n');
    expect(await runningOf(mac)).toMatchObject([{ bytes_down: 5 * 2 ** 30, bytes_up: 70, duration: 300, username: code.toUpperCase() }]);

    expect(await unit.restart()).toBe('Ack: 1\n');
    expect(await runningOf(mac)).toEqual([]);
    expect(await server.db().select().from(session_histories).where(eq(session_histories.device_mac, mac))).toMatchObject([
      { bytes_down: 5 * 2 ** 30, duration: 300, terminate_cause: 'unit_restarted' },
    ]);
  });

  test('gets an answer that it understands in each stage of its requests', async () => {
    const unit = await registered();
    const { uamaaaurl: query } = unit.config();
    const request = async (rest: string) => {
      const answer = await fetch(`${query}&${rest}`);
      return [answer.status, answer.headers.get('content-type'), await answer.text()];
    };
    const text = 'text/plain; charset=utf-8';
    const device = `ap=${unit.mac}&mac=${newPhone()}&ip=10.1.0.9&sessionid=abc0001&nasid=1`;
    expect(await request(`stage=login&service=admin&user=chillispot&pass=chillispot&ap=${unit.mac}`)).toEqual([200, text, 'Auth: 0\n']);
    expect(await request(`stage=login&service=login&user=nobody&pass=none&${device}`)).toEqual([
      200,
      text,
      'Auth: 0\nReply-Message:This code or password is not valid here.\n',
    ]);
    expect(await request(`stage=login&service=framed&user=02-00&pass=02-00&${device}`)).toEqual([
      200,
      text,
      expect.stringMatching(/^Auth: 0\n/),
    ]);
    for (const status of ['start', 'update', 'stop']) {
      expect(await request(`stage=counters&status=${status}&user=temporary&${device}`)).toEqual([200, text, 'Ack: 1\n']);
      expect(await request(`stage=counters&status=${status}&user=nobody&${device}&duration=1`)).toEqual([200, text, 'Ack: 1\n']);
    }
    for (const status of ['up', 'down'])
      expect(await request(`stage=counters&status=${status}&ap=${unit.mac}`)).toEqual([200, text, 'Ack: 1\n']);
    expect(await request(`stage=temporary&status=new&user=a@mail.example&${device}`)).toEqual([
      403,
      text,
      'available temporary sessions exceed',
    ]);
    expect((await request(`stage=register&ap=${unit.mac}&nasid=1`))[0]).toBe(501);
  });

  test('keeps its old secret when it registers with a new one, until staff delete it', async () => {
    const register = (unit: ExistingUnit) => unit.register('reseller1', passwordOf('reseller1'));
    const withNewSecret = ({ mac, settings }: ExistingUnit) =>
      new ExistingUnit(mac, { ...settings, HS_SECRET: 'the-secret-of-a-new-config' });
    const unit = await registered();
    const renewed = withNewSecret(unit);
    // The script treats "exists already" as success.
    expect(await register(renewed)).toBe('Unit added successfully');
    expect(await renewed.restart()).toBe('');
    expect(renewed.log.at(-1)).toMatchObject({ status: 400, body: expect.stringContaining('invalid_digest') });
    expect(await unit.restart()).toBe('Ack: 1\n');

    const deleted = await registered();
    const [stored] = await server.db().select().from(units).where(eq(units.uuid, deleted.settings.HS_UUID));
    expect(await server.as('reseller1').delete(`/api/units/${stored?.id}`)).toMatchObject({ status: 200 });
    const again = withNewSecret(deleted);
    expect(await register(again)).toBe('Unit added successfully');
    expect(await again.restart()).toBe('Ack: 1\n');
    expect(await deleted.restart()).toBe('');
  });
});

describe('the page for e-mail', () => {
  test.each(['guest@mail.example', 'Anna+WiFi@mail.example'])(
    'takes %s online with some minutes to read the code, and out again',
    async (email) => {
      const unit = await registered();
      const { mac, pages } = await arrived(unit);
      expect((await pages.preferences()).body.preferences).toMatchObject({
        email_login: 'true',
        sms_login: 'true',
        voucher_login: 'true',
        temp_code_login: 'true',
        email_login_skip_auth: 'false',
        facebook_login: 'false',
        linkedin_login: 'false',
      });
      const answer = await pages.register('email', email);
      // If the answer had `exists`, the page wouldn't ask for the minutes of temporary access.
      expect(answer).toMatchObject({ status: 200, body: { user_id: email.toLowerCase() } });
      expect(answer.body).not.toHaveProperty('exists');
      expect(await pages.temp(email)).toMatchObject({ status: 201, body: { status: 'success', skip_auth: false } });
      expect(await unit.poll()).toEqual(['authorize temporary sessiontimeout 240']);
      expect(unit.list()).toContain(' temporary\n');
      expect(await runningOf(mac)).toEqual([]);

      await pages.logout(email);
      expect(await pages.login(email, codeIn(mails[0]?.text))).toEqual({ status: 201, body: { clientState: '1' } });
      expect(await unit.poll()).toEqual(['logout', `login ${email.toLowerCase()}`]);
      expect(await runningOf(mac)).toMatchObject([{ username: email.toLowerCase() }]);
      expect(await pages.navigate({ marketing: false, surveys: false }, { reason: 'business', country: 'IT' })).toEqual([200, 200, 200]);
      expect(await guestNamed(email.toLowerCase())).toMatchObject({
        email_verified: true,
        marketing_auth: false,
        survey_auth: false,
        reason: 'business',
        country: 'IT',
      });

      await pages.logout(email);
      expect(ended).toMatchObject([{ username: email.toLowerCase() }]);
      await unit.stop(unit.device(mac));
      expect(await runningOf(mac)).toEqual([]);
      // As the page writes them: unescaped except in the login, and with `null` for the missing voucher.
      expect(pages.log.filter((line) => line.includes('/aaa/'))).toEqual([
        expect.stringMatching(/^GET \/aaa\/temp\?…&username=\S+@mail\.example&userid=\S+&mac=\S+ 201$/),
        `GET /aaa/logout?…&username=${email} 201`,
        expect.stringMatching(/^GET \/aaa\/login\?…&username=\S+%40mail\.example&password=\d{6} 201$/),
        `GET /aaa/logout?…&username=${email} 201`,
      ]);
      expect(pages.log.find((line) => line.includes('/register/'))).toContain(
        '&reset=true&uamip=10.1.0.1&uamport=3990&voucher_code=null&nasid=1',
      );
    },
  );

  test('goes on to the code without minutes when they are used for today', async () => {
    const unit = await registered();
    const { pages, mac } = await arrived(unit);
    const email = 'twice@mail.example';
    await pages.register('email', email);
    await pages.temp(email);
    await unit.poll();
    later(300);
    await unit.stop(unit.device(mac));
    const again = await arrived(unit, { mac });
    await again.pages.register('email', email);
    expect(await again.pages.temp(email)).toMatchObject({ status: 201, body: { skip_auth: false } });
    expect(await unit.poll()).toEqual([]);
    await again.pages.login(email, codeIn(mails[1]?.text));
    expect(await unit.poll()).toEqual([`login ${email}`]);
  });

  test('lets the unit itself ask for the minutes, as pages before it did', async () => {
    const unit = await registered();
    const { pages, mac } = await arrived(unit);
    await pages.register('email', 'page@mail.example');
    expect(await unit.temporary(mac, 'page@mail.example')).toBe('authorize temporary sessiontimeout 240');
    await unit.stop(unit.device(mac));
    expect(await unit.temporary(mac, 'page@mail.example')).toBe('HTTP/1.1 403 Forbidden');
  });
});

describe('the page for SMS', () => {
  test.each(['+393331234567', '393331234568'])('takes %s online, and out again', async (number) => {
    const unit = await registered();
    const { mac, pages } = await arrived(unit);
    expect(await pages.register('sms', number)).toMatchObject({ status: 200 });
    expect(await pages.login(number, codeIn(texts[0]?.text))).toEqual({ status: 201, body: { clientState: '1' } });
    const username = `+${number.replace('+', '')}`;
    expect(await unit.poll()).toEqual([`login ${username}`]);
    expect(await pages.navigate({ marketing: true, surveys: false }, { reason: '-', country: '-' })).toEqual([200, 200]);
    await pages.logout(number);
    expect(ended).toMatchObject([{ username, key: unit.device(mac).sessionid }]);
    expect(pages.log.at(-1)).toBe(`GET /aaa/logout?…&username=${number} 201`);
  });
});

test('a phone that sends each request twice gets online once, by the code that was sent last', async () => {
  const unit = await registered();
  const { mac, pages } = await arrived(unit, { times: 2 });
  const email = 'doubled@mail.example';
  expect(await pages.register('email', email)).toMatchObject({ status: 200 });
  expect(await pages.temp(email)).toMatchObject({ status: 201 });
  expect(await unit.poll()).toEqual(['authorize temporary sessiontimeout 240']);
  await pages.logout(email);
  const answers = [];
  for (const { text } of mails) answers.push((await pages.login(email, codeIn(text))).body.clientState);
  expect(answers).toContain('1');
  expect(await unit.poll()).toEqual(['logout', `login ${email}`]);
  expect(await unit.poll()).toEqual([]);
  expect(await pages.navigate({ marketing: false, surveys: false }, { reason: 'family', country: 'FR' })).toEqual([200, 200, 200]);
  expect(await runningOf(mac)).toHaveLength(1);
  expect(await server.db().$count(users, eq(users.username, email))).toBe(1);
  await pages.logout(email);
  await unit.stop(unit.device(mac));
  expect(await runningOf(mac)).toEqual([]);
});

describe('the first page', () => {
  test('takes a voucher for anybody on to the e-mail page, which passes it on', async () => {
    const unit = await registered();
    const { pages } = await arrived(unit);
    const code = 'pool2026';
    const voucher = { hotspot_id: HOTSPOT, code, auto_login: false, remain_use: 2, duration: 3, type: 'normal' as const, created: FIRST };
    const limits = { max_time: 1800, bandwidth_down: 4000, bandwidth_up: 1000 };
    await insertVoucher(server.db(), { ...voucher, ...limits });
    expect(await pages.validate(code.toUpperCase())).toMatchObject({ status: 200, body: { code, type: 'normal', user_db_id: '' } });
    expect(pages.log.at(-1)).toContain('&reset=undefined&uamip=10.1.0.1&uamport=3990&voucher_code=null&nasid=1&user=undefined');
    const email = 'pool@mail.example';
    await pages.register('email', email);
    await pages.login(email, codeIn(mails[0]?.text));
    expect(await unit.poll()).toEqual([`login ${email}`]);
    expect(unit.log.at(-2)?.body).toMatch(/Session-Timeout:1800\n[^]*CoovaChilli-Bandwidth-Max-Down:4000\n/);
  });

  test('shows no way that is off, and refuses those that are not served', async () => {
    const unit = await registered();
    const { pages } = await arrived(unit);
    const { body } = await pages.preferences();
    expect(body).toMatchObject({
      socials: { facebook_client_id: '', linkedin_client_id: '' },
      // No redirect to a social network, so that no unit needs another walled garden.
      integrations: [],
    });
    for (const network of ['facebook', 'linkedin'] as const)
      expect(await pages.social(network, 'a code')).toMatchObject({
        status: 501,
        body: { code: 'not_served', message: expect.any(String) },
      });
    await setOnlyPreferences(server.db(), HOTSPOT, { voucher_login: 'false', email_login: 'false', sms_login: 'false' });
    for (const [method, who] of [
      ['email', 'off@mail.example'],
      ['sms', '+393331234567'],
    ] as const)
      expect(await pages.register(method, who)).toMatchObject({
        status: 400,
        body: { code: 'not_registered', message: expect.any(String) },
      });
    expect(await pages.validate('pool2026')).toMatchObject({ status: 401, body: { code: 'way_off' } });
    expect([mails, texts]).toEqual([[], []]);
  });
});

async function personalVoucher(): Promise<string> {
  const code = 'room101';
  const voucher = { hotspot_id: HOTSPOT, code, auto_login: false, remain_use: -1, duration: 3, type: 'auth' as const, created: FIRST };
  const own = await insertVoucher(server.db(), voucher);
  const guest = {
    voucher_id: own.id,
    hotspot_id: HOTSPOT,
    username: code.toUpperCase(),
    account_type: 'voucher',
    max_navigation_time: 7200,
    created: FIRST,
  };
  await server.db().insert(users).values(guest);
  return code;
}
