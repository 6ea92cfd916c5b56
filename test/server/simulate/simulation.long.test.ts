/** What simulated guests use equals what the server shows in the end: for sessions, guests and in reports. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq, inArray } from 'drizzle-orm';
import { report, type ReportType } from '../../../src/contract/reports';
import { historiesPage, sessionsPage } from '../../../src/contract/sessions';
import type { UnitKind } from '../../../src/contract/plain/wire';
import { requestDisconnect } from '../../../src/server/access/pendingDisconnectQueries';
import { readConfig } from '../../../src/server/config';
import { hotspot_vouchers, session_histories, sessions, units, users } from '../../../src/server/database/schema';
import { change, disconnect } from '../../../src/server/radius/coa';
import type { RadiusListener } from '../../../src/server/radius/listener';
import type { Used } from '../../../src/demo/simulate/playedUnit';
import { setUpSimulation, SimulationError } from '../../../src/demo/simulate/players';
import { simulation } from '../../../src/demo/simulate/simulation';
import { answering } from '../../support/radius/freeradius';
import { guestWithVoucher, listenOnFreePorts, setOnlyPreferences } from '../../support/radius/radius';
import { passwordOf } from '../../support/backEnd/recordings';
import { serve } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';

let radius: RadiusListener | undefined;
const failures: unknown[] = [];
// Before the database closes.
afterAll(async () => {
  await radius?.close();
  expect(failures).toEqual([]);
});

const server = serve({
  config: { httpAaa: true, opennds: true, zone: 'Europe/Rome', radius: readConfig({ PORTICO_RADIUS: 'on' }).radius },
});
const HOTSPOT = 1;
const START = new Date('2026-11-22T05:30:00Z');
const DAY = '2026-11-22';
const clock = server.clock;
const later = (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1000));

/** The types set on the hotspot's units, and the protocol by which each is simulated. */
const KINDS: readonly [kind: UnitKind, protocol: string][] = [
  ['mikrotik', 'radius'],
  ['coovachilli', 'http_aaa'],
  ['coovachilli', 'radius'],
  ['unifi', 'radius'],
  ['omada', 'radius'],
  ['aruba', 'radius'],
  ['ruckus', 'radius'],
  ['pfsense', 'radius'],
  ['opennds', 'opennds'],
  ['generic', 'radius'],
  ['wlc', 'radius'],
];
/** Indexes of units in the list. */
const CHILLI = 1;
const OPENNDS = 8;
const unitIds: number[] = [];

beforeAll(async () => {
  const db = server.db();
  clock.now = START;
  await setOnlyPreferences(db, HOTSPOT, { voucher_login: 'true', bypass_macaddress_check: 'true' });
  await db.delete(hotspot_vouchers).where(eq(hotspot_vouchers.hotspot_id, HOTSPOT));
  for (const code of ['played1', 'played2']) await guestWithVoucher(db, { hotspot_id: HOTSPOT, code, created: START });
  // Units without a secret aren't simulated.
  await db.update(units).set({ secret: '' }).where(eq(units.hotspot_id, HOTSPOT));
  const created = KINDS.map(([kind], nth) => ({
    hotspot_id: HOTSPOT,
    uuid: `played-${nth}`,
    mac_address: `00-11-22-33-55-0${nth}`,
    name: `Played ${nth}`,
    kind,
    secret: `secret of ${nth}`,
    created: START,
  }));
  for (const unit of created) {
    const row = await insertUnit(db, unit);
    unitIds.push(row.id);
  }
  radius = await listenOnFreePorts({ db, clock: () => clock.now, onFailure: (error) => void failures.push(error) });
});

const players = (guests: number, username = 'reseller1', hotspotId = HOTSPOT) =>
  setUpSimulation({ url: server.url(), username, password: passwordOf(username), hotspotId, guests, now: START });

const targetOf = () => {
  if (!radius) throw new Error('it listens only in tests');
  return { url: server.url(), radius: { host: '127.0.0.1', ...radius.ports } };
};

