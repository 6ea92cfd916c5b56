/** Reports as faulty gateways send them, over UDP: what is shown of the sessions, and who may log in. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { and, asc, eq, like, or } from 'drizzle-orm';
import { endSilentSessions } from '../../../src/server/access/sessionQueries';
import { session_histories, sessions, units, users } from '../../../src/server/database/schema';
import { attribute, CODE, type Attribute } from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import { encodeRequest } from '../../../src/server/radius/proofs';
import { at, reportOf, secondsAfterTen, serveWithUnit, type Report } from '../../support/radius/reportingUnit';
import { insertGuest, insertUnit } from '../../factories/rows';

const { server, hotspotId, secret, signed, send, sendAt, accounting } = serveWithUnit('faulty');

let device = '';
let tests = 0;

beforeEach(() => {
  tests += 1;
  device = `02-FA-00-00-00-${tests.toString(16).padStart(2, '0').toUpperCase()}`;
});

type Reported = Partial<Report> & {
  /** Arrival of the report, in seconds after 10:00. */
  arrives: number;
};

const report = (status: 'start' | 'interim' | 'stop', { arrives, ...about }: Reported) =>
  sendAt(arrives, accounting(reportOf(status, { id: `faulty-${tests}`, device, ...about })));

const account = (arrives: number, attributes: Attribute[], delay?: number) =>
  sendAt(arrives, accounting([...attributes, ...(delay === undefined ? [] : [attribute('Acct-Delay-Time', delay)])]));

const ofDevice = () => eq(session_histories.device_mac, device);
const running = () => server.db().select().from(sessions).where(eq(sessions.device_mac, device)).orderBy(asc(sessions.start_time));
const ended = () => server.db().select().from(session_histories).where(ofDevice()).orderBy(asc(session_histories.start_time));

/** Ended and running visits: start in seconds after 10:00, duration in seconds, bytes up and down. */
async function visits(): Promise<[number, number, number, number][]> {
  return [...(await ended()), ...(await running())].map(({ start_time, duration, bytes_up, bytes_down }) => [
    ...([secondsAfterTen(start_time), duration, bytes_up, bytes_down] as const),
  ]);
}

const gigawords = (up: number, down: number) => [attribute('Acct-Input-Gigawords', up), attribute('Acct-Output-Gigawords', down)];
const stamped = (second: number) => [attribute('Event-Timestamp', at(second))];
const userName = (name: string) => [attribute('User-Name', name)];
const MILLION = 1_000_000;
const WRAP = 2 ** 32;

describe('a counter that decreases', () => {
  const zeroAtTheEnd = { arrives: 600, time: 600, up: 0, down: 0 };

  test('has restarted when it is 0 at the stop, and counts as last reported', async () => {
    await report('start', { arrives: 700, delay: 700 });
    await report('interim', { arrives: 700, delay: 400, time: 300, up: MILLION, down: 2 * MILLION });
    await report('stop', { arrives: 700, delay: 100, time: 600, up: 0, down: 0 });
    expect(await visits()).toEqual([[0, 600, MILLION, 2 * MILLION]]);
  });

  test.each([
    ['with gigawords before', { more: gigawords(0, 2) }, zeroAtTheEnd, [MILLION, 2 * MILLION + 2 * WRAP]],
    ['to a little in both directions', {}, { ...zeroAtTheEnd, up: 500, down: 700_000 }, [MILLION, 2 * MILLION]],
    ['in one direction only, far from 4 GiB', {}, { ...zeroAtTheEnd, up: 3 * MILLION, down: 5000 }, [3 * MILLION, 2 * MILLION]],
    ['to 0 in one direction only', {}, { ...zeroAtTheEnd, up: 3 * MILLION }, [3 * MILLION, 2 * MILLION]],
  ])('adds no phantom traffic: %s', async (_, before, stop, [up, down]) => {
    await report('start', { arrives: 0 });
    await report('interim', { arrives: 300, time: 300, up: MILLION, down: 2 * MILLION, ...before });
    await report('stop', stop);
    expect(await visits()).toEqual([[0, 600, up, down]]);
  });

  test('has wrapped near 4 GiB while the other direction continues', async () => {
    await report('start', { arrives: 0 });
    await report('interim', { arrives: 300, time: 300, up: MILLION, down: WRAP - 1000 });
    await report('stop', { arrives: 600, time: 600, up: 2 * MILLION, down: MILLION });
    expect(await visits()).toEqual([[0, 600, 2 * MILLION, WRAP + MILLION]]);
  });

  test('is counted on after a restart of the unit’s counters', async () => {
    await report('start', { arrives: 0 });
    await report('interim', { arrives: 300, time: 300, up: MILLION, down: 2 * MILLION });
    await report('interim', { arrives: 600, time: 600, up: 0, down: 0 });
    await report('stop', { arrives: 900, time: 900, up: 10, down: 500 });
    expect(await visits()).toEqual([[0, 900, MILLION + 10, 2 * MILLION + 500]]);
  });
});

