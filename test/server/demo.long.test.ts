import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { openDatabase, type Database } from '../../src/server/database/client';
import type { Db } from '../../src/server/database/db';
import { endSilentSessions } from '../../src/server/access/sessionStore';
import { seedDemo } from '../../src/server/demo/demo';
import { startLiveTraffic } from '../../src/server/demo/liveTraffic';
import { mulberry32 } from '../../src/server/demo/random';
import { expectedRunning } from '../../src/server/demo/year';
import { listenRadius, type RadiusListener } from '../../src/server/radius/listener';
import { faultsOf, rows } from '../support/server/consistency';
import { newPlace, type Place } from '../support/server/database';
import { NOW, TABLES } from './demoTests';
/** The quietest hour of the night, on a Sunday in summer. */
const NIGHT = new Date('2027-08-01T01:40:00Z');

// Each seeding writes about 50,000 rows.
jest.setTimeout(120_000);

let place: Place;
let database: Database;
let db: Db;

beforeAll(async () => {
  place = await newPlace('nothing');
  database = await openDatabase(place, { patient: true });
  db = database.db;
  await seedDemo(db, NOW);
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

const one = async (query: string) => Object.values((await rows<Record<string, unknown>>(db, query))[0] ?? {})[0];
const count = async (query: string) => Number(await one(`select count(*) from ${query}`));

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
      ...{ db, clock: () => clock.now, zone: 'Europe/Rome', host: '127.0.0.1', ports: { authentication: 0, accounting: 0, tls: 0 } },
      onFailure: (error) => void failures.push(error),
    });
  });
  afterAll(async () => {
    await radius?.close();
    expect(failures).toEqual([]);
  });
  const present = (seed: number) =>
    startLiveTraffic({
      ...{ db, random: mulberry32(seed), made: NIGHT, zone: 'Europe/Rome', visits: { seen: () => undefined }, waits: [5000] },
      target: () => ({ host: '127.0.0.1', authentication: 0, accounting: 0, ...radius?.ports }),
    });

  /** The server numbers running sessions and ended ones apart; the year before has one sequence for both. */
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

  test('reports each session by RADIUS, decides each login, and refuses only exhausted guests', async () => {
    expect(await count('sessions s where not exists (select from session_reports r where r.session_id = s.id and r.ended is null)')).toBe(
      0,
    );
    const decided = await count(`access_events where refusal = ''`);
    expect(decided).toBeGreaterThan(20);
    const refused = await rows<{ refusal: string }>(db, `select refusal from access_events where refusal <> ''`);
    expect(refused.filter(({ refusal }) => refusal !== 'used_up_today')).toEqual([]);
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

/** A checksum of every table, without what is random on purpose: salts and tokens. */
async function checksums(): Promise<unknown[]> {
  return Promise.all(
    TABLES.map((table) =>
      one(`select '${table} ' || coalesce(md5(string_agg(row, '' order by row)), 'empty')
        from (select (to_jsonb(t) - 'password_hash' - 'token_hash')::text collate "C" as row from "${table}" t) rows`),
    ),
  );
}
