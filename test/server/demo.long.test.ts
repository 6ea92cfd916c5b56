import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { updatePaper } from '../../src/contract/paper';
import { EMAIL, HOTSPOT_NAME } from '../../src/contract/plain/wire';
import { HOTSPOT_PREFERENCE_DEFAULTS, MARKETING_DEFAULTS } from '../../src/contract/plain/hotspotPreferences';
import { isPassword } from '../../src/server/auth/passwords';
import { openDatabase, type Database } from '../../src/server/database/client';
import type { Db } from '../../src/server/database/db';
import { DEMO_LOGINS, seedDemo } from '../../src/demo/demo';
import { faultsOf, rows } from '../support/server/consistency';
import { newTestDatabase, type TestDatabase } from '../support/server/database';
import { endSilentSessions } from '../../src/server/access/sessionQueries';
import { startLiveTraffic } from '../../src/demo/liveTraffic';
import { mulberry32 } from '../../src/demo/random';
import { expectedRunning } from '../../src/demo/year';
import { listenRadius, type RadiusListener } from '../../src/server/radius/listener';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from '../../src/server/database/schema';

/** A Saturday morning in autumn. */
const NOW = new Date('2026-11-21T09:30:15.250Z');

const TABLES = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .map((table) => getTableName(table));

// Each seeding writes about 50,000 rows.
jest.setTimeout(120_000);

let testDatabase: TestDatabase;
let database: Database;
let db: Db;

beforeAll(async () => {
  testDatabase = await newTestDatabase('nothing');
  database = await openDatabase(testDatabase, { noTimeouts: true });
  db = database.db;
  await seedDemo(db, NOW);
});
afterAll(async () => {
  await database.close();
  await testDatabase.remove();
});

const one = async (query: string) => Object.values((await rows<Record<string, unknown>>(db, query))[0] ?? {})[0];
const count = async (query: string) => Number(await one(`select count(*) from ${query}`));

/** The quietest hour of the night, on a Sunday in summer. */
const NIGHT = new Date('2027-08-01T01:40:00Z');