describe('a unit whose clock jumps', () => {
  const back = stamped(-600);

  test('has one visit when it jumps ten minutes back after the start', async () => {
    const name = userName('stepping');
    await report('start', { arrives: 0, more: [...name, ...stamped(0)] });
    await report('interim', { arrives: 3, time: 3, up: 10, down: 20, more: [...name, ...back] });
    await report('stop', { arrives: 6, time: 6, up: 30, down: 40, more: [...name, ...stamped(-594)] });
    expect(await visits()).toEqual([[0, 6, 30, 40]]);
    expect(await running()).toEqual([]);
  });

  test.each([
    ['five minutes back', -300],
    ['a day back', -86_400],
    ['a day ahead', 86_400],
    ['to 1970', -at(0).getTime() / 1000],
  ])('has one visit when it jumps %s', async (_, step) => {
    const name = userName('stepping');
    await report('start', { arrives: 0, more: [...name, ...stamped(0)] });
    await report('interim', { arrives: 200, time: 200, up: 10, down: 20, more: [...name, ...stamped(200 + step)] });
    await report('stop', { arrives: 400, time: 400, up: 30, down: 40, more: [...name, ...stamped(400 + step)] });
    expect(await visits()).toEqual([[0, 400, 30, 40]]);
  });
});

describe('the previous session of a device at the same unit', () => {
  test('ends at its last report when the device starts another', async () => {
    await report('start', { id: 'old', arrives: 700, delay: 700 });
    await report('interim', { id: 'old', arrives: 700, delay: 400, time: 300, up: 10, down: 20 });
    await report('start', { id: 'new', arrives: 700, delay: 200 });
    expect((await ended()).map(({ session_key, stop_time, terminate_cause }) => [session_key, stop_time, terminate_cause])).toEqual([
      ['old', at(300), 'replaced'],
    ]);
    await report('stop', { id: 'new', arrives: 700, time: 100, up: 1, down: 2 });
    expect(await running()).toEqual([]);
    expect(await ended()).toHaveLength(2);
  });

  test('ends even when the next start is lost or its own reports arrive later', async () => {
    await report('interim', { id: 'b', arrives: 600, time: 100, up: 1, down: 1 });
    await report('interim', { id: 'a', arrives: 600, delay: 300, time: 200, up: 5, down: 5 });
    expect((await ended()).map(({ session_key }) => session_key)).toEqual(['a']);
    expect((await running()).map(({ session_key }) => session_key)).toEqual(['b']);
  });

  test('continues when the unit reports it again', async () => {
    await report('start', { id: 'c', arrives: 0 });
    await report('start', { id: 'd', arrives: 100 });
    await report('interim', { id: 'c', arrives: 300, time: 300, up: 7, down: 7 });
    expect((await running()).map(({ session_key }) => session_key)).toEqual(['c', 'd']);
  });

  test('ends when the unit names no device, and the guest starts another at the same port', async () => {
    const nameless = `port-${tests}`;
    device = '';
    const guest = (name: string, port: number) => [...userName(`${nameless} ${name}`), attribute('NAS-Port', port)];
    await report('start', { id: `${nameless}-1`, arrives: 0, more: guest('anna', 4) });
    await report('start', { id: `${nameless}-2`, arrives: 10, more: guest('bruno', 4) });
    await report('start', { id: `${nameless}-3`, arrives: 20, more: guest('anna', 5) });
    await report('start', { id: `${nameless}-4`, arrives: 60, more: guest('anna', 4) });
    const keys = (rows: { session_key: string }[]) => rows.map(({ session_key }) => session_key.replace(nameless, ''));
    expect(keys((await ended()).filter(({ session_key }) => session_key.startsWith(nameless)))).toEqual(['-1']);
    expect(keys((await running()).filter(({ session_key }) => session_key.startsWith(nameless)))).toEqual(['-2', '-3', '-4']);
  });

  test('is unaffected when the unit names no device', async () => {
    device = 'unnamed';
    await report('start', { id: 'unnamed-1', arrives: 0 });
    await report('start', { id: 'unnamed-2', arrives: 60 });
    const open = await server.db().select().from(sessions).where(eq(sessions.device_mac, ''));
    expect(open.map(({ session_key }) => session_key)).toEqual(expect.arrayContaining(['unnamed-1', 'unnamed-2']));
  });
});

