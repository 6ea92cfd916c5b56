/** What goes wrong around a guest's login: clocks that differ, two hundred attempts at once, old pages, a database that is away. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { hotspot_vouchers, login_tokens, portal_codes, portal_tries, sessions, units, users } from '../../../src/server/database/schema';
import type { Mail } from '../../../src/server/messages/mailer';
import { CODE } from '../../../src/server/radius/codec';
import { guestBrowser, playedChilli, textOf, type GuestPage } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { guestWithVoucher, listenOnFreePorts } from '../../support/radius/radius';
import { serve } from '../../support/server/server';
import { insertVoucher } from '../../factories/rows';

const mails: Mail[] = [];
const mailer = { isConfigured: true, send: async (mail: Mail) => (mails.push(mail), 'sent' as const) };
const CONFIG = { freeradiusToken: 'token-of-the-portal-39', zone: 'Europe/Rome' };
const server = serve({ mailer, config: CONFIG });
const { HOTSPOT, FIRST, UNIT, later, gatewayOf, withAnotherServer } = portalUnit(server, { voucher_login: 'true', email_login: 'true' });

beforeEach(async () => {
  later(11 * 60);
  mails.length = 0;
  await server.db().delete(portal_tries);
});

let devices = 0;
const nextMac = () => {
  devices += 1;
  return `02-00-00-00-${(0x60 + (devices >> 8)).toString(16)}-${(devices & 255).toString(16).padStart(2, '0')}`.toUpperCase();
};
function phone(deviceMac = nextMac(), portal = server.url) {
  const chilli = playedChilli({ ...gatewayOf(deviceMac), portal, uamsecret: UNIT.secret });
  return { deviceMac, chilli, browser: guestBrowser(chilli) };
}
const toLogin = async ({ browser, chilli }: ReturnType<typeof phone>): Promise<GuestPage> =>
  browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' });

async function voucher(remain_use: number): Promise<{ id: number; code: string }> {
  const code = `fault${Math.random().toString(36).slice(2, 10)}`;
  const created = await insertVoucher(server.db(), {
    hotspot_id: HOTSPOT,
    code,
    auto_login: false,
    remain_use,
    duration: 3,
    type: 'normal',
    created: FIRST,
  });
  return { id: created.id, code };
}
const usesLeft = async (id: number) =>
  (await server.db().select({ left: hotspot_vouchers.remain_use }).from(hotspot_vouchers).where(eq(hotspot_vouchers.id, id)))[0]?.left;
const codeIn = (mail: Mail | undefined) => /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
const isOnline = (page: GuestPage) => textOf(page.html).includes('You are online');

describe('a replica whose clock is three minutes off', () => {
  test.each([-180, 180])('goes on with what another began (%i s), from the page to the session', async (ahead) => {
    const clock = { now: new Date(server.clock.now.getTime() + ahead * 1000) };
    const other = await server.replica(clock);
    const failures: unknown[] = [];
    const radius = await listenOnFreePorts({
      db: server.db(),
      clock: () => clock.now,
      onFailure: (error) => void failures.push(error),
    });
    const { id, code } = await voucher(1);
    const at = (replica: string, gateway: ReturnType<typeof playedChilli>) =>
      guestBrowser(gateway, {}, (address) => address.replace(server.url(), replica));
    const start = async (browser: ReturnType<typeof guestBrowser>, gateway: ReturnType<typeof playedChilli>) =>
      browser.submit(await browser.open(gateway.open()), '/start', { accept: 'yes' });
    // Opened here and submitted at the other server, which the unit asks as well. Its signature would cover the address of one of them.
    const there = playedChilli({ ...gatewayOf(nextMac()), ports: () => radius.ports });
    expect(isOnline(await at(other.url, there).submit(await start(at(server.url(), there), there), '/code', { code }))).toBe(true);
    expect(await usesLeft(id)).toBe(0);
    // A code mailed by the other server is confirmed here.
    const here = playedChilli(gatewayOf(nextMac()));
    const sent = await at(other.url, here).submit(await start(at(other.url, here), here), '/email', {
      email: `apart${ahead}@mail.example`,
    });
    expect(isOnline(await at(server.url(), here).submit(sent, '/confirm', { code: codeIn(mails.at(-1)) }))).toBe(true);
    await radius.close();
    await other.close();
    expect(failures).toEqual([]);
  });

  test('counts tries that others count', async () => {
    const clock = { now: new Date(server.clock.now.getTime() - 180_000) };
    const other = await server.replica(clock);
    const guest = phone();
    const login = await toLogin(guest);
    for (let nth = 0; nth < 10; nth += 1) await guest.browser.submit(login, '/code', { code: `wrong${nth}` });
    const elsewhere = guestBrowser(guest.chilli, {}, (address) => address.replace(server.url(), other.url));
    const { code } = await voucher(1);
    expect(textOf((await elsewhere.submit(login, '/code', { code })).html)).toContain('Too many');
    await other.close();
  });
});

describe('two hundred tries at once', () => {
  test('let one device in by a code with one use, and spend one use', async () => {
    const { id, code } = await voucher(1);
    const forms: { guest: ReturnType<typeof phone>; login: GuestPage }[] = [];
    for (let nth = 0; nth < 200; nth += 1) {
      const guest = phone();
      forms.push({ guest, login: await toLogin(guest) });
    }
    const online = new Set<string>();
    const send = async (some: typeof forms) =>
      Promise.all(
        some.map(async ({ guest, login }) => {
          if (isOnline(await guest.browser.submit(login, '/code', { code }))) online.add(guest.deviceMac);
        }),
      );
    await send(forms);
    // A busy server says so, even to the guest who has spent the use; guests tap again.
    for (let nth = 0; nth < forms.length; nth += 10) await send(forms.slice(nth, nth + 10));
    expect(online.size).toBe(1);
    expect(await usesLeft(id)).toBe(0);
  }, 120_000);

  test('check five codes from an e-mail', async () => {
    const guest = phone();
    const sent = await guest.browser.submit(await toLogin(guest), '/email', { email: 'many@mail.example' });
    const right = codeIn(mails.at(-1));
    const wrong = Array.from({ length: 200 }, (_, nth) => String(100_000 + nth)).filter((code) => code !== right);
    await Promise.all(wrong.map(async (code) => guest.browser.submit(sent, '/confirm', { code })));
    // A busy server refuses many attempts without checking them.
    const answered = async (code: string): Promise<GuestPage> => {
      const page = await guest.browser.submit(sent, '/confirm', { code });
      return page.status === 200 ? page : answered(code);
    };
    for (const code of wrong.slice(0, 6)) await answered(code);
    const [row] = await server.db().select().from(portal_codes).where(eq(portal_codes.recipient, 'many@mail.example'));
    expect(row).toMatchObject({ tries: 5, used: null });
    expect(textOf((await answered(right)).html)).toContain('not the code');
    expect(await server.db().$count(users, eq(users.username, 'many@mail.example'))).toBe(0);
  }, 120_000);
});

describe('a device with the MAC address of its unit', () => {
  test('is a device like others, and the unit stays what it is', async () => {
    const [before] = await server.db().select().from(units).where(eq(units.uuid, UNIT.uuid));
    const { code } = await voucher(-1);
    const imposter = phone(UNIT.mac);
    expect(isOnline(await imposter.browser.submit(await toLogin(imposter), '/code', { code }))).toBe(true);
    const [session] = await server.db().select().from(sessions).where(eq(sessions.device_mac, UNIT.mac));
    expect(session?.unit_id).toBe(before?.id);
    await imposter.chilli.visit(`${imposter.chilli.own}/logoff`);
    const [after] = await server.db().select().from(units).where(eq(units.uuid, UNIT.uuid));
    expect(after).toEqual({ ...before, arrivals_signed_with: after?.arrivals_signed_with });
    const guest = phone();
    expect(isOnline(await guest.browser.submit(await toLogin(guest), '/code', { code }))).toBe(true);
  });
});

describe('pages of yesterday', () => {
  test('lead to a new log-in, and neither spend nor show anything', async () => {
    const { id, code } = await voucher(2);
    const guest = phone();
    const login = await toLogin(guest);
    const reader = phone();
    const sent = await reader.browser.submit(await toLogin(reader), '/email', { email: 'yesterday@mail.example' });
    const visitor = phone();
    const online = await visitor.browser.submit(await toLogin(visitor), '/code', { code });
    expect([isOnline(online), await usesLeft(id)]).toEqual([true, 1]);
    const spent = await server.db().$count(login_tokens);
    later(25 * 3600);
    for (const page of [
      await guest.browser.submit(login, '/code', { code }),
      await reader.browser.submit(sent, '/confirm', { code: codeIn(mails.at(-1)) }),
      await visitor.browser.open(online.url),
    ]) {
      expect(page.status).toBe(200);
      expect(isOnline(page)).toBe(false);
      expect(page.html).not.toContain(code);
    }
    expect(await usesLeft(id)).toBe(1);
    expect(await server.db().$count(users, eq(users.username, 'yesterday@mail.example'))).toBe(0);
    expect(await server.db().$count(login_tokens)).toBeLessThanOrEqual(spent);
  });
});

describe('a database that is away', () => {
  const away = async (table: string, work: () => Promise<void>) => {
    await server
      .db()
      .execute(sql.raw(`create function pg_temp_away() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$`));
    await server.db().execute(sql.raw(`create trigger away before insert on ${table} for each row execute function pg_temp_away()`));
    try {
      await work();
    } finally {
      await server.db().execute(sql.raw(`drop trigger away on ${table}`));
      await server.db().execute(sql.raw('drop function pg_temp_away()'));
    }
  };

  test('costs no second use between decision and token: the form sent again lets the guest in', async () => {
    const { id, code } = await voucher(2);
    const guest = phone();
    const login = await toLogin(guest);
    await away('login_tokens', async () => {
      expect((await guest.browser.submit(login, '/code', { code })).status).toBe(500);
    });
    expect(isOnline(await guest.browser.submit(login, '/code', { code }))).toBe(true);
    expect(await usesLeft(id)).toBe(1);
  });

  test('lets nobody in and spends nothing while the decision is stored', async () => {
    const { id, code } = await voucher(2);
    await away('voucher_uses', async () => {
      const guest = phone();
      expect((await guest.browser.submit(await toLogin(guest), '/code', { code })).status).toBe(500);
    });
    expect(await usesLeft(id)).toBe(2);
  });

  test('lets the unit’s repeated request in at another replica, for one use, if the answer was lost', async () => {
    const code = 'lost-answer';
    await guestWithVoucher(server.db(), { hotspot_id: HOTSPOT, code, created: FIRST });
    const [own] = await server.db().select().from(hotspot_vouchers).where(eq(hotspot_vouchers.code, code));
    const requested = await phone().chilli.radius.pap(code, code);
    expect(requested.answer?.code).toBe(CODE.accessAccept);
    // The answer gets lost, and the unit sends the same packet to the other server.
    await withAnotherServer(async () => {
      expect((await requested.again())?.code).toBe(CODE.accessAccept);
    });
    expect(await usesLeft(own?.id ?? 0)).toBe(0);
  });
});