/** A simulation at some of the units. */
async function gameAt(nths: readonly number[], guests: number, more: { seed?: string; speed?: number } = {}) {
  const { units: played, ...found } = await players(guests);
  const chosen = played.filter(({ uuid }) => nths.some((nth) => uuid === `played-${nth}`));
  expect(chosen).toHaveLength(nths.length);
  return simulation({ guests: found.guests, units: chosen, target: targetOf(), seed: 'a seed', ...more });
}

describe('the players of a simulation', () => {
  test('are guests with vouchers, and devices whose MAC entries are created once', async () => {
    const before = await server.db().$count(users, eq(users.account_type, 'mac'));
    const { guests } = await players(6);
    expect(guests.filter(({ password }) => password !== null).map(({ username }) => username)).toEqual(['played1', 'played2']);
    expect(guests).toHaveLength(6);
    expect(await server.db().$count(users, eq(users.account_type, 'mac'))).toBe(before + 4);
    await players(6);
    expect(await server.db().$count(users, eq(users.account_type, 'mac'))).toBe(before + 4);
  });

  test('include each unit as its own kind, by a protocol of that kind', async () => {
    const { units: played, unserved } = await players(1);
    const byId = [...played].sort((one, other) => one.uuid.localeCompare(other.uuid, 'en', { numeric: true }));
    expect(byId.map(({ kind }) => kind)).toEqual(KINDS.map(([kind]) => kind));
    expect(byId.flatMap(({ kind, protocol }) => (kind === 'coovachilli' ? [protocol] : [])).sort()).toEqual(['http_aaa', 'radius']);
    for (const { kind, protocol } of byId)
      if (kind !== 'coovachilli') expect([kind, protocol]).toEqual(KINDS.find(([one]) => one === kind));
    expect(unserved).toEqual([]);
  });

  test('include units without a kind as different ones', async () => {
    await server.db().update(units).set({ kind: '' }).where(inArray(units.id, unitIds));
    try {
      const { units: played } = await players(1);
      expect(new Set(played.map(({ kind }) => kind)).size).toBe(new Set(KINDS.map(([kind]) => kind)).size);
    } finally {
      for (const [nth, [kind]] of KINDS.entries())
        await server
          .db()
          .update(units)
          .set({ kind })
          .where(eq(units.id, unitIds[nth] ?? 0));
    }
  });

  test.each([
    ['at a hotspot of other tenants', 'reseller1', 4],
    ['for a person who may not read secrets', 'desk11', HOTSPOT],
  ])('are missing %s', async (_, username, hotspotId) => {
    await expect(players(2, username, hotspotId)).rejects.toThrow(SimulationError);
  });
});

describe('a simulation without units', () => {
  const bare = serve();
  const at = (hasRadius: boolean) =>
    setUpSimulation({
      url: bare.url(),
      username: 'reseller1',
      password: passwordOf('reseller1'),
      hotspotId: HOTSPOT,
      guests: 1,
      hasRadius,
      now: START,
    });

  test('has no players unless FreeRADIUS is in front of the server', async () => {
    await bare.db().update(units).set({ secret: 'known', kind: '' }).where(eq(units.hotspot_id, HOTSPOT));
    await expect(at(false)).rejects.toThrow('serves none of the units of hotspot 1');
    const { units: played, ports } = await at(true);
    expect(ports).toBeNull();
    expect(new Set(played.map(({ protocol }) => protocol))).toEqual(new Set(['radius']));
  });
});

const NOTHING: Used = { up: 0, down: 0, seconds: 0 };
const plus = (one: Used, other: Used): Used => ({
  up: one.up + other.up,
  down: one.down + other.down,
  seconds: one.seconds + other.seconds,
});
const inAll = (used: Iterable<Used>) => [...used].reduce(plus, NOTHING);

/** The totals of the console's lists of sessions. */
async function listed(kind: 'sessions' | 'histories', filter: string): Promise<Used> {
  const { body } = await server.as('reseller1').get(`/api/${kind}?page=1&limit=1&sums=true&${filter}`);
  const { sums } = (kind === 'sessions' ? sessionsPage : historiesPage).parse(body);
  return { up: sums?.bytes_up ?? -1, down: sums?.bytes_down ?? -1, seconds: sums?.duration ?? -1 };
}