describe('a session time that contradicts the clock', () => {
  const idle = userName('idle');

  test('is one visit of the reported length when idle time is excluded', async () => {
    await report('start', { arrives: 4000, delay: 4000, more: idle });
    await report('stop', { arrives: 4000, delay: 100, time: 900, up: 10, down: 20, cause: 4, more: idle });
    expect(await visits()).toEqual([[0, 900, 10, 20]]);
  });

  test('counts the traffic once when it restarts', async () => {
    await report('start', { arrives: 0, more: idle });
    await report('interim', { arrives: 300, time: 300, up: 1000, down: 10_000, more: idle });
    await report('interim', { arrives: 600, time: 188, up: 2000, down: 20_000, more: idle });
    await report('interim', { arrives: 900, time: 488, up: 3000, down: 30_000, more: idle });
    await report('stop', { arrives: 1112, time: 700, up: 4000, down: 40_000, more: idle });
    expect((await visits()).map(([startedAt, , up, down]) => [startedAt, up, down])).toEqual([[0, 4000, 40_000]]);
    expect(await running()).toEqual([]);
  });

  test.each([61, 300, 3600])('is one visit when its stop arrives %i s late', async (late) => {
    await report('start', { arrives: 0, more: idle });
    await report('stop', { arrives: 120 + late, time: 120, up: 10, down: 20, more: idle });
    expect(await visits()).toEqual([[0, 120, 10, 20]]);
  });

  test.each([
    ['goes back to 0 and stands still', [300, 0, 0, 0], 300],
    ['restarts with every report', [300, 10, 5, 20], 300],
    ['counts twice as fast as the clock', [600, 1200, 1800, 2400], 2400],
    ['counts only every second minute', [150, 300, 450, 600], 600],
  ])('is one visit from its start, whose traffic counts once, when it %s', async (_, times, longest) => {
    await report('start', { arrives: 0, more: idle });
    for (const [nth, time] of times.slice(0, -1).entries())
      await report('interim', { arrives: 300 * (nth + 1), time, up: 1000 * (nth + 1), down: 10_000 * (nth + 1), more: idle });
    await report('stop', { arrives: 1200, time: times.at(-1) ?? 0, up: 4000, down: 40_000, more: idle });
    expect(await visits()).toEqual([[0, longest, 4000, 40_000]]);
    expect(await running()).toEqual([]);
  });

  test('is one visit when more than an hour of idle time is not counted between two reports', async () => {
    await report('start', { arrives: 0, more: idle });
    await report('interim', { arrives: 300, time: 300, up: 1000, down: 10_000, more: idle });
    await report('interim', { arrives: 7200, time: 400, up: 2000, down: 20_000, more: idle });
    await report('stop', { arrives: 9000, time: 500, up: 4000, down: 40_000, more: idle });
    expect(await visits()).toEqual([[0, 500, 4000, 40_000]]);
  });

  test('is another visit for another guest under the same key', async () => {
    await report('start', { arrives: 0, more: userName('first') });
    await report('interim', { arrives: 300, time: 300, up: 10, down: 20, more: userName('first') });
    await report('stop', { arrives: 900, time: 100, up: 30, down: 40, more: userName('second') });
    expect(await visits()).toEqual([
      [0, 300, 10, 20],
      [800, 100, 30, 40],
    ]);
  });
});

