/**
 * Reports in which one attribute is as no unit should send it, over UDP: each accounting attribute, in one report or in all of them, wrong
 * in every way. They are answered, or dropped if nothing could be recorded (RFC 2866 § 4.1), and no sum is wrong.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { and, asc, eq, gt, max } from 'drizzle-orm';
import { endSilentSessions } from '../../../src/server/access/sessionQueries';
import { session_histories, sessions } from '../../../src/server/database/schema';
import { attribute, CODE, decodePacket, valuesOf, type Attribute } from '../../../src/server/radius/codec';
import { ACCT_STATUS, ATTRIBUTES, type AttributeName, type ValueOf } from '../../../src/server/radius/dictionary';
import { encodeRequest } from '../../../src/server/radius/proofs';
import { guestWithVoucher } from '../../support/radius/radius';
import { at, secondsAfterTen, serveWithUnit } from '../../support/radius/reportingUnit';

const { server, hotspotId, unitId, secret, answerAt } = serveWithUnit('odd');

const WRAP = 2 ** 32;
const GUEST = 'ODD-GUEST';
let guestId = 0;
let cases = 0;

beforeAll(async () => {
  guestId = await guestWithVoucher(server.db(), { hotspot_id: hotspotId, code: GUEST, created: at(-9999) });
});

type Named = [AttributeName, Attribute];
const withName = <N extends AttributeName>(name: N, value: ValueOf<N>): Named => [name, attribute(name, value)];
/** An attribute without a vendor, even one that our dictionary doesn't have. */
const raw = (type: number, value: Buffer): Attribute => ({ vendor: 0, type, value });

/** Counters at a certain time: beyond 4 GiB from the first interim on. */
const movedAt = (second: number) => ({ up: WRAP + second * 1000, down: 2 * WRAP + second * 50_000 });

/** A complete report of a visit that began at 10:00. */
const wholeReport = (second: number, status: keyof typeof ACCT_STATUS): Named[] => {
  const { up, down } = status === 'start' ? { up: 0, down: 0 } : movedAt(second);
  return [
    withName('NAS-Identifier', 'odd'),
    withName('NAS-IP-Address', '192.0.2.1'),
    withName('Called-Station-Id', '02-AA-00-00-00-01'),
    withName('User-Name', GUEST),
    withName('Class', Buffer.from(`portico ${guestId}`)),
    withName('Chargeable-User-Identity', Buffer.from('it')),
    withName('Calling-Station-Id', deviceOf(cases)),
    withName('NAS-Port', cases),
    withName('NAS-Port-Id', `port ${cases}`),
    withName('NAS-Port-Type', 19),
    withName('Service-Type', 2),
    withName('Framed-IP-Address', '10.1.2.3'),
    withName('Framed-Interface-Id', Buffer.from('0000000000000007', 'hex')),
    withName('Framed-IPv6-Prefix', '2001:db8::/64'),
    withName('Delegated-IPv6-Prefix', '2001:db8:1::/56'),
    withName('Framed-IPv6-Address', '2001:db8::7'),
    withName('Acct-Status-Type', ACCT_STATUS[status]),
    withName('Acct-Session-Id', `odd-${cases}.`),
    withName('Acct-Multi-Session-Id', 'many'),
    withName('Acct-Authentic', 1),
    withName('Acct-Delay-Time', 0),
    withName('Acct-Session-Time', second),
    withName('Event-Timestamp', at(second)),
    withName('Acct-Input-Octets', up % WRAP),
    withName('Acct-Input-Gigawords', Math.floor(up / WRAP)),
    withName('Acct-Input-Packets', 7),
    withName('Acct-Output-Octets', down % WRAP),
    withName('Acct-Output-Gigawords', Math.floor(down / WRAP)),
    withName('Acct-Output-Packets', 9),
    withName('Acct-Interim-Interval', 300),
    withName('Proxy-State', Buffer.from('on the way')),
    ...(status === 'stop' ? [withName('Acct-Terminate-Cause', 1)] : []),
  ];
};

const deviceOf = (nth: number) => `02-0D-00-00-${(nth >> 8).toString(16).padStart(2, '0')}-${(nth & 255).toString(16).padStart(2, '0')}`;

/** Ways for an attribute to be wrong: what is sent instead. */
const DEFECTS = {
  absent: () => [],
  empty: (sent) => [{ ...sent, value: Buffer.alloc(0) }],
  'sent twice': (sent) => [sent, sent],
  'sent twice with another value': (sent) => [sent, { ...sent, value: Buffer.alloc(sent.value.length, 0x37) }],
  'at its longest': (sent) => [{ ...sent, value: Buffer.alloc(sent.vendor === 0 ? 253 : 247, sent.value) }],
  'a byte too short': (sent) => [{ ...sent, value: sent.value.subarray(0, -1) }],
  'a byte too long': (sent) => [{ ...sent, value: Buffer.concat([sent.value, Buffer.of(0x37)]) }],
} as const satisfies Record<string, (sent: Attribute) => Attribute[]>;
type Defect = keyof typeof DEFECTS;
const ALL_DEFECTS = Object.keys(DEFECTS) as Defect[];

/** Whether anything can be read from it. */
const isReported = (name: AttributeName, defect: Defect) =>
  defect.startsWith('sent twice') || (defect !== 'absent' && defect !== 'empty' && ['text', 'octets'].includes(ATTRIBUTES[name].kind));

/** Without these attributes nothing can be recorded. */
const NEEDED: readonly AttributeName[] = ['Acct-Status-Type', 'Acct-Session-Id'];

