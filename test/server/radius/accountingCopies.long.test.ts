/** Accounting packets that arrive again at the real ports: recorded bytes, and what units resend with another identifier. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { session_histories, session_reports, sessions } from '../../../src/server/database/schema';
import { attribute, type Attribute } from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import { at, serveWithUnit } from '../../support/radius/reportingUnit';

const { server, restart, sendAt, accounting } = serveWithUnit('copying');

const HOUR = 3600;
const DAY = 24 * HOUR;

let key = '';
let tests = 0;

beforeEach(() => {
  tests += 1;
  key = `copied-${tests}`;
});

interface Sent {
  id: number;
  isDated: boolean;
  delay?: number;
}

const packet = ({ id, isDated, delay }: Sent, second: number, attributes: Attribute[]) =>
  accounting(
    [
      ...(isDated ? [attribute('Event-Timestamp', at(second))] : []),
      ...(delay === undefined ? [] : [attribute('Acct-Delay-Time', delay)]),
      ...attributes,
    ],
    id,
  );

const about = (status: number) => [
  attribute('Acct-Status-Type', status),
  attribute('Acct-Session-Id', key),
  attribute('Calling-Station-Id', '02-00-00-00-03-01'),
];
const measured = (seconds: number, up: number, down: number) => [
  attribute('Acct-Session-Time', seconds),
  attribute('Acct-Input-Octets', up),
  attribute('Acct-Output-Octets', down),
];
const start = (second: number, sent: Sent) => packet(sent, second, about(ACCT_STATUS.start));
const interim = (second: number, sent: Sent, seconds: number, up: number, down: number) =>
  packet(sent, second, [...about(ACCT_STATUS.interim), ...measured(seconds, up, down)]);
const stop = (second: number, sent: Sent, seconds: number, up: number, down: number) =>
  packet(sent, second, [...about(ACCT_STATUS.stop), ...measured(seconds, up, down), attribute('Acct-Terminate-Cause', 1)]);

const running = () => server.db().select().from(sessions).where(eq(sessions.session_key, key)).orderBy(asc(sessions.start_time));
const ended = () =>
  server.db().select().from(session_histories).where(eq(session_histories.session_key, key)).orderBy(asc(session_histories.start_time));
const reports = () =>
  server.db().select().from(session_reports).where(eq(session_reports.session_key, key)).orderBy(asc(session_reports.id));
const allRows = async () => [await running(), await ended(), await reports()];

const LATER: [string, number][] = [
  ['31 seconds', 31],
  ['two minutes', 120],
  ['an hour', HOUR],
  ['a day', DAY],
];

describe.each([
  ['with timestamps', true],
  ['without timestamps', false],
])('resent packets %s', (_, isDated) => {
  const whole = (): [number, Buffer][] => [
    [0, start(0, { id: 1, isDated })],
    [300, interim(300, { id: 2, isDated }, 300, 10, 100)],
    [650, stop(650, { id: 3, isDated }, 650, 30, 300)],
  ];
  const one = { start_time: at(0), stop_time: at(650), duration: 650, bytes_up: 30, bytes_down: 300, terminate_cause: 'user_request' };

  test.each(LATER)('are answered %s later and change nothing', async (_later, later) => {
    const packets = whole();
    for (const [second, bytes] of packets) await sendAt(second, bytes);
    const before = await allRows();
    for (const [, bytes] of packets) await sendAt(650 + later, bytes);
    expect(await allRows()).toEqual(before);
    expect(await running()).toEqual([]);
    expect(await ended()).toMatchObject([one]);
  });

  test('change nothing after a restart of the server', async () => {
    const packets = whole();
    for (const [second, bytes] of packets) await sendAt(second, bytes);
    const before = await allRows();
    await restart();
    for (const [, bytes] of packets) await sendAt(650 + HOUR, bytes);
    expect(await allRows()).toEqual(before);
  });

  test('neither split nor prolong a running session', async () => {
    const [first, second, last] = whole();
    if (!first || !second || !last) throw new Error('there are three');
    await sendAt(...first);
    await sendAt(...second);
    const before = await allRows();
    await sendAt(500, first[1]);
    await sendAt(600, second[1]);
    expect(await allRows()).toEqual(before);
    await sendAt(...last);
    expect(await running()).toEqual([]);
    expect(await ended()).toMatchObject([one]);
  });

  test('do not change the session that a restarted unit opened under the same key', async () => {
    const packets = whole().slice(0, 2);
    for (const [second, bytes] of packets) await sendAt(second, bytes);
    await sendAt(400, packet({ id: 9, isDated }, 400, [attribute('Acct-Status-Type', ACCT_STATUS.on)]));
    await sendAt(420, start(420, { id: 4, isDated }));
    const former = { start_time: at(0), stop_time: at(300), bytes_down: 100, terminate_cause: 'unit_restarted' };
    expect(await ended()).toMatchObject([former]);
    expect(await running()).toMatchObject([{ start_time: at(420), bytes_down: 0 }]);
    await sendAt(720, interim(720, { id: 5, isDated }, 300, 4, 40));
    const before = await allRows();
    for (const [, bytes] of packets) await sendAt(900, bytes);
    expect(await allRows()).toEqual(before);
    expect(await running()).toMatchObject([{ start_time: at(420), bytes_down: 40 }]);
    await sendAt(1070, stop(1070, { id: 6, isDated }, 650, 30, 300));
    expect(await running()).toEqual([]);
    expect(await ended()).toMatchObject([former, { start_time: at(420), stop_time: at(1070), duration: 650, bytes_down: 300 }]);
  });
});

describe('a unit that resends a packet', () => {
  test.each<[string, Sent]>([
    ['with another identifier', { id: 77, isDated: false }],
    ['with another identifier and the first timestamp', { id: 77, isDated: true }],
    ['with its delay', { id: 77, isDated: false, delay: 800 }],
  ])('starts no other session %s', async (_, retry) => {
    const first = { id: 1, isDated: retry.isDated };
    await sendAt(0, start(0, first));
    await sendAt(100, start(0, { ...retry, ...(retry.delay && { delay: 100 }) }));
    expect(await running()).toMatchObject([{ start_time: at(0) }]);
    await sendAt(650, stop(650, first, 650, 30, 300));
    await sendAt(1450, stop(650, retry, 650, 30, 300));
    expect(await running()).toEqual([]);
    expect(await ended()).toMatchObject([{ start_time: at(0), stop_time: at(650), duration: 650, bytes_down: 300 }]);
  });
});