describe('the data of the demonstration', () => {
  test('is consistent', async () => {
    expect(await faultsOf(db, NOW)).toEqual({});
  });

  test('has a year of sessions, quickly created, some of them running', async () => {
    const ended = await count('session_histories');
    expect(ended).toBeGreaterThan(30_000);
    expect(ended).toBeLessThan(50_000);
    expect(await count(`session_histories where start_time < '2025-12-01'`)).toBeGreaterThan(100);
    expect(await count('sessions')).toBeGreaterThan(15);
  });

  test('has sign-ins for all four roles, with customer and desk at the same hotel', async () => {
    const accounts = await rows<{ username: string; type: string; password_hash: string; hotspot: string | null }>(
      db,
      `select username, type, password_hash, h.name as hotspot from accounts a
        left join accounts_hotspots t on t.account_id = a.id left join hotspots h on h.id = t.hotspot_id`,
    );
    const loggedIn = DEMO_LOGINS.map(({ username }) => accounts.find((account) => account.username === username));
    expect(loggedIn.map((account) => account?.type)).toEqual(['admin', 'reseller', 'customer', 'desk']);
    expect(loggedIn.map((account) => account?.hotspot)).toEqual([null, null, 'grand-hotel-miramare', 'grand-hotel-miramare']);
    expect(accounts.length).toBeGreaterThan(20);
    const hashes = [...new Set(accounts.map((account) => account.password_hash))];
    expect(await Promise.all(hashes.map((hash) => isPassword(hash, 'portico-demo')))).not.toContain(false);
  });

  test('has three resellers: one complete, one without privacy fields, one whose subscription ends soon', async () => {
    const plans = await rows<{ username: string; plan: string; days: number; hotspots: number }>(
      db,
      `select username, p.code as plan, floor(extract(epoch from s.valid_until - '${NOW.toISOString()}') / 86400)::int as days,
        (select count(*)::int from hotspots h where h.account_id = a.id) as hotspots
        from accounts a join subscriptions s on s.account_id = a.id join subscription_plans p on p.id = s.subscription_plan_id order by a.id`,
    );
    expect(plans).toMatchObject([
      { username: 'reseller', plan: 'premium', hotspots: 8 },
      { username: 'lariowifi', plan: 'free', hotspots: 1 },
      { username: 'alpenfunk', plan: 'standard', hotspots: 2 },
    ]);
    expect(plans[0]?.days).toBeGreaterThan(365);
    expect(plans[2]?.days).toBeLessThan(10);
    expect(plans[2]?.days).toBeGreaterThan(0);
    expect(await one(`select string_agg(username, ' ') from accounts where type = 'reseller' and privacy_vat = ''`)).toBe('lariowifi');
  });

  test('has alerts: SMS nearly spent, a failed sync, silent units and empty fields', async () => {
    expect(await one(`select sms_count || ' of ' || sms_max_count from account_sms_counts order by id limit 1`)).toBe('1862 of 2000');
    expect(await count('hotspot_integrations where last_sync is null')).toBe(1);
    expect(await count('hotspot_integrations where last_sync is not null')).toBeGreaterThan(3);
    expect(await silentUnits(NOW)).toEqual(['bsv-deposito', 'ghm-spa', 'pineta-spiaggia']);
    expect(await one(`select string_agg(name, ' ') from hotspots where business_vat = ''`)).toBe('caffe-del-molo');
    expect(await one(`select string_agg(name, ' ' order by name) from hotspots where business_dpo = ''`)).toBe(
      'bar-imbarcadero marina-di-levante',
    );
    const [near] = await rows<{ most: number; sent: number }>(
      db,
      `select p.value::int as most, (select count(*)::int from hotspot_sms_counts s where s.hotspot_id = h.id) as sent
        from hotspots h join hotspot_preferences p on p.hotspot_id = h.id and p.key = 'sms_login_max' where h.name = 'hotel-bora-trieste'`,
    );
    expect((near?.sent ?? 0) / (near?.most ?? 0)).toBeGreaterThan(0.9);
    expect(near?.sent).toBeLessThan(near?.most ?? 0);
  });

  test('has an audit trail in order that matches the data', async () => {
    expect(await count('audit_entries')).toBeGreaterThan(100);
    expect(await count(`audit_entries where at > '${NOW.toISOString()}' or tenant_id = 0 or changes = '[]'`)).toBe(0);
    expect(await count('audit_entries a join audit_entries b on b.id = a.id + 1 where b.at < a.at')).toBe(0);
    expect(await one("select string_agg(distinct action, ' ' order by action) from audit_entries")).toBe(
      'accounts.create guests.update hotspots.create units.create vouchers.create vouchers.update',
    );
    // Each voucher created by staff in the last 60 days has exactly one audit entry, in its hotspot.
    expect(
      await count(`(select hotspot_id, sum(coalesce((c ->> 'new')::int, 1)) from audit_entries
        left join jsonb_array_elements(changes) c on c ->> 'field' = 'vouchers' where action = 'vouchers.create' group by 1
        except select hotspot_id, count(*) from hotspot_vouchers where owner_id is not null and created >= '${NOW.toISOString()}'::timestamptz - interval '60 days'
        group by 1) t`),
    ).toBe(0);
    expect(
      await count(
        `audit_entries a left join users u on u.id = a.object_id and u.username = a.object_name where a.kind = 'guest' and u.id is null`,
      ),
    ).toBe(0);
    expect(await count(`audit_entries where action = 'guests.update' and role <> 'desk'`)).toBe(0);
  });

  test('has vouchers in every state, some created by the desk', async () => {
    const hotel = `hotspot_vouchers v where hotspot_id = (select id from hotspots where name = 'grand-hotel-miramare')`;
    const at = `'${NOW.toISOString()}'`;
    for (const state of [
      'remain_use = 0',
      'remain_use > 0 and expires is null',
      'remain_use > 0 and duration > 0 and expires is not null',
      'remain_use = -1 and duration > 0 and expires is not null',
      'remain_use = -1 and expires is null and printed',
      'remain_use = -1 and expires is null and not printed',
      `duration = 0 and expires < ${at}`,
      `duration = 0 and expires > ${at}`,
      "type = 'auth' and user_name <> '' and remain_use = 1",
      'length(code) > 8',
      "exists (select from accounts a where a.id = v.owner_id and a.username = 'desk')",
      'owner_id is null',
    ]) {
      expect({ state, found: await count(`${hotel} and ${state}`) }).not.toEqual({ state, found: 0 });
    }
  });

  test('has guests of each kind: valid, expired, archived, waiting for their first login, admitted by MAC address', async () => {
    const at = `'${NOW.toISOString()}'`;
    expect(await count(`users where valid_until > ${at}`)).toBeGreaterThan(400);
    expect(await count(`users where valid_until < ${at}`)).toBeGreaterThan(300);
    expect(await count('user_histories')).toBeGreaterThan(3_000);
    expect(await count('users where valid_until is null')).toBeGreaterThan(5);
    expect(await one("select string_agg(distinct account_type, ' ' order by account_type) from users")).toBe(
      'email facebook linkedin mac sms voucher whatsapp',
    );
    expect(await count(`users where account_type = 'mac' and username ~ '^[0-9A-F][048C](-[0-9A-F]{2}){5}$'`)).toBe(
      await count(`users where account_type = 'mac'`),
    );
    expect(await count('(select country from users group by 1) found')).toBeGreaterThan(12);
  });

  test('has a library closed on Sundays, a café busy at noon and a camp site in summer', async () => {
    const sessions = (
      name: string,
    ) => `(select h.start_time at time zone 'Europe/Rome' as local from session_histories h join users u on u.id = h.user_id
      and u.account_type <> 'mac' and h.hotspot_id = (select id from hotspots where name = '${name}')
      union all select h.start_time at time zone 'Europe/Rome' from session_histories h join user_histories a on a.user_id = h.user_id
      and h.hotspot_id = (select id from hotspots where name = '${name}')) s`;
    expect(await count(`${sessions('biblioteca.san-vitale')} where extract(dow from local) = 0`)).toBe(0);
    expect(await count(sessions('biblioteca.san-vitale'))).toBeGreaterThan(1_000);
    const noon = await count(`${sessions('caffe-dei-portici')} where extract(hour from local) in (12, 13)`);
    const afternoon = await count(`${sessions('caffe-dei-portici')} where extract(hour from local) in (15, 16)`);
    expect(noon).toBeGreaterThan(1.3 * afternoon);
    const august = await count(`${sessions('camping-la-pineta')} where extract(month from local) = 8`);
    const february = await count(`${sessions('camping-la-pineta')} where extract(month from local) = 2`);
    expect(august).toBeGreaterThan(5 * february);
  });

  test('has names and addresses that the console accepts and that nobody outside owns', async () => {
    const hotspots = await rows<{ name: string; business_vat: string }>(db, 'select name, business_vat from hotspots');
    expect(hotspots.map(({ name }) => name).filter((name) => !HOTSPOT_NAME.test(name))).toEqual([]);
    const emails = await rows<{ email: string }>(
      db,
      `select email from users union select email from user_histories union select email from accounts
        union select business_email from hotspots union select privacy_email from accounts union select user_mail from hotspot_vouchers`,
    );
    const real = emails.map(({ email }) => email).filter((email) => email !== '');
    expect(real.length).toBeGreaterThan(1_000);
    expect(real.filter((email) => !EMAIL.test(email) || !/@(.+\.example|example\.(com|net|org))$/.test(email))).toEqual([]);
    const numbers = [
      ...hotspots.map(({ business_vat }) => business_vat),
      ...(await rows<{ vat: string }>(db, 'select privacy_vat as vat from accounts')).map(({ vat }) => vat),
    ];
    expect(numbers.filter((vat) => vat !== '' && !/^(IT)?\d{11}$/.test(vat))).toEqual([]);
    expect(numbers.filter((vat) => vat !== '' && hasRightCheckDigit(vat.replace('IT', '')))).toEqual([]);
  });

  test('looks realistic', async () => {
    const placeholder = String.raw`\m(test|prova|lorem|ipsum|foo|bar\d|baz|asdf|qwerty|dummy|todo|changeme|xxx)[a-z]{0,3}[0-9_-]*\M`;
    for (const table of TABLES) {
      // Values in sessions also appear in the tables of guests, devices and units.
      if (table === 'sessions' || table === 'session_histories') continue;
      const texts = await rows<{ word: string }>(
        db,
        `select distinct word from "${table}" t, jsonb_each_text(to_jsonb(t)) texts (field, word) where regexp_replace(word, '"[a-z_]+":', '', 'g') ~* '${placeholder}' and word not like 'data:image/png;%'`,
      );
      expect({ table, texts }).toEqual({ table, texts: [] });
    }
    expect(await count(`users where name ~ '[0-9]' and account_type not in ('mac', 'voucher')`)).toBe(0);
    expect(await count('(select name from users group by 1 having count(*) > 8) repeated')).toBe(0);
  });

  test('has every preference and a logo for each hotspot', async () => {
    const keys = [...Object.keys(HOTSPOT_PREFERENCE_DEFAULTS), ...Object.keys(MARKETING_DEFAULTS)];
    const stored = await rows<{ hotspot_id: number; key: string; value: string }>(
      db,
      'select hotspot_id, key, value from hotspot_preferences',
    );
    for (const id of new Set(stored.map((row) => row.hotspot_id))) {
      const own = stored.filter((row) => row.hotspot_id === id).map(({ key }) => key);
      expect(own).toEqual(expect.arrayContaining(keys));
    }
    const logos = stored.filter(({ key }) => key === 'captive_3_logo').map(({ value }) => value);
    expect(new Set(logos).size).toBe(11);
    for (const picture of logos) expect(picture).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
    expect(Math.max(...stored.map(({ value }) => value.length))).toBeLessThan(20_000);
  });

  test("has the network's name on each hotspot’s vouchers, for their QR code", async () => {
    const papers = await rows<{ settings: object }>(db, 'select settings from hotspot_papers');
    expect(papers).toHaveLength(Number(await one('select count(*) from hotspots')));
    for (const { settings } of papers) expect(updatePaper.parse({ ...settings, template_id: 0 }).ssid).not.toBe('');
  });
});