describe('two sessions within a second with the same id', () => {
  test('are two visits when they belong to two guests', async () => {
    await report('start', { arrives: 0, more: userName('anna') });
    await report('stop', { arrives: 0.3, time: 0, up: 1, down: 2, more: userName('anna') });
    await report('start', { arrives: 0.6, more: userName('bruno') });
    await report('stop', { arrives: 60, time: 59, up: 5, down: 6, more: userName('bruno') });
    expect((await ended()).map(({ username, bytes_up, bytes_down }) => [username, bytes_up, bytes_down])).toEqual([
      ['anna', 1, 2],
      ['bruno', 5, 6],
    ]);
  });

  test('are two visits when simultaneous and the first stop is lost', async () => {
    await report('start', { arrives: 0, more: [...userName('carla'), ...stamped(0)] });
    await report('start', { arrives: 0, more: [...userName('dario'), ...stamped(0)] });
    await report('stop', { arrives: 60, time: 60, up: 5, down: 6, more: [...userName('dario'), ...stamped(60)] });
    expect((await ended()).map(({ username, bytes_up }) => [username, bytes_up])).toEqual([
      ['carla', 0],
      ['dario', 5],
    ]);
  });

  test('are counted for the right guests when their stops are swapped', async () => {
    await report('start', { arrives: 0, more: userName('emma') });
    await report('start', { arrives: 0.5, more: userName('fabio') });
    await report('stop', { arrives: 50, time: 50, up: 5, down: 6, more: userName('fabio') });
    await report('stop', { arrives: 50, delay: 49, time: 1, up: 1, down: 2, more: userName('emma') });
    expect((await ended()).map(({ username, bytes_up }) => [username, bytes_up])).toEqual([
      ['emma', 1],
      ['fabio', 5],
    ]);
  });
});

describe('a unit that reports its restart', () => {
  const started = (arrives: number, more: Attribute[] = [], delay?: number) =>
    account(arrives, [attribute('Acct-Status-Type', ACCT_STATUS.on), ...more], delay);

  test.each([
    ['10 seconds late by its clock', stamped(1990), undefined],
    ['an hour late by its clock', stamped(-1600), undefined],
    ['10 seconds late by its delay', [], 20],
  ])('ends no newer session when its report is %s', async (_, more, delay) => {
    await report('start', { arrives: 1995, more: stamped(1995) });
    await started(2005, more, delay);
    expect(await running()).toHaveLength(1);
  });

  test.each([
    ['with the right clock', stamped(2000)],
    ['with a clock that was never set', stamped(-at(0).getTime() / 1000)],
    ['without a clock', []],
  ])('ends older sessions when it reports %s', async (_, more) => {
    await report('start', { arrives: 1000, more: stamped(1000) });
    await started(2000, more);
    expect((await ended()).map(({ terminate_cause }) => terminate_cause)).toEqual(['unit_restarted']);
  });
});

describe('a unit that reports one direction only', () => {
  test.each([
    ['up', { up: 500 }, [500, 0]],
    ['down', { down: 700 }, [0, 700]],
    ['neither', {}, [0, 0]],
  ])('is counted in that direction: %s', async (_, counters, [up, down]) => {
    await report('start', { arrives: 0 });
    await report('interim', { arrives: 300, time: 300, ...counters });
    await report('stop', { arrives: 600, time: 600, ...counters });
    expect(await visits()).toEqual([[0, 600, up, down]]);
  });

  test('is counted in both when it alternates', async () => {
    await report('start', { arrives: 0 });
    await report('interim', { arrives: 300, time: 300, up: 100 });
    await report('interim', { arrives: 600, time: 600, down: 2000 });
    await report('stop', { arrives: 900, time: 900, up: 300 });
    expect(await visits()).toEqual([[0, 900, 300, 2000]]);
  });
});