/** Sends the reports of a visit, with one attribute wrong in those at these times. Returns which were answered. */
async function visited(name: AttributeName, defect: Defect, wrongAt: readonly number[], more: Named[] = []): Promise<boolean[]> {
  cases += 1;
  const answered: boolean[] = [];
  for (const [second, status] of [
    [0, 'start'],
    [300, 'interim'],
    [600, 'stop'],
  ] as const) {
    const isWrong = wrongAt.includes(second);
    const attributes = [...wholeReport(second, status), ...more].flatMap(([each, sent]) =>
      isWrong && each === name ? DEFECTS[defect](sent) : [sent],
    );
    const { bytes } = encodeRequest({ code: CODE.accountingRequest, id: second % 256, attributes }, secret);
    const answer = await answerAt(second, bytes);
    answered.push(answer !== null);
    if (answer === null) continue;
    const read = decodePacket(answer);
    if (typeof read === 'string') throw new Error(`the answer is ${read}`);
    const states = valuesOf({ attributes }, 'Proxy-State').map(String);
    expect({ code: read.code, states: valuesOf(read, 'Proxy-State').map(String) }).toEqual({ code: CODE.accountingResponse, states });
  }
  await endSilentSessions(server.db(), at(90_000).getTime());
  return answered;
}

/** The visits since a case began: start in seconds after 10:00, duration in seconds, bytes. */
async function visitsAfter(last: number) {
  expect(await server.db().$count(sessions, eq(sessions.unit_id, unitId()))).toBe(0);
  const found = await server
    .db()
    .select()
    .from(session_histories)
    .where(and(eq(session_histories.unit_id, unitId()), gt(session_histories.id, last)))
    .orderBy(asc(session_histories.id));
  return found.map(({ start_time, duration, bytes_up, bytes_down }) => ({
    start: secondsAfterTen(start_time),
    seconds: duration,
    up: bytes_up,
    down: bytes_down,
  }));
}

const lastVisit = async () =>
  (
    await server
      .db()
      .select({ id: max(session_histories.id) })
      .from(session_histories)
  )[0]?.id ?? 0;

const OF_REPORTS = wholeReport(600, 'stop').map(([name]) => name);
const WHOLE = { start: 0, seconds: 600, ...movedAt(600) };

/** The traffic that can be known if this attribute is wrong in all reports. */
function reportedWithout(name: AttributeName, defect: Defect): { up: number; down: number } {
  const { up, down } = movedAt(600);
  if (isReported(name, defect)) return { up, down };
  if (name === 'Acct-Input-Octets') return { up: 0, down };
  if (name === 'Acct-Output-Octets') return { up, down: 0 };
  if (name === 'Acct-Input-Gigawords') return { up: up % WRAP, down };
  if (name === 'Acct-Output-Gigawords') return { up, down: down % WRAP };
  return { up, down };
}

describe.each(OF_REPORTS)('%s', (name) => {
  test.each(ALL_DEFECTS)('leaves the visit as it was when it is %s in one interim', async (defect) => {
    const last = await lastVisit();
    const isNeeded = NEEDED.includes(name) && !isReported(name, defect);
    expect(await visited(name, defect, [300])).toEqual([true, !isNeeded, true]);
    const [visit, ...others] = await visitsAfter(last);
    // A report with another id belongs to another session as far as anybody can tell, with the values of this one report.
    const isAnother = name === 'Acct-Session-Id' && !isNeeded && !defect.startsWith('sent twice');
    expect([visit, ...others]).toEqual(
      expect.arrayContaining([WHOLE, ...(isAnother ? [{ start: 0, seconds: 300, ...movedAt(300) }] : [])]),
    );
    expect(others).toHaveLength(isAnother ? 1 : 0);
  });

  test.each(ALL_DEFECTS)('makes one visit with what remains when it is %s in all reports', async (defect) => {
    const last = await lastVisit();
    const isRecorded = !NEEDED.includes(name) || isReported(name, defect);
    expect(await visited(name, defect, [0, 300, 600])).toEqual([isRecorded, isRecorded, isRecorded]);
    expect(await visitsAfter(last)).toEqual(isRecorded ? [{ ...WHOLE, ...reportedWithout(name, defect) }] : []);
  });
});

describe('CoovaChilli-Acct-View-Point', () => {
  test.each(ALL_DEFECTS)('says whose counters they are, unless it is %s', async (defect) => {
    const last = await lastVisit();
    await visited(
      'CoovaChilli-Acct-View-Point',
      defect,
      [0, 300, 600],
      [withName('CoovaChilli-Version', '1.6'), withName('CoovaChilli-Acct-View-Point', 1)],
    );
    const { up, down } = movedAt(600);
    const counters = isReported('CoovaChilli-Acct-View-Point', defect) ? { up, down } : { up: down, down: up };
    expect(await visitsAfter(last)).toEqual([{ ...WHOLE, ...counters }]);
  });
});

describe('attributes that nobody knows', () => {
  // Acct-Link-Count, Acct-Tunnel-Connection, Acct-Tunnel-Packets-Lost, an unassigned number, and a Vendor-Specific without a vendor.
  test.each([51, 68, 86, 241, 26])('leave the visit as it was at any length: type %i', async (type) => {
    cases += 1;
    const last = await lastVisit();
    for (const [second, status] of [
      [0, 'start'],
      [300, 'interim'],
      [600, 'stop'],
    ] as const) {
      const odd = [0, 1, 3, 4, 5, 253].map((length) => raw(type, Buffer.alloc(length, 0x37)));
      const attributes = [...odd, ...wholeReport(second, status).map(([, sent]) => sent), ...odd];
      expect(await answerAt(second, encodeRequest({ code: CODE.accountingRequest, id: 1, attributes }, secret).bytes)).not.toBeNull();
    }
    expect(await visitsAfter(last)).toEqual([WHOLE]);
  });
});
