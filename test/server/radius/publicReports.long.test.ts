/** Cases reported for other programs that count what gateways report, each with its source. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { asc, inArray } from 'drizzle-orm';
import { endSilentSessions } from '../../../src/server/access/sessionQueries';
import { session_histories, sessions } from '../../../src/server/database/schema';
import { attribute, type Attribute } from '../../../src/server/radius/codec';
import { at, reportOf, secondsAfterTen, serveWithUnit, type Report } from '../../support/radius/reportingUnit';
import { insertGuest } from '../../factories/rows';

const { server, hotspotId, sendAt, accounting } = serveWithUnit('elsewhere');

let device = '';
let key = '';
let tests = 0;

beforeEach(() => {
  tests += 1;
  device = `02-EE-00-00-00-${tests.toString(16).padStart(2, '0').toUpperCase()}`;
  key = `elsewhere-${tests}`;
});

type Reported = Partial<Report> & { arrives: number };

const report = (status: 'start' | 'interim' | 'stop', { arrives, ...about }: Reported) =>
  sendAt(arrives, accounting(reportOf(status, { id: key, device, ...about })));
const userName = (name: string) => [attribute('User-Name', name)];
const HOUR = 3600;
const MILLION = 1_000_000;

const endedOf = (keys: readonly string[] = [key]) =>
  server
    .db()
    .select()
    .from(session_histories)
    .where(inArray(session_histories.session_key, [...keys]))
    .orderBy(asc(session_histories.id));
const runningOf = (keys: readonly string[] = [key]) =>
  server
    .db()
    .select()
    .from(sessions)
    .where(inArray(sessions.session_key, [...keys]))
    .orderBy(asc(sessions.start_time));

/** Start in seconds after 10:00, duration in seconds, bytes up and down. */
const counted = ({ start_time, duration, bytes_up, bytes_down }: typeof session_histories.$inferSelect | typeof sessions.$inferSelect) =>
  [secondsAfterTen(start_time), duration, bytes_up, bytes_down] as const;

describe('two guests under one session id', () => {
  // github.com/coova/coova-chilli/issues/80
  test('are two visits with their own traffic, even at the same time', async () => {
    const [one, other] = [device, device.replace('02-EE', '02-EF')];
    await report('start', { arrives: 0, more: userName('anna') });
    await report('start', { arrives: 100, device: other, more: userName('bruno') });
    await report('interim', { arrives: 300, device: one, time: 300, up: 10, down: 1000, more: userName('anna') });
    await report('interim', { arrives: 400, device: other, time: 300, up: 70, down: 7000, more: userName('bruno') });
    await report('interim', { arrives: 600, device: one, time: 600, up: 20, down: 2000, more: userName('anna') });
    await report('stop', { arrives: 700, device: other, time: 600, up: 80, down: 8000, more: userName('bruno') });
    await report('stop', { arrives: 900, device: one, time: 900, up: 30, down: 3000, more: userName('anna') });
    const visits = await endedOf();
    expect(visits.map(({ device_mac, bytes_up, bytes_down }) => [device_mac, bytes_up, bytes_down]).sort()).toEqual([
      [one, 30, 3000],
      [other, 80, 8000],
    ]);
    expect(await runningOf()).toEqual([]);
  });
});

describe('a second start under the same session id', () => {
  // github.com/FreeRADIUS/freeradius-server/issues/3231, github.com/radcli/radcli/issues/63
  test('is the same visit when only its port and address are others, and one stop ends it', async () => {
    const where = (port: number, address?: string): Attribute[] => [
      ...userName('carla'),
      attribute('NAS-Port', port),
      ...(address === undefined ? [] : [attribute('Framed-IP-Address', address)]),
    ];
    await report('start', { arrives: 0, more: where(0) });
    await report('start', { arrives: 2, more: where(6, '10.1.0.5') });
    await report('interim', { arrives: 300, time: 300, up: 10, down: 20, more: where(6, '10.1.0.5') });
    await report('stop', { arrives: 400, time: 400, up: 30, down: 40, more: where(6, '10.1.0.5') });
    expect((await endedOf()).map(counted)).toEqual([[0, 400, 30, 40]]);
    expect(await runningOf()).toEqual([]);
  });
});

