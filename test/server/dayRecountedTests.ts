/**
 * One day recounted: guests come and go at units of three types over their own protocols (RADIUS over UDP, HTTP AAA, the portal); staff
 * create, print, replace and mail vouchers; and every number that the server reports for that day is compared with the rows. The expected
 * numbers are counted here from raw rows, by plain loops and the calendar of `Intl`, without any code of the product.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { shift } from '../../src/contract/batches';
import { expiredGuests, listedGuest } from '../../src/contract/guests';
import { report, type Report, type ReportType } from '../../src/contract/reports';
import { historiesPage, sessionsPage } from '../../src/contract/sessions';
import { dashboard } from '../../src/contract/stats';
import { vouchersCreated } from '../../src/contract/vouchers';
import { readConfig } from '../../src/server/config';
import { rowsIn } from '../../src/server/database/db';
import { hotspot_vouchers, units } from '../../src/server/database/schema';
import type { RadiusListener } from '../../src/server/radius/listener';
import { setUpSimulation } from '../../src/demo/simulate/players';
import { simulation } from '../../src/demo/simulate/simulation';
import { createMailer } from '../../src/server/messages/mailer';
import { passwordOf } from '../support/backEnd/recordings';
import { playedMikrotik } from '../support/peers/gateways';
import { listening, mailSink, parsed } from '../support/peers/mailSink';
import { guestWithVoucher, listenOnFreePorts, setOnlyPreferences } from '../support/radius/radius';
import { serve } from '../support/server/server';

export interface PlayedDay {
  /** The hotspot's time zone; the server's is Europe/Rome. */
  zone: string;
  /** YYYY-MM-DD. */
  day: string;
  /** Number of hours of that day. */
  hours: number;
  /** Seconds per step; smaller ones take more CPU time. */
  step: number;
  guests: number;
}

const SERVER_ZONE = 'Europe/Rome';
const HOTSPOT = 1;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The wall-clock time of a moment in a zone: "2026-11-01 22:15:00". */
const clocks = new Map<string, Intl.DateTimeFormat>();
export function clockIn(moment: number, zone: string): string {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, clock);
  return clock.format(moment);
}
export const dayAt = (moment: number, zone: string) => clockIn(moment, zone).slice(0, 10);

/** The first minute at which a zone's wall clock shows this time, found by trying. */
function momentAt(wall: string, zone: string): number {
  for (let at = Date.parse(`${wall}:00Z`) - DAY; ; at += 60_000) if (clockIn(at, zone).slice(0, 16) >= wall.replace('T', ' ')) return at;
}

export interface Visit {
  hotspot: number;
  user: number;
  from: number;
  /** End of the session; Infinity while it is running. */
  to: number;
  up: number;
  down: number;
  seconds: number;
}

/** What the tests of a played day compare the answers with. */
export interface DayPlayed {
  /** The following day. */
  next: string;
  server: ReturnType<typeof serve>;
  visits: () => Promise<Visit[]>;
  /** Number of guests created at the hotspot on that day. */
  newGuests: () => Promise<number>;
  hotspot: number;
}

