/** What simulated guests use is what the server has in the end: on sessions, guests and reports. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { asc, eq, sql } from 'drizzle-orm';
import {
  hotspot_preferences,
  hotspot_vouchers,
  session_histories,
  session_sums,
  sessions,
  units,
  users,
} from '../../../src/server/database/schema';
import { mulberry32 } from '../../../src/server/demo/random';
import { disconnect } from '../../../src/server/radius/coa';
import { listenRadius, type RadiusListener } from '../../../src/server/radius/listener';
import { playersAt, SimulationError } from '../../../src/server/simulate/players';
import { simulation } from '../../../src/server/simulate/simulation';
import { answering } from '../../support/freeradius';
import { passwordOf } from '../../support/recordings';
import { serve } from '../../support/server';

let radius: RadiusListener | undefined;
const failures: unknown[] = [];
// Before the database closes.
afterAll(async () => {
  await radius?.close();
  expect(failures).toEqual([]);
});

const server = serve();
const HOTSPOT = 1;
const START = new Date('2026-11-22T09:30:00Z');
const clock = { now: START };

beforeAll(async () => {
  const db = server.db();
  server.clock.now = START;
  await db.delete(hotspot_preferences).where(eq(hotspot_preferences.hotspot_id, HOTSPOT));
  await db.insert(hotspot_preferences).values([
    { hotspot_id: HOTSPOT, key: 'voucher_login', value: 'true' },
    { hotspot_id: HOTSPOT, key: 'bypass_macaddress_check', value: 'true' },
  ]);
  await db.delete(hotspot_vouchers).where(eq(hotspot_vouchers.hotspot_id, HOTSPOT));
  const common = { hotspot_id: HOTSPOT, auto_login: true, created: START };
  for (const code of ['played1', 'played2']) {
    await db.insert(hotspot_vouchers).values({ ...common, code, duration: 3, remain_use: 1, type: 'auth' });
    await db.insert(users).values({ ...common, username: code.toUpperCase(), account_type: 'voucher' });
  }
  const [first] = await db.select({ id: units.id }).from(units).where(eq(units.hotspot_id, HOTSPOT)).orderBy(asc(units.id)).limit(1);
  await db
    .update(units)
    .set({ secret: sql`'secret of ' || ${units.uuid}` })
    .where(eq(units.hotspot_id, HOTSPOT));
  expect(first).toBeDefined();
  radius = await listenRadius({
    ...{ db, clock: () => clock.now, zone: 'Europe/Rome', host: '127.0.0.1', ports: { authentication: 0, accounting: 0, tls: 0 } },
    onFailure: (error) => void failures.push(error),
  });
});

const players = (guests: number, username = 'reseller1', hotspotId = HOTSPOT) =>
  playersAt({ url: server.url(), username, password: passwordOf(username), hotspotId, guests, now: START });

const targetOf = () => {
  if (!radius) throw new Error('it listens only in tests');
  return { host: '127.0.0.1', ...radius.ports };
};

describe('who plays', () => {
  test('guests with vouchers, and devices whose MAC entries are made once', async () => {
    const before = await server.db().$count(users, eq(users.account_type, 'mac'));
    const { guests, units: played } = await players(6);
    expect(guests.filter(({ password }) => password !== null).map(({ username }) => username)).toEqual(['played1', 'played2']);
    expect(guests).toHaveLength(6);
    expect(played.every(({ secret }) => secret.startsWith('secret of '))).toBe(true);
    expect(await server.db().$count(users, eq(users.account_type, 'mac'))).toBe(before + 4);
    await players(6);
    expect(await server.db().$count(users, eq(users.account_type, 'mac'))).toBe(before + 4);
  });

  test.each([
    ['at a hotspot of others', 'reseller1', 4],
    ['for somebody who may not read secrets', 'desk11', HOTSPOT],
  ])('is nobody %s', async (_, username, hotspotId) => {
    await expect(players(2, username, hotspotId)).rejects.toThrow(SimulationError);
  });
});

test('what they use is what sessions, guests and reports say', async () => {
  const db = server.db();
  const game = simulation({ ...(await players(6)), target: targetOf(), random: mulberry32(7) });
  for (let step = 0; step < 40; step += 1) {
    clock.now = new Date(clock.now.getTime() + 60_000);
    await game.pass(60);
  }
  await game.stop();
  const { accepted, refused, unanswered, online } = game.counts();
  expect({ refused, unanswered, online }).toEqual({ refused: 0, unanswered: 0, online: 0 });
  expect(accepted).toBeGreaterThan(6);

  const sums = {
    up: sql<number>`sum(${session_histories.bytes_up})`.mapWith(Number),
    down: sql<number>`sum(${session_histories.bytes_down})`.mapWith(Number),
    seconds: sql<number>`sum(${session_histories.duration})`.mapWith(Number),
  };
  for (const [username, used] of game.used()) {
    const [guest] = await db.select().from(users).where(eq(users.username, username.toUpperCase()));
    const [stored] = await db
      .select(sums)
      .from(session_histories)
      .where(eq(session_histories.user_id, guest?.id ?? 0));
    expect({ username, ...stored }).toEqual({ username, ...used });
    const { body } = await server.as('reseller1').get(`/api/users/${guest?.id ?? 0}`);
    expect(body).toMatchObject({ max_navigation_traffic_limit: used.up + used.down, max_navigation_time_limit: used.seconds });
  }
  expect(await db.$count(sessions, sql`${sessions.session_key} in (select session_key from session_reports)`)).toBe(0);
  const [all] = await db.select({ bytes: sql<number>`count(*)`.mapWith(Number) }).from(session_sums);
  expect(all?.bytes).toBeGreaterThan(0);
});

test('a unit ends a session when it is asked to, and says so where it has none', async () => {
  const { guests, units: played } = await players(2);
  const game = simulation({ guests, units: played.slice(0, 1), target: targetOf(), random: mulberry32(3) });
  while (game.counts().online === 0) await game.pass(30);
  const [running] = await server
    .db()
    .select()
    .from(sessions)
    .where(sql`${sessions.session_key} in (select session_key from session_reports where ended is null)`);
  const peer = await answering(game.answer);
  try {
    const target = { address: '127.0.0.1', port: peer.port, secret: played[0]?.secret ?? '' };
    const session = { nasIdentifier: '', username: '', deviceMac: '', key: running?.session_key ?? '' };
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