describe('a stop', () => {
  // github.com/FreeRADIUS/freeradius-server/pull/1460
  test('keeps the counters of the last interim if it has none', async () => {
    await report('start', { arrives: 0 });
    await report('interim', { arrives: 600, time: 600, up: 5 * MILLION, down: 50 * MILLION });
    await report('stop', { arrives: 811, time: 811 });
    expect((await endedOf()).map(counted)).toEqual([[0, 811, 5 * MILLION, 50 * MILLION]]);
  });

  // github.com/inverse-inc/packetfence/pull/2113
  test.each([
    ['in the same second', 0, {}],
    ['a second later', 1, { up: 11, down: 21 }],
    ['half a minute later', 30, { up: 10, down: 20 }],
  ])('is final when an interim of the session comes %s', async (_, later, more) => {
    await report('start', { arrives: 0 });
    await report('stop', { arrives: 300, time: 300, up: 10, down: 20 });
    await report('interim', { arrives: 300 + later, time: 300 + later, up: 10, down: 20, ...more });
    expect(await runningOf()).toEqual([]);
    expect(await endedOf()).toHaveLength(1);
  });

  // github.com/MutonUfoAI/pgina/issues/42
  test('leaves the visit where it began if its session time is hours too long', async () => {
    await report('start', { arrives: 0, more: userName('dario') });
    await report('interim', { arrives: 33, time: 31, up: 1, down: 1, more: userName('dario') });
    await report('interim', { arrives: 153, time: 151, up: 2, down: 2, more: userName('dario') });
    await report('stop', { arrives: 1714, time: 23_311, up: 3, down: 3, more: userName('dario') });
    const [visit, ...others] = await endedOf();
    expect(others).toEqual([]);
    expect(visit).toMatchObject({ start_time: at(0), stop_time: at(1714), bytes_up: 3, bytes_down: 3 });
  });
});

describe('a session that its unit goes on with', () => {
  // github.com/FreeRADIUS/freeradius-server/issues/5278
  test('counts on when time and counters begin anew under the same id', async () => {
    const guest = userName('emma');
    await report('start', { arrives: 0, more: guest });
    await report('interim', { arrives: 600, time: 600, up: MILLION, down: 10 * MILLION, more: guest });
    await report('interim', { arrives: 1320, time: 60, up: 1000, down: 2000, more: guest });
    await report('stop', { arrives: 1860, time: 600, up: 101_000, down: 202_000, more: guest });
    const visits = await endedOf();
    const sum = (of: 'bytes_up' | 'bytes_down') => visits.reduce((all, visit) => all + visit[of], 0);
    expect(sum('bytes_up')).toBeGreaterThanOrEqual(MILLION + 100_000);
    expect(sum('bytes_up')).toBeLessThanOrEqual(MILLION + 101_000);
    expect(sum('bytes_down')).toBeGreaterThanOrEqual(10 * MILLION + 200_000);
    expect(sum('bytes_down')).toBeLessThanOrEqual(10 * MILLION + 202_000);
  });

  // github.com/xebd/accel-ppp/issues/137, github.com/lirantal/daloradius/issues/668
  test('is one visit with all its traffic when reports stay out for hours', async () => {
    await report('start', { arrives: 0 });
    await report('interim', { arrives: 300, time: 300, up: 10, down: 20 });
    await endSilentSessions(server.db(), at(2 * HOUR).getTime());
    expect(await runningOf()).toEqual([]);
    await report('interim', { arrives: 5 * HOUR, time: 5 * HOUR, up: 500, down: 900 });
    expect(await runningOf()).toHaveLength(1);
    await report('stop', { arrives: 6 * HOUR, time: 6 * HOUR, up: 600, down: 1000 });
    expect((await endedOf()).map(counted)).toEqual([[0, 6 * HOUR, 600, 1000]]);
  });

  // github.com/opnsense/core/issues/10453
  test('is counted to the byte when it reports every five seconds, with losses and out of order', async () => {
    await report('start', { arrives: 0 });
    for (let second = 5; second < 300; second += 5) {
      if (second % 35 === 0) continue;
      const late = second % 20 === 0 ? second - 5 : second;
      await report('interim', { arrives: second, time: late, up: late * 10, down: late * 1000 });
    }
    await report('stop', { arrives: 300, time: 300, up: 3000, down: 300_000 });
    expect((await endedOf()).map(counted)).toEqual([[0, 300, 3000, 300_000]]);
  });

  // github.com/FreeRADIUS/freeradius-server/issues/4516
  test('began as long ago as it says when its start was lost', async () => {
    await report('interim', { arrives: 98_997, time: 98_997, up: 372_080_209, down: 1_600_090_619 });
    expect((await runningOf()).map(counted)).toEqual([[0, 98_997, 372_080_209, 1_600_090_619]]);
  });
});