/** Units without a session for a day. */
async function silentUnits(now: Date): Promise<string[]> {
  const since = `'${new Date(now.getTime() - 86_400_000).toISOString()}'`;
  const found = await rows<{ name: string }>(
    db,
    `select name from units n where not exists (select from sessions s where s.unit_id = n.id and s.update_time > ${since})
      and not exists (select from session_histories h where h.unit_id = n.id and h.update_time > ${since}) order by name`,
  );
  return found.map(({ name }) => name);
}

/** Checks the last digit of an Italian VAT number, which is a check digit. */
function hasRightCheckDigit(vat: string): boolean {
  const digits = Array.from(vat, Number);
  const sum = digits
    .slice(0, 10)
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : ((digit * 2) % 10) + Math.floor(digit / 5)), 0);
  return (10 - (sum % 10)) % 10 === digits[10];
}

describe('the demonstration created again', () => {
  test('has the same rows for the same moment', async () => {
    const before = await checksums();
    await seedDemo(db, NOW);
    expect(await checksums()).toEqual(before);
  });

  test('is consistent on a summer night, with guests online', async () => {
    await seedDemo(db, NIGHT);
    expect(await faultsOf(db, NIGHT)).toEqual({});
    expect(await count('sessions')).toBeGreaterThan(10);
    expect(await silentUnits(NIGHT)).toEqual(['bsv-deposito', 'ghm-spa', 'pineta-spiaggia']);
  });

  test('has sessions at every hour of the day', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => expectedRunning(NIGHT.getTime() / 1000 + hour * 3600));
    expect(Math.min(...hours)).toBe(10);
    expect(Math.max(...hours)).toBe(50);
  });
});

