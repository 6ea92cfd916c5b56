/** Reports as faulty gateways send them, over UDP: what is shown of the sessions, and who may log in. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { sessions, units, users } from '../../../src/server/database/schema';
import { attribute, CODE, type Attribute } from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import type { RadiusListener } from '../../../src/server/radius/listener';
import { encodeRequest } from '../../../src/server/radius/proofs';
import { exchanged } from '../../support/freeradius';
import { listenOnFreePorts, setOnlyPreferences } from '../../support/radius';
import { serve } from '../../support/server';

let radius: RadiusListener;
const failures: unknown[] = [];
// Before the database closes.
afterAll(async () => {
  await radius.close();
  expect(failures).toEqual([]);
});

const server = serve();

const SECRET = 'a shared secret';
const HOTSPOT = 1;
const TEN = Date.parse('2026-11-22T10:00:00Z');
const at = (seconds: number) => new Date(TEN + seconds * 1000);

/** Seconds after ten, by the server's clock. */
let now = 0;
let device = '';
let tests = 0;

beforeAll(async () => {
  const db = server.db();
  await db.insert(units).values({
    ...{ uuid: 'faulty', mac_address: '02-AA-00-00-00-01', name: 'faulty', secret: SECRET, hotspot_id: HOTSPOT, created: at(-9999) },
  });
  await setOnlyPreferences(db, HOTSPOT, { voucher_login: 'true', mac_login: 'true' });
  radius = await listenOnFreePorts({ db, clock: () => at(now), onFailure: (error) => void failures.push(error) });
});

beforeEach(() => {
  tests += 1;
  device = `02-FA-00-00-00-${tests.toString(16).padStart(2, '0').toUpperCase()}`;
  now = 0;
});

interface Reported {
  /** When the report arrives, in seconds after ten. */
  arrives: number;
  /** Session time in seconds, and the counters. */
  time?: number;
  up?: number;
  down?: number;
  id?: string;
  delay?: number;
  cause?: number;
  more?: Attribute[];
}

let identifier = 0;

async function report(
  status: 'start' | 'interim' | 'stop',
  { arrives, time, up, down, id = `faulty-${tests}`, delay, cause, more = [] }: Reported,
): Promise<void> {
  const sent = [
    attribute('Acct-Status-Type', ACCT_STATUS[status]),
    attribute('Acct-Session-Id', id),
    attribute('Calling-Station-Id', device),
    ...(time === undefined ? [] : [attribute('Acct-Session-Time', time)]),
    ...(up === undefined ? [] : [attribute('Acct-Input-Octets', up)]),
    ...(down === undefined ? [] : [attribute('Acct-Output-Octets', down)]),
    ...(cause === undefined ? [] : [attribute('Acct-Terminate-Cause', cause)]),
  ];
  await account(arrives, [...sent, ...more], delay);
}

async function account(arrives: number, attributes: Attribute[], delay?: number): Promise<void> {
  now = arrives;
  identifier = (identifier + 1) % 256;
  const late = delay === undefined ? [] : [attribute('Acct-Delay-Time', delay)];
  const packet = {
    code: CODE.accountingRequest,
    id: identifier,
    attributes: [attribute('NAS-Identifier', 'faulty'), ...attributes, ...late],
  };
  expect((await exchanged(encodeRequest(packet, SECRET).bytes, radius.ports.accounting))[0]).toBe(CODE.accountingResponse);
}

const running = () => server.db().select().from(sessions).where(eq(sessions.device_mac, device));

describe('one device under all its notations', () => {
  const WRITTEN = ['ecf4-bb37-ddaa', 'ecf4.bb37.ddaa', 'ecf-4bb-37d-daa', 'ecf4bb-37ddaa', 'EC:F4:BB:37:DD:AA', 'ecf4bb37ddaa'];

  beforeAll(async () => {
    const valid_until = new Date('2027-01-01T00:00:00Z');
    const guest = { hotspot_id: HOTSPOT, username: 'EC-F4-BB-37-DD-AA', account_type: 'mac', created: at(0), valid_until } as const;
    await server.db().insert(users).values(guest);
  });

  test.each(WRITTEN)('lets a registered device in whose unit writes its address as %s', async (written) => {
    const attributes = [
      ...[attribute('NAS-Identifier', 'faulty'), attribute('User-Name', written), attribute('Calling-Station-Id', written)],
    ];
    const { bytes } = encodeRequest({ code: CODE.accessRequest, id: 7, attributes }, SECRET);
    expect((await exchanged(bytes, radius.ports.authentication))[0]).toBe(CODE.accessAccept);
  });

  test.each(WRITTEN)('counts a session for the device and its guest when the address is written as %s', async (written) => {
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
    'knows a unit that names itself only by %s',
    async (called) => {
      now = 0;
      const attributes = [
        ...[attribute('Called-Station-Id', called), attribute('Acct-Status-Type', ACCT_STATUS.start)],
        ...[attribute('Acct-Session-Id', `called-${called}`), attribute('Calling-Station-Id', device)],
      ];
      const { bytes } = encodeRequest({ code: CODE.accountingRequest, id: 9, attributes }, SECRET);
      expect((await exchanged(bytes, radius.ports.accounting))[0]).toBe(CODE.accountingResponse);
      expect(await running()).toHaveLength(1);
    },
  );
});