describe('counters that go on from a former session', () => {
  // github.com/ntop/ntopng/issues/8127
  test('count only what came since, when the start tells them', async () => {
    const keys = [`${key}-1`, `${key}-2`] as const;
    await report('start', { id: keys[0], arrives: 0, up: 0, down: 0 });
    await report('stop', { id: keys[0], arrives: 300, time: 300, up: 1000, down: 20_000 });
    await report('start', { id: keys[1], arrives: 400, time: 0, up: 1000, down: 20_000 });
    await report('interim', { id: keys[1], arrives: 700, time: 300, up: 1500, down: 25_000 });
    await report('stop', { id: keys[1], arrives: 800, time: 400, up: 1600, down: 26_000 });
    expect((await endedOf(keys)).map(counted)).toEqual([
      [0, 300, 1000, 20_000],
      [400, 400, 600, 6000],
    ]);
  });

  test('count only what came since, when the start arrives last', async () => {
    await report('interim', { arrives: 300, time: 300, up: 1500, down: 25_000 });
    await report('stop', { arrives: 400, time: 400, up: 1600, down: 26_000 });
    await report('start', { arrives: 500, delay: 500, up: 1000, down: 20_000 });
    expect((await endedOf()).map(counted)).toEqual([[0, 400, 600, 6000]]);
  });
});

describe('a device that only its user name tells', () => {
  // github.com/inverse-inc/packetfence/pull/1756
  test.each(['02EE000000FA', '02-ee-00-00-00-fb', '02ee.0000.00fc'])('has its session with its guest: %s', async (written) => {
    const wire = (
      written
        .toUpperCase()
        .replaceAll(/[^0-9A-F]/g, '')
        .match(/../g) ?? []
    ).join('-');
    const guest = { hotspot_id: hotspotId, username: wire, account_type: 'mac', created: at(0), valid_until: at(9e6) } as const;
    const created = await insertGuest(server.db(), guest);
    await report('start', { arrives: 0, device: '', more: userName(written) });
    expect(await runningOf()).toMatchObject([{ user_id: created.id, device_mac: wire }]);
  });

  test('is none when the name is no address', async () => {
    await report('start', { arrives: 0, device: '', more: userName('02-EE-00') });
    expect(await runningOf()).toMatchObject([{ device_mac: '' }]);
  });
});