describe('a stop that is acknowledged by a proxy and never delivered', () => {
  test.each([
    ['with interims', 300],
    ['without any', 0],
  ])('ends the session after 15 minutes of silence with its last counters, %s', async (_, last) => {
    await report('start', { arrives: 0 });
    if (last > 0) await report('interim', { arrives: last, time: last, up: 10, down: 20 });
    await endSilentSessions(server.db(), at(last + 900).getTime());
    expect(await running()).toHaveLength(1);
    await endSilentSessions(server.db(), at(last + 901).getTime());
    expect(await visits()).toEqual([[0, last, last > 0 ? 10 : 0, last > 0 ? 20 : 0]]);
    expect(await ended()).toMatchObject([{ terminate_cause: 'no_word', stop_time: at(last) }]);
  });

  test('is counted if it arrives after all', async () => {
    await report('start', { arrives: 0 });
    await endSilentSessions(server.db(), at(1000).getTime());
    await report('stop', { arrives: 1200, delay: 600, time: 600, up: 30, down: 40 });
    expect(await visits()).toEqual([[0, 600, 30, 40]]);
  });
});

describe('a device with any notation of its address', () => {
  const WRITTEN = ['ecf4-bb37-ddaa', 'ecf4.bb37.ddaa', 'ecf-4bb-37d-daa', 'ecf4bb-37ddaa', 'EC:F4:BB:37:DD:AA', 'ecf4bb37ddaa'];

  beforeAll(async () => {
    const valid_until = new Date('2027-01-01T00:00:00Z');
    const guest = { hotspot_id: hotspotId, username: 'EC-F4-BB-37-DD-AA', account_type: 'mac', created: at(0), valid_until } as const;
    await server.db().insert(users).values(guest);
  });

  test.each(WRITTEN)('is admitted when registered and written as %s', async (written) => {
    const attributes = [attribute('NAS-Identifier', 'faulty'), attribute('User-Name', written), attribute('Calling-Station-Id', written)];
    expect(await send('authentication', signed(CODE.accessRequest, attributes, 7))).toBe(CODE.accessAccept);
  });

  test.each(WRITTEN)('has its session with its guest when written as %s', async (written) => {
    const more = [attribute('User-Name', written)];
    device = written;
    await report('start', { arrives: 0, more });
    device = 'EC-F4-BB-37-DD-AA';
    const [guest] = await server.db().select().from(users).where(eq(users.username, device));
    const here = and(eq(sessions.session_key, `faulty-${tests}`), eq(sessions.device_mac, device));
    const [session] = await server.db().select().from(sessions).where(here);
    expect(session).toMatchObject({ user_id: guest?.id, username: device });
  });

  test.each(['02aa-0000-0001', '02aa.0000.0001:Guests', '02:aa:00:00:00:01:Guests', '02aa00-000001:Caffè'])(
    'is recognized as a unit that names itself only by %s',
    async (called) => {
      const attributes = [
        attribute('Called-Station-Id', called),
        attribute('Acct-Status-Type', ACCT_STATUS.start),
        attribute('Acct-Session-Id', `called-${called}`),
        attribute('Calling-Station-Id', device),
      ];
      expect(await send('accounting', signed(CODE.accountingRequest, attributes, 9))).toBe(CODE.accountingResponse);
      expect(await running()).toHaveLength(1);
    },
  );
});