/** `instead` replaces the comparison of what the server answers. */
function recountDay({ zone, day, hours, step, guests: played }: PlayedDay, instead?: (day: DayPlayed) => void): void {
  const mail = mailSink();
  const mailPort = listening(mail.sink);
  let radius: RadiusListener | undefined;
  let stopGame: (() => Promise<void>) | undefined;
  const failures: unknown[] = [];
  // Before the database closes.
  afterAll(async () => {
    await stopGame?.();
    await radius?.close();
    expect(failures).toEqual([]);
  });

  let sendMail: ReturnType<typeof createMailer> | undefined;
  const server = serve({
    config: { httpAaa: true, opennds: true, zone: SERVER_ZONE, radius: readConfig({ PORTICO_RADIUS: 'on' }).radius },
    mailer: { isConfigured: true, send: async (one) => (sendMail ? sendMail.send(one) : { refused: 'not yet', isPermanent: false }) },
  });
  const { clock } = server;
  const next = dayAt(momentAt(`${day}T12:00`, 'UTC') + DAY, 'UTC');
  const rows = async <R extends object>(query: ReturnType<typeof sql>) => rowsIn<R>(await server.db().execute(query));

  /** All sessions, from the tables. */
  const visits = async (): Promise<Visit[]> => {
    const ended = sql`select hotspot_id, user_id, extract(epoch from start_time) * 1000 as begun, extract(epoch from coalesce(stop_time, update_time)) * 1000 as over,
      bytes_up, bytes_down, duration from session_histories`;
    const running = sql`select hotspot_id, user_id, extract(epoch from start_time) * 1000 as begun, null as over, bytes_up, bytes_down, duration from sessions`;
    const found = [...(await rows<Record<string, unknown>>(ended)), ...(await rows<Record<string, unknown>>(running))];
    return found.map((row) => ({
      hotspot: Number(row.hotspot_id),
      user: Number(row.user_id),
      from: Number(row.begun),
      to: row.over === null ? Infinity : Number(row.over),
      up: Number(row.bytes_up),
      down: Number(row.bytes_down),
      seconds: Number(row.duration),
    }));
  };
  const guestRows = async () =>
    rows<{ id: number; hotspot_id: number; account_type: string; created: number; valid_until: number | null; waits: boolean }>(sql`
      select u.id, u.hotspot_id, u.account_type, (extract(epoch from u.created) * 1000)::float8 as created,
        (extract(epoch from u.valid_until) * 1000)::float8 as valid_until, coalesce(v.type = 'auth', false) and u.valid_until is null as waits
      from users u left join hotspot_vouchers v on v.id = u.voucher_id`);
  const ownHotspots = async (of: string) =>
    new Set(
      (await rows<{ id: number }>(sql`select h.id from hotspots h join accounts a on a.id = h.account_id where a.username = ${of}`)).map(
        ({ id }) => id,
      ),
    );

  /** A user who reads numbers: of one hotspot or of several, and in which zone. */
  interface Look {
    as: string;
    hotspot: number;
    zone: string;
    sees: (hotspot: number) => boolean;
  }
  let looks: Look[] = [];

  beforeAll(async () => {
    const db = server.db();
    sendMail = createMailer(readConfig({ SMTP_URL: `smtp://127.0.0.1:${mailPort()}`, MAIL_FROM: 'portico@example.com' }));
    await setOnlyPreferences(db, HOTSPOT, { voucher_login: 'true', bypass_macaddress_check: 'true', time_zone: zone });
    clock.now = new Date(momentAt(`${day}T00:00`, zone) - 5 * HOUR);
    for (const code of ['played1', 'played2']) await guestWithVoucher(db, { hotspot_id: HOTSPOT, code, created: clock.now });
    await db
      .update(units)
      .set({ secret: '' })
      .where(sql`true`);
    const kinds = ['mikrotik', 'coovachilli', 'opennds'] as const;
    await db.insert(units).values(
      kinds.map((kind, nth) => ({
        hotspot_id: HOTSPOT,
        uuid: `recounted-${nth}`,
        mac_address: `00-11-22-33-66-0${nth}`,
        name: `Recounted ${nth}`,
        kind,
        secret: `secret of ${nth}`,
        created: clock.now,
      })),
    );
    radius = await listenOnFreePorts({ db, clock: () => clock.now, onFailure: (error) => void failures.push(error) });
    const players = await setUpSimulation({
      url: server.url(),
      username: 'reseller1',
      password: passwordOf('reseller1'),
      hotspotId: HOTSPOT,
      guests: played,
      now: clock.now,
    });
    expect(new Set(players.units.map(({ protocol }) => protocol))).toEqual(new Set(['radius', 'http_aaa', 'opennds']));
    const game = simulation({
      ...players,
      target: { url: server.url(), radius: { host: '127.0.0.1', ...radius.ports } },
      seed: `${zone} ${day}`,
    });
    stopGame = game.stop;

    const passUntil = async (until: number) => {
      while (clock.now.getTime() < until) {
        clock.now = new Date(Math.min(until, clock.now.getTime() + step * 1000));
        await game.pass(step);
      }
    };
    // Somebody who stays for two days, which is longer than any report looks back.
    const gatewayOf = (deviceMac: string) =>
      playedMikrotik({
        portal: server.url,
        ports: () => radius?.ports ?? { authentication: 0, accounting: 0 },
        deviceMac,
        unit: { uuid: 'recounted-0', mac: '00-11-22-33-66-00', secret: 'secret of 0' },
      });
    await guestWithVoucher(db, { hotspot_id: HOTSPOT, code: 'stays1', created: clock.now }, { max_navigation_time: 0 });
    const stayer = gatewayOf('02-00-00-00-77-01').radius;
    const playedFrom = clock.now;
    clock.now = new Date(playedFrom.getTime() - 30 * HOUR);
    await stayer.pap('STAYS1', 'stays1');
    await stayer.account('STAYS1', 'stays for long', 'start');
    clock.now = playedFrom;

    await passUntil(momentAt(`${day}T20:00`, zone));
    // The evening at the counter.
    const desk = server.as('desk11');
    const voucher = { hotspot_id: HOTSPOT, remain_use: 1, time: 'duration', duration: 1, expiration: 0, type: 'normal', preset: 'One day' };
    const created = vouchersCreated.parse((await desk.post('/api/vouchers', { ...voucher, num_vouchers: 4 })).body).ids;
    expect((await desk.put('/api/vouchers', { voucher_ids: created.slice(0, 3), printed: true })).status).toBe(200);
    expect((await desk.post(`/api/vouchers/voucher/${created[3] ?? 0}/replacement`, {})).status).toBe(201);
    const last = {
      hotspot_id: HOTSPOT,
      remain_use: 1,
      time: 'expiration',
      expiration: 1,
      duration: 0,
      type: 'normal',
      last_day: next,
      tz: 'hotspot',
    };
    const [dated = 0] = vouchersCreated.parse((await desk.post('/api/vouchers', last)).body).ids;
    expect(
      (await desk.post(`/api/vouchers/voucher/${dated}/mail`, { to: 'guest@example.com', language: 'en', tz: 'hotspot' })).status,
    ).toBe(200);
    // A one-day voucher that is first used at ten in the evening, and one that nobody uses.
    await guestWithVoucher(db, { hotspot_id: HOTSPOT, code: 'unused1', created: clock.now });
    await guestWithVoucher(db, { hotspot_id: HOTSPOT, code: 'evening1', created: clock.now });
    await db
      .update(hotspot_vouchers)
      .set({ duration: 1 })
      .where(sql`code = 'evening1'`);
    await passUntil(momentAt(`${day}T22:00`, zone));
    const evening = gatewayOf('02-00-00-00-77-02').radius;
    await evening.pap('EVENING1', 'evening1');
    await evening.account('EVENING1', 'of the evening', 'start');
    await passUntil(momentAt(`${next}T00:40`, zone));
    await stayer.account('STAYS1', 'stays for long', 'stop');
    await passUntil(momentAt(`${next}T10:17`, zone));
    expect(game.counts()).toMatchObject({ refused: 0, unanswered: 0 });
    expect(game.counts().online).toBeGreaterThan(0);

    const own = await ownHotspots('reseller1');
    looks = [
      { as: 'customer11', hotspot: 0, zone, sees: (id) => id === HOTSPOT },
      { as: 'reseller1', hotspot: HOTSPOT, zone, sees: (id) => id === HOTSPOT },
      // Its hotspots are in two zones, so the server's applies.
      { as: 'reseller1', hotspot: 0, zone: zone === SERVER_ZONE ? zone : SERVER_ZONE, sees: (id) => own.has(id) },
    ];
  }, 600_000);

  if (instead) {
    const newGuests = async () =>
      (await guestRows()).filter(({ hotspot_id, created }) => hotspot_id === HOTSPOT && dayAt(created, zone) === day).length;
    instead({ next, server, visits, newGuests, hotspot: HOTSPOT });
    return;
  }

  const reported = async ({ as, hotspot }: Look, type: ReportType): Promise<Report> => {
    const days = type === 'current' || type === 'sms_year' ? '' : `&from=${day}&to=${day}`;
    const answer = await server.as(as).get(`/api/stats/reports/${type}/graph?hotspot=${hotspot}${days}&tz=hotspot&count=present`);
    expect(answer.status).toBe(200);
    return report.parse(answer.body);
  };
  const dataOf = ({ set0, set1 }: Report) => [set0, set1].map((set) => set?.data?.[0] ?? 0);
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

  test('the day was played: guests came over three protocols, stayed over midnight, and some are still there', async () => {
    expect(momentAt(`${next}T00:00`, zone) - momentAt(`${day}T00:00`, zone)).toBe(hours * HOUR);
    const there = (await visits()).filter(({ hotspot }) => hotspot === HOTSPOT);
    const midnight = momentAt(`${next}T00:00`, zone);
    expect(there.filter(({ from, to }) => from < midnight && to > midnight).length).toBeGreaterThan(1);
    expect(there.some(({ to }) => to === Infinity)).toBe(true);
    expect(there.filter(({ from }) => dayAt(from, zone) === day).length).toBeGreaterThan(10);
    const by = await rows<{ kind: string }>(
      sql`select distinct u.kind from session_histories h join units u on u.id = h.unit_id where u.uuid like 'recounted-%'`,
    );
    expect(by.map(({ kind }) => kind).sort()).toEqual(['coovachilli', 'mikrotik', 'opennds']);
  });

  test.each([0, 1, 2])('reports tell of the day what its rows do, to reader %i', async (nth) => {
    const look = looks[nth];
    if (!look) throw new Error('played before');
    const seen = (await visits()).filter(({ hotspot }) => look.sees(hotspot));
    const started = seen.filter(({ from }) => dayAt(from, look.zone) === day);
    const distinct = new Set(started.map(({ user }) => user)).size;
    const created = (await guestRows()).filter((guest) => look.sees(guest.hotspot_id) && dayAt(guest.created, look.zone) === day);
    const [up, down, seconds] = [
      sum(started.map((visit) => visit.up)),
      sum(started.map((visit) => visit.down)),
      sum(started.map((visit) => visit.seconds)),
    ];
    expect(started.length).toBeGreaterThan(0);
    const connected = await reported(look, 'sessions');
    expect(dataOf(connected)).toEqual([started.length, created.length]);
    expect(connected.guests_per_day).toBe(distinct);
    expect(dataOf(await reported(look, 'traffic'))).toEqual([up, down]);
    expect(dataOf(await reported(look, 'avg_user_traffic'))).toEqual([Math.round(up / distinct), Math.round(down / distinct)]);
    expect(dataOf(await reported(look, 'avg_user_duration'))[0]).toBe(Math.round(seconds / distinct));
    expect(dataOf(await reported(look, 'avg_conn_traffic'))).toEqual([Math.round(up / started.length), Math.round(down / started.length)]);
    expect(dataOf(await reported(look, 'avg_conn_duration'))[0]).toBe(Math.round(seconds / started.length));
    const types = new Map<string, number>();
    for (const { account_type } of created) types.set(account_type, (types.get(account_type) ?? 0) + 1);
    const pie = await reported(look, 'account_types_pie');
    expect(new Map(pie.labels?.map((label, at) => [label, pie.sets?.[at]]) ?? [])).toEqual(types);
    const perDay = (await reported(look, 'account_types_graph')).sets ?? [];
    expect(sum(perDay.map((set) => (typeof set === 'number' ? set : sum(set.data ?? []))))).toBe(created.length);
    const sms = await rows<{ hotspot_id: number; at: number }>(
      sql`select hotspot_id, (extract(epoch from sent) * 1000)::float8 as at from hotspot_sms_counts`,
    );
    expect(dataOf(await reported(look, 'sms_history'))[0]).toBe(
      sms.filter(({ hotspot_id, at }) => look.sees(hotspot_id) && dayAt(at, look.zone) === day).length,
    );
  });

  test.each([0, 1, 2])('each hour tells who was there, empty ones and running sessions too, to reader %i', async (nth) => {
    const look = looks[nth];
    if (!look) throw new Error('played before');
    const seen = (await visits()).filter(({ hotspot }) => look.sees(hotspot));
    // Minute by minute, because an hour of the wall clock may occur twice, or not at all.
    const inHour = new Map<string, Set<number>>();
    for (let at = momentAt(`${day}T00:00`, look.zone); dayAt(at, look.zone) === day; at += 60_000) {
      const hour = clockIn(at, look.zone).slice(11, 13);
      const present = inHour.get(hour) ?? new Set();
      for (const [index, { from, to }] of seen.entries()) if (from < at + 60_000 && (to > at || from >= at)) present.add(index);
      inHour.set(hour, present);
    }
    const { labels, set0, set1, avg } = await reported(look, 'current');
    expect(labels).toEqual([...inHour.keys()].sort());
    const guests = [...inHour].sort().map(([, present]) => new Set([...present].map((index) => seen[index]?.user)).size);
    const connections = [...inHour].sort().map(([, present]) => present.size);
    expect(set0?.data).toEqual(guests);
    expect(set1?.data).toEqual(connections);
    expect(avg).toEqual([guests, connections].map((each) => Math.round((sum(each) / each.length) * 10) / 10));
  });

  test.each(['customer11', 'reseller1'])('the dashboard of %s agrees with the rows, the lists and the reports', async (as) => {
    const look = looks.find((one) => one.as === as && one.hotspot === 0);
    if (!look) throw new Error('played before');
    const now = clock.now.getTime();
    const numbers = dashboard.parse((await server.as(as).get('/api/stats/dashboard?tz=hotspot')).body);
    const seen = (await visits()).filter(({ hotspot }) => look.sees(hotspot));
    const people = (await guestRows()).filter((guest) => look.sees(guest.hotspot_id));
    const known = new Set(people.map(({ id }) => id));
    const yesterday = dayAt(now - DAY, look.zone);
    const started = seen.filter(({ from }) => dayAt(from, look.zone) === yesterday);
    expect(numbers.sessions.days.at(-1)).toBe(started.length);
    expect(numbers.users.days.at(-1)).toBe(new Set(started.map(({ user }) => user)).size);
    expect(numbers.sessions.total).toBe(seen.filter(({ to }) => to === Infinity).length);
    const online = new Set(seen.filter(({ user, to }) => to === Infinity && known.has(user)).map(({ user }) => user)).size;
    expect(numbers.online.at(-1)?.guests).toBe(online);
    const current = people.filter(({ valid_until, waits }) => waits || (valid_until !== null && valid_until > now));
    expect(numbers.users.total).toBe(current.length);
    for (const { at, guests } of numbers.online.slice(0, -1)) {
      const moment = Date.parse(at);
      expect([at, guests]).toEqual([
        at,
        new Set(seen.filter(({ from, to }) => from <= moment && to > moment).map(({ user }) => user)).size,
      ]);
    }
    // The maximum at once can only occur when somebody has just come online.
    const atOnce = (moment: number) => new Set(seen.filter(({ from, to }) => from <= moment && to > moment).map(({ user }) => user)).size;
    const moments = [now - DAY, ...seen.map(({ from }) => from).filter((from) => from > now - DAY && from <= now)];
    expect(numbers.most_online?.guests).toBe(Math.max(...moments.map(atOnce)));
    expect(atOnce(Date.parse(numbers.most_online?.at ?? '') + 999)).toBeGreaterThan(0);

    const total = async (path: string) => z.object({ total: z.number() }).parse((await server.as(as).get(path)).body).total;
    expect(await total('/api/stats/users/total?state=online')).toBe(online);
    expect(await total('/api/users?state=online&limit=1')).toBe(online);
    expect(await total('/api/stats/users/total?state=current')).toBe(current.length);
    expect(await total('/api/users?state=current&limit=1')).toBe(current.length);
    expect(await total('/api/users_expired?state=over&limit=1')).toBe(
      people.length -
        current.length +
        (await rows<{ hotspot_id: number }>(sql`select hotspot_id from user_histories`)).filter((row) => look.sees(row.hotspot_id)).length,
    );
    expect(await total('/api/stats/sessions/total')).toBe(numbers.sessions.total);
    if (as === 'reseller1') {
      const withHealth = z.object({ data: z.array(z.object({ id: z.number(), board: z.object({ guests_online: z.number() }) })) });
      const { data } = withHealth.parse((await server.as(as).get('/api/hotspots?board=true')).body);
      expect(sum(data.map(({ board: health }) => health.guests_online))).toBe(online);
      const midnight = momentAt(`${dayAt(now, look.zone)}T00:00`, look.zone);
      const today = seen.filter(({ from, to }) => from <= now && (from >= midnight || to > midnight));
      for (const { hotspot_id, guests } of numbers.busiest) {
        expect(guests).toBe(new Set(today.filter(({ hotspot }) => hotspot === hotspot_id).map(({ user }) => user)).size);
      }
      expect(numbers.busiest.length).toBeGreaterThan(0);
    }
  });

  test('the lists of sessions add up to the report of the same day', async () => {
    const [from, to] = [momentAt(`${day}T00:00`, zone), momentAt(`${next}T00:00`, zone) - 1000].map((at) =>
      new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    );
    const filter = `hotspot=${HOTSPOT}&page=1&limit=1&sums=true`;
    const staff = server.as('customer11');
    const ended = historiesPage.parse((await staff.get(`/api/histories?${filter}&from=${from ?? ''}&to=${to ?? ''}`)).body);
    const started = (await visits()).filter(({ hotspot, from: start }) => hotspot === HOTSPOT && dayAt(start, zone) === day);
    const over = started.filter((visit) => visit.to !== Infinity);
    expect(ended.total).toBe(over.length);
    expect(ended.sums).toEqual({
      bytes_up: sum(over.map(({ up }) => up)),
      bytes_down: sum(over.map(({ down }) => down)),
      duration: sum(over.map(({ seconds }) => seconds)),
    });
    const running = sessionsPage.parse((await staff.get(`/api/sessions?${filter}`)).body);
    const there = (await visits()).filter(({ hotspot, to: end }) => hotspot === HOTSPOT && end === Infinity);
    expect([running.total, running.sums?.bytes_down]).toEqual([there.length, sum(there.map(({ down }) => down))]);
  });

  test("guests' use of today is what their sessions had since midnight at the hotspot", async () => {
    const since = momentAt(`${next}T00:00`, zone);
    const now = clock.now.getTime();
    const { data } = z
      .object({ data: z.array(listedGuest) })
      .parse((await server.as('customer11').get('/api/users?state=current&used=true&tz=hotspot')).body);
    const all = await visits();
    // As far as is known, a running session ends with its last report.
    const reports = new Map(
      (
        await rows<{
          user_id: number;
          at: number;
          begun: number;
        }>(sql`select user_id, (extract(epoch from update_time) * 1000)::float8 as at,
      (extract(epoch from start_time) * 1000)::float8 as begun from sessions`)
      ).map(({ user_id, at, begun: started }) => [`${user_id} ${started}`, at]),
    );
    let used = 0;
    for (const { id, used_today_traffic, used_today_time, online } of data) {
      const parts = all
        .filter(({ user, hotspot }) => user === id && hotspot === HOTSPOT)
        .map((visit) => {
          const end = visit.to === Infinity ? (reports.get(`${visit.user} ${visit.from}`) ?? now) : visit.to;
          const share = end <= since ? 0 : visit.from >= since ? 1 : (end - since) / (end - visit.from);
          return { bytes: (visit.up + visit.down) * share, seconds: visit.seconds * share };
        });
      expect([id, used_today_traffic, used_today_time]).toEqual([
        id,
        Math.round(sum(parts.map(({ bytes }) => bytes))),
        Math.round(sum(parts.map(({ seconds }) => seconds))),
      ]);
      expect(online).toBe(all.some(({ user, to }) => user === id && to === Infinity));
      used += used_today_traffic ?? 0;
    }
    expect(used).toBeGreaterThan(0);
  });

  test('the summary of the counter counts the vouchers and deeds of that day at the hotspot', async () => {
    const summary = shift.parse((await server.as('customer11').get(`/api/vouchers/shift/${HOTSPOT}?day=${day}&tz=hotspot`)).body);
    const created = (
      await rows<{
        at: number;
        printed: boolean;
      }>(sql`select (extract(epoch from created) * 1000)::float8 as at, printed or prints > 0 as printed
      from hotspot_vouchers where hotspot_id = ${HOTSPOT}`)
    ).filter(({ at }) => dayAt(at, zone) === day);
    const deeds = (
      await rows<{ at: number; action: string }>(sql`select (extract(epoch from at) * 1000)::float8 as at, action from audit_entries
      where hotspot_id = ${HOTSPOT}`)
    ).filter(({ at }) => dayAt(at, zone) === day);
    const did = (action: string) => deeds.filter((deed) => deed.action === action).length;
    expect(summary).toMatchObject({
      day,
      vouchers: created.length,
      printed: created.filter(({ printed }) => printed).length,
      replaced: did('vouchers.replace'),
      mailed: did('vouchers.send'),
    });
    expect(summary.mailed).toBe(1);
    expect(sum(summary.presets.map(({ vouchers }) => vouchers))).toBe(summary.vouchers);
  });

  test('a voucher of a day that was first used at ten in the evening ends with the next day, and the mailed one when its mail says', async () => {
    const [guest] = await rows<{ until: number; expires: number }>(sql`select (extract(epoch from u.valid_until) * 1000)::float8 as until,
      (extract(epoch from v.expires) * 1000)::float8 as expires from users u join hotspot_vouchers v on v.id = u.voucher_id where u.username = 'EVENING1'`);
    expect(clockIn(guest?.until ?? 0, zone)).toBe(`${next} 23:59:59`);
    expect(guest?.expires).toBe(guest?.until);
    const { text } = parsed(mail.received[0] ?? { to: [], source: '' });
    const words = new Date(`${next}T00:00:00Z`).toLocaleDateString('en', { timeZone: 'UTC', dateStyle: 'long' });
    expect(text).toMatch(new RegExp(`Valid until ${words} at 11:59.PM`));
  });

  test('a guest who has not used their voucher is in no list of expired ones', async () => {
    const staff = server.as('customer11');
    const over = expiredGuests.parse((await staff.get('/api/users_expired?state=over&q=unused1&used=true&tz=hotspot')).body);
    expect(over.total).toBe(0);
    const { data } = z
      .object({ data: z.array(listedGuest) })
      .parse((await staff.get('/api/users?state=current&q=unused1&used=true&tz=hotspot')).body);
    expect(data).toMatchObject([{ username: 'UNUSED1', unused: true, online: false, zone }]);
  });
}

/** Describes a day, for the test files of different days. */
export const describeDay = (played: PlayedDay, instead?: (day: DayPlayed) => void) =>
  describe(`a day of ${played.hours} hours at a hotspot in ${played.zone}, with the server in ${SERVER_ZONE}`, () =>
    recountDay(played, instead));