describe('a unit that tells neither stations nor ports', () => {
  // github.com/opnsense/core/issues/2363, github.com/opnsense/core/pull/8458
  test('has a visit for each session id, whatever characters that has', async () => {
    const keys = ['Yozb/33u5c0Bvn/Btf2UVg==', 'a\'b"c\\%', 'ü€😀'].map((each) => `${each}-${tests}`);
    const common = [attribute('NAS-Port', 0), ...userName('fabio')];
    for (const [nth, id] of keys.entries()) await report('start', { id, arrives: nth, device: '', more: common });
    for (const [nth, id] of keys.entries()) {
      await report('interim', { id, arrives: 300 + nth, device: '', time: 300, up: nth, down: 2 * nth, more: common });
      await report('stop', { id, arrives: 600 + nth, device: '', time: 600, up: 10 + nth, down: 20 + nth, more: common });
    }
    const visits = await endedOf(keys);
    expect(visits.map(counted)).toEqual(keys.map((_, nth) => [nth, 600, 10 + nth, 20 + nth]));
  });
});

describe('counters that tell what was not moved', () => {
  const gigawords = (up: number, down: number) => [attribute('Acct-Input-Gigawords', up), attribute('Acct-Output-Gigawords', down)];
  const series = async (reports: readonly Reported[]) => {
    await report('start', { arrives: 0 });
    for (const [nth, each] of reports.entries())
      await report(nth === reports.length - 1 ? 'stop' : 'interim', { time: each.arrives, ...each });
    const [visit, ...others] = await endedOf();
    expect(others).toEqual([]);
    return visit;
  };

  // github.com/coova/coova-chilli/issues/179, github.com/coova/coova-chilli/issues/495
  test('count no wrap when one of them is only what passed in the last second', async () => {
    const up = [4009, 2208, 3100, 1500, 9000];
    const visit = await series(up.map((bytes, nth) => ({ arrives: 300 * (nth + 1), up: bytes, down: MILLION * (nth + 1) })));
    expect(visit?.bytes_up).toBeLessThanOrEqual(up.reduce((sum, bytes) => sum + bytes));
    expect(visit?.bytes_down).toBe(5 * MILLION);
  });

  // github.com/f00b4r0/uspot/issues/45
  test('keep what was counted when both are 0 from then on', async () => {
    const reports = [MILLION, 0, 0].map((bytes, nth) => ({ arrives: 300 * (nth + 1), up: bytes, down: 2 * bytes }));
    expect(await series(reports)).toMatchObject({ bytes_up: MILLION, bytes_down: 2 * MILLION, duration: 900 });
  });

  // github.com/inverse-inc/packetfence/issues/8188
  test('are recorded when they are less than in the report before', async () => {
    const reports = [5 * MILLION, 3 * MILLION, 4 * MILLION].map((bytes, nth) => ({ arrives: 300 * (nth + 1), up: bytes, down: bytes }));
    expect(await series(reports)).toMatchObject({ bytes_up: 6 * MILLION, bytes_down: 6 * MILLION });
  });

  // github.com/FreeRADIUS/freeradius-server/issues/5197, github.com/opnsense/core/issues/6712
  test('are whole in a session of 20 GB at a unit that starts anew at 4 GiB and sends no upper half', async () => {
    const GB = 1000 * MILLION;
    const reports = Array.from({ length: 20 }, (_, nth) => ({
      arrives: 300 * (nth + 1),
      up: MILLION * (nth + 1),
      down: (GB * (nth + 1)) % 2 ** 32,
    }));
    expect(await series(reports)).toMatchObject({ bytes_up: 20 * MILLION, bytes_down: 20 * GB });
  });

  // github.com/coolsnowwolf/lede/issues/6599
  test('count nothing of a report that is negative as a signed number of 64 or of 32 bits', async () => {
    const visit = await series([
      { arrives: 300, up: 1000, down: 2000 },
      { arrives: 600, up: 2 ** 32 - 700, down: 2 ** 32 - 900, more: gigawords(2 ** 32 - 1, 2 ** 32 - 1) },
      { arrives: 900, up: 2 ** 32 - 700, down: 2 ** 32 - 900 },
      { arrives: 1200, up: 3000, down: 5000 },
    ]);
    expect(visit).toMatchObject({ bytes_up: 3000, bytes_down: 5000 });
  });
});