/** A report's values for the day. Hotspot 0 stands for all, which is read from other tables. */
async function reported(type: ReportType, hotspot: number): Promise<[number, number]> {
  const { body } = await server
    .as('reseller1')
    .get(`/api/stats/reports/${type}/graph?hotspot=${hotspot}&from=${DAY}&to=${DAY}&tz=Europe/Rome`);
  const { set0, set1 } = report.parse(body);
  return [set0?.data?.[0] ?? 0, set1?.data?.[0] ?? 0];
}

describe('the usage of simulated guests', () => {
  /** By guest, at all units so far. */
  const totals = new Map<string, Used>();
  let connections = 0;

  test.each([
    ['a MikroTik', [0]],
    ['a CoovaChilli by HTTP AAA', [1]],
    ['a CoovaChilli by RADIUS', [2]],
    ['an openNDS', [OPENNDS]],
    ['units of the other kinds', [3, 4, 5, 6, 7, 9]],
  ])('is exactly what the server shows for %s', async (_, nths) => {
    const game = await gameAt(nths, 6);
    const [only = 0, ...others] = nths;
    const now = `hotspot=${HOTSPOT}&from=${clock.now.toISOString()}${others.length > 0 ? '' : `&unit=${unitIds[only] ?? 0}`}`;
    for (let step = 0; step < 12; step += 1) {
      later(300);
      // As long as the interval between reports, so that each running session has just been reported.
      await game.pass(300);
      const [running, ended] = [await listed('sessions', now), await listed('histories', now)];
      const used = inAll(game.used().values());
      if (only !== OPENNDS) expect(plus(running, ended)).toEqual(used);
      else {
        // openNDS reports running sessions in whole kB.
        const { up, down, seconds } = plus(running, ended);
        expect(seconds).toBe(used.seconds);
        for (const rest of [used.up - up, used.down - down]) expect(Math.floor(rest / 1024 / 6)).toBe(0);
      }
    }
    await game.stop();
    const { accepted, refused, unanswered, online } = game.counts();
    expect({ refused, unanswered, online }).toEqual({ refused: 0, unanswered: 0, online: 0 });
    expect(accepted).toBeGreaterThan(6);
    expect(game.used().size).toBe(6);
    connections += accepted;

    expect(await listed('sessions', now)).toEqual(NOTHING);
    expect(await listed('histories', now)).toEqual(inAll(game.used().values()));
    for (const [username, used] of game.used()) {
      const sum = plus(used, totals.get(username) ?? NOTHING);
      totals.set(username, sum);
      const [guest] = await server.db().select().from(users).where(eq(users.username, username.toUpperCase()));
      expect({ username, ...(await listed('histories', `${now}&user=${guest?.id ?? 0}`)) }).toEqual({ username, ...used });
      const { body } = await server.as('reseller1').get(`/api/users/${guest?.id ?? 0}`);
      expect(body).toMatchObject({ max_navigation_traffic_limit: sum.up + sum.down, max_navigation_time_limit: sum.seconds });
    }
  });

  test('is exactly in the reports of the hotspot and of all hotspots', async () => {
    const { up, down, seconds } = inAll(totals.values());
    const guests = totals.size;
    const rounded = (value: number, among: number) => Math.round(value / among);
    // Nobody else was online on that day.
    for (const hotspot of [HOTSPOT, 0]) {
      expect(await reported('traffic', hotspot)).toEqual([up, down]);
      expect((await reported('sessions', hotspot))[0]).toBe(connections);
      expect(await reported('avg_user_traffic', hotspot)).toEqual([rounded(up, guests), rounded(down, guests)]);
      expect(await reported('avg_conn_traffic', hotspot)).toEqual([rounded(up, connections), rounded(down, connections)]);
      expect(await reported('avg_user_duration', hotspot)).toEqual([rounded(seconds, guests), 0]);
      expect(await reported('avg_conn_duration', hotspot)).toEqual([rounded(seconds, connections), 0]);
    }
  });
});