describe('a unit that another of the same name has just replaced', () => {
  const unitsOf = async () =>
    [...(await ended()), ...(await running())].map(({ unit_id, hotspot_id, duration }) => ({ unit_id, hotspot_id, duration }));
  const fields = (last: string) => ({
    uuid: `swapped-${tests}`,
    mac_address: `${device.replace('02-FA', '02-FB').slice(0, -2)}${last}`,
    name: 'swapped',
    hotspot_id: hotspotId,
    created: at(0),
    secret,
  });
  const added = async (unit: typeof units.$inferInsert): Promise<number> => {
    const created = await insertUnit(server.db(), unit);
    return created.id;
  };
  /** The device of a guest who is online nowhere else. */
  const guest = () => device.replace('02-FA', '02-FC');
  const login = (by: string) => {
    const attributes = [
      attribute('NAS-Identifier', `swapped-${tests}`),
      attribute('User-Name', guest()),
      attribute('Calling-Station-Id', guest()),
    ];
    return send('authentication', encodeRequest({ code: CODE.accessRequest, id: 7, attributes }, by).bytes);
  };
  /** The reports of the unit with this name. */
  const reports = (status: 'start' | 'interim' | 'stop', arrives: number, by = secret) => {
    const about = reportOf(status, {
      id: `swapped-${tests}`,
      device,
      ...(status !== 'start' && { time: arrives - 10, up: arrives, down: arrives }),
    });
    const attributes = [attribute('NAS-Identifier', `swapped-${tests}`), ...about];
    return sendAt(arrives, encodeRequest({ code: CODE.accountingRequest, id: arrives % 256, attributes }, by).bytes);
  };

  beforeEach(async () => {
    const valid_until = new Date('2027-01-01T00:00:00Z');
    await insertGuest(server.db(), { hotspot_id: hotspotId, username: guest(), account_type: 'mac', created: at(0), valid_until });
  });

  afterEach(async () => {
    await server
      .db()
      .delete(units)
      .where(or(like(units.uuid, 'swapped-%'), like(units.uuid, 'drawer-%')));
  });

  /** How the unit may have been replaced: what signs the new one's reports, and where it is. */
  const REPLACED: Record<string, { by?: string; at?: number; rename?: boolean }> = {
    'with the same secret': {},
    'with another secret': { by: 'quite another secret' },
    'at another hotspot': { at: 2 },
    'and that goes on under another name': { rename: true },
  };

  test.each(Object.keys(REPLACED))('has none of the sessions of the new one %s, which is answered at once', async (how) => {
    const { by = secret, at: targetId = hotspotId, rename = false } = REPLACED[how] ?? {};
    const old = await added(fields('01'));
    expect(await login(secret)).toBe(CODE.accessAccept);
    await reports('start', 0);
    const former = eq(units.id, old);
    await (rename
      ? server
          .db()
          .update(units)
          .set({ uuid: `drawer-${tests}`, name: 'in a drawer' })
          .where(former)
      : server.db().delete(units).where(former));
    const young = await added({ ...fields('02'), hotspot_id: targetId, secret: by });
    expect(await login(by)).toBe(targetId === hotspotId ? CODE.accessAccept : CODE.accessReject);
    for (const [nth, status] of (['start', 'interim', 'stop'] as const).entries()) await reports(status, 10 + nth * 20, by);
    expect((await unitsOf()).filter(({ unit_id }) => unit_id === young)).toEqual([{ unit_id: young, hotspot_id: targetId, duration: 40 }]);
    expect((await unitsOf()).filter(({ unit_id }) => unit_id === old)).toEqual([{ unit_id: old, hotspot_id: hotspotId, duration: 0 }]);
  });

  test('keeps its sessions when the new one starts', async () => {
    const old = await added(fields('01'));
    await reports('start', 0);
    await server
      .db()
      .update(units)
      .set({ uuid: `drawer-${tests}` })
      .where(eq(units.id, old));
    await added(fields('02'));
    const on = [
      attribute('NAS-Identifier', `swapped-${tests}`),
      attribute('Acct-Status-Type', ACCT_STATUS.on),
      attribute('Acct-Session-Id', '0'),
    ];
    await sendAt(5, signed(CODE.accountingRequest, on, 3));
    expect(await running()).toMatchObject([{ unit_id: old }]);
  });
});