describe('the running demonstration', () => {
  const clock = { now: NIGHT };
  const failures: unknown[] = [];
  let radius: RadiusListener | undefined;
  beforeAll(async () => {
    radius = await listenRadius({
      db,
      clock: () => clock.now,
      zone: 'Europe/Rome',
      host: '127.0.0.1',
      ports: { authentication: 0, accounting: 0, tls: 0 },
      onFailure: (error) => void failures.push(error),
    });
  });
  afterAll(async () => {
    await radius?.close();
    expect(failures).toEqual([]);
  });
  const present = (seed: number) =>
    startLiveTraffic({
      db,
      random: mulberry32(seed),
      createdAt: NIGHT,
      zone: 'Europe/Rome',
      visits: { seen: () => undefined },
      waits: [5000],
      target: () => ({ host: '127.0.0.1', authentication: 0, accounting: 0, ...radius?.ports }),
    });

  /** The server numbers running and ended sessions separately; the generated year before uses one sequence for both. */
  const faultsNow = async () => {
    const { 'ids that are used twice': _, ...faults } = await faultsOf(db, clock.now);
    return faults;
  };

  test('continues, ends and starts sessions and guests over 100 steps towards morning, and stays consistent', async () => {
    const started = await rows<{ key: string; bytes: string }>(db, 'select session_key as key, bytes_down::text as bytes from sessions');
    const counted = { ended: await count('session_histories'), guests: (await count('users')) + (await count('user_histories')) };
    const { step } = present(7);
    for (let nth = 0; nth < 100; nth += 1) {
      clock.now = new Date(clock.now.getTime() + 60_000);
      await step(clock.now);
    }
    expect(await faultsNow()).toEqual({});
    const keys = started.map(({ key }) => `'${key}'`).join(',');
    const stillRunning = await rows<{ key: string; bytes: string }>(
      db,
      `select session_key as key, bytes_down::text as bytes from sessions where session_key in (${keys})`,
    );
    const ended = await count(`session_histories where session_key in (${keys})`);
    expect(ended).toBeGreaterThan(5);
    expect(stillRunning.length + ended).toBe(started.length);
    const moved = stillRunning.filter(({ key, bytes }) => Number(bytes) > Number(started.find((one) => one.key === key)?.bytes));
    expect(moved.length).toBe(stillRunning.length);
    expect(await count(`sessions where update_time > '${new Date(clock.now.getTime() - 420_000).toISOString()}'`)).toBe(
      await count('sessions'),
    );
    expect(await count(`sessions where session_key not in (${keys})`)).toBeGreaterThan(5);
    expect(await count('session_histories')).toBeGreaterThan(counted.ended);
    expect((await count('users')) + (await count('user_histories'))).toBeGreaterThan(counted.guests);
    expect(await silentUnits(clock.now)).toEqual(['bsv-deposito', 'ghm-spa', 'pineta-spiaggia']);
  });

  test('reports each session by RADIUS, decides each login, and refuses only guests whose day is used up or whose other device is online', async () => {
    expect(await count('sessions s where not exists (select from session_reports r where r.session_id = s.id and r.ended is null)')).toBe(
      0,
    );
    const decided = await count(`access_events where refusal = ''`);
    expect(decided).toBeGreaterThan(20);
    const refused = await rows<{ refusal: string }>(db, `select refusal from access_events where refusal <> ''`);
    expect(refused.filter(({ refusal }) => !['used_up_today', 'too_many_devices'].includes(refusal))).toEqual([]);
    expect(refused.length).toBeLessThan(decided / 10);
    expect(await count(`session_histories where start_time > '${NIGHT.toISOString()}' and terminate_cause = ''`)).toBe(0);
  });

  test('has units that report, except broken ones', async () => {
    await radius?.flush();
    const silent = await one(
      `select string_agg(name, ' ' order by name) from units n where not exists (select from unit_contacts c where c.unit_id = n.id)`,
    );
    expect(silent).toBe('bsv-deposito ghm-spa pineta-spiaggia');
  });

  test('ends a session when its unit is requested to', async () => {
    const { step, sessionOf } = present(10);
    clock.now = new Date(clock.now.getTime() + 60_000);
    await step(clock.now);
    const [running] = await rows<{ key: string }>(db, 'select session_key as key from sessions order by id desc limit 1');
    expect(sessionOf('never there')).toBeNull();
    const end = sessionOf(running?.key ?? '');
    expect(end).not.toBeNull();
    end?.();
    while ((await count(`sessions where session_key = '${running?.key ?? ''}'`)) > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await one(`select terminate_cause from session_histories where session_key = '${running?.key ?? ''}'`)).toBe('admin_reset');
  });

  test('leaves units and the latest phones of visitors alone', async () => {
    const { step, units } = present(11);
    await step(clock.now);
    const at = new Date(clock.now.getTime() + 1000).toISOString();
    await db.execute(
      `with guest as (
         insert into users (hotspot_id, account_type, name, username, created, valid_from, valid_until)
         select id, 'email', 'Visitor', 'visitor' || nth || '@example.com', '${at}', '${at}', '2027-12-31'
         from hotspots cross join generate_series(10, 49) nth
         returning id, hotspot_id, username
       )
       insert into devices (hotspot_id, user_id, mac_address, created)
       select hotspot_id, id, '02-E2-E0-00-' || lpad(hotspot_id::text, 2, '0') || '-' || substr(username, 8, 2), '${at}' from guest`,
    );
    const known = units().length;
    await db.execute(
      `insert into units (hotspot_id, name, uuid, mac_address, secret, created)
       select id, 'visitor', 'visitor-unit', '02-E2-E0-00-00-99', 'secret of a visitor', '${at}' from hotspots order by id limit 1`,
    );
    const decided = await count('access_events');
    for (let nth = 0; nth < 25; nth += 1) {
      clock.now = new Date(clock.now.getTime() + 60_000);
      await step(clock.now);
    }
    expect(await count('access_events')).toBeGreaterThan(decided);
    expect(await count(`access_events where device_mac like '02-E2-E0-%'`)).toBe(0);
    expect(known).toBeGreaterThan(30);
    expect(units()).toHaveLength(known);
    await db.execute(`delete from users where name = 'Visitor'`);
    await db.execute(`delete from units where name = 'visitor'`);
  });

  test('ends lost sessions at their last report after a night of sleep, and starts others', async () => {
    const { step } = present(8);
    clock.now = new Date(clock.now.getTime() + 60_000);
    await step(clock.now);
    const asleep = clock.now;
    expect(await count('sessions')).toBeGreaterThan(0);
    clock.now = new Date(asleep.getTime() + 9 * 3_600_000);
    await endSilentSessions(db, clock.now.getTime());
    await step(clock.now);
    expect(await faultsNow()).toEqual({});
    expect(await count(`sessions where start_time <= '${asleep.toISOString()}'`)).toBe(0);
    expect(await count(`session_histories where stop_time > '${asleep.toISOString()}'`)).toBe(0);
    expect(await count('sessions')).toBeGreaterThan(0);
  });

  test('leaves hotspots outside the demonstration alone', async () => {
    await db.execute("update hotspots set name = name || '-2'");
    await radius?.flush();
    const before = await checksums();
    await present(9).step(new Date('2027-09-01T10:00:00Z'));
    expect(await checksums()).toEqual(before);
  });
});

/** A checksum of every table, without what is random on purpose: salts and tokens. */
async function checksums(): Promise<unknown[]> {
  return Promise.all(
    TABLES.map((table) =>
      one(`select '${table} ' || coalesce(md5(string_agg(row, '' order by row)), 'empty')
        from (select (to_jsonb(t) - 'password_hash' - 'token_hash')::text collate "C" as row from "${table}" t) rows`),
    ),
  );
}