describe('the course of a simulation', () => {
  const played = async (more: { seed?: string; speed?: number }) => {
    const game = await gameAt([0], 6, more);
    for (let step = 0; step < 40; step += 1) await game.pass(60);
    await game.stop();
    later(60);
    return { ...game.counts(), used: Object.fromEntries(game.used()) };
  };

  test('is the same with the same seed, and different with another', async () => {
    const first = await played({ seed: 'one' });
    expect(await played({ seed: 'one' })).toEqual(first);
    expect((await played({ seed: 'other' })).used).not.toEqual(first.used);
  });

  test('takes a tenth of the time at ten times the speed', async () => {
    const { used, accepted, reports } = await played({});
    const fast = await played({ speed: 10 });
    expect(fast).toMatchObject({ accepted, reports });
    for (const [username, { up, down, seconds }] of Object.entries(used)) {
      expect(fast.used[username]).toMatchObject({ up, down });
      const lost = seconds / 10 - (fast.used[username]?.seconds ?? 0);
      // Less than a second per session is lost.
      expect(Math.floor(lost / accepted)).toBe(0);
    }
  });
});

describe('a simulated unit', () => {
  test('applies changes and ends sessions on request, and refuses for an unknown session', async () => {
    const game = await gameAt([0], 2);
    while (game.counts().online === 0) await game.pass(30);
    const [running] = await server
      .db()
      .select()
      .from(sessions)
      .where(eq(sessions.unit_id, unitIds[0] ?? 0));
    const peer = await answering(game.answer);
    try {
      const target = { address: '127.0.0.1', port: peer.port, secret: 'secret of 0' };
      const session = { nasIdentifier: '', username: '', deviceMac: '', key: running?.session_key ?? '' };
      expect(await change(target, session, { now: clock.now })).toEqual({ outcome: 'acknowledged' });
      expect(await change(target, { ...session, key: 'none' }, { now: clock.now })).toEqual({ outcome: 'unknown there' });
      expect(await disconnect(target, session, { now: clock.now })).toEqual({ outcome: 'acknowledged' });
      expect(await disconnect(target, { ...session, key: 'none' }, { now: clock.now })).toEqual({ outcome: 'unknown there' });
      expect(await disconnect({ ...target, secret: 'wrong' }, session, { now: clock.now, waits: [50] })).toEqual({ outcome: 'no answer' });
      await game.pass(1);
      const [ended] = await server
        .db()
        .select()
        .from(session_histories)
        .where(eq(session_histories.session_key, running?.session_key ?? ''));
      expect(ended).toMatchObject({ terminate_cause: 'admin_reset' });
    } finally {
      peer.close();
      await game.stop();
    }
  });

  test.each([
    ['CoovaChilli by HTTP AAA', CHILLI, ''],
    ['openNDS', OPENNDS, 'admin_reset'],
  ])('without disconnect requests, %s, is informed with its next report', async (_, nth, cause) => {
    const game = await gameAt([nth], 1, { seed: 'stays' });
    while (game.counts().online === 0) await game.pass(30);
    const db = server.db();
    const running = eq(sessions.unit_id, unitIds[nth] ?? 0);
    const [session] = await db.select().from(sessions).where(running);
    await requestDisconnect(db, session?.id ?? 0, clock.now);
    try {
      for (let passed = 0; passed < 400 && game.counts().online > 0; passed += 20) {
        later(20);
        await game.pass(20);
      }
      expect(game.counts()).toMatchObject({ online: 0, unanswered: 0 });
      const [ended] = await db
        .select()
        .from(session_histories)
        .where(eq(session_histories.session_key, session?.session_key ?? ''));
      expect(ended).toMatchObject({ terminate_cause: cause });
      expect(await db.$count(sessions, running)).toBe(0);
    } finally {
      await game.stop();
    }
  });
});
