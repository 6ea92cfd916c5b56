/** A server with RADIUS and one unit that reports to it over UDP; the test sets the clock. */
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';

import { attribute, CODE, type Attribute } from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import type { RadiusListener } from '../../../src/server/radius/listener';
import { encodeRequest } from '../../../src/server/radius/proofs';
import { serve } from '../server/server';
import { exchanged } from './freeradius';
import { listenOnFreePorts, setOnlyPreferences } from './radius';
import { insertUnit } from '../../factories/rows';

const TEN = Date.parse('2026-11-22T10:00:00Z');
const HOTSPOT = 1;
const SECRET = 'a shared secret';

/** A date, from seconds after 10:00. */
export const at = (seconds: number) => new Date(TEN + seconds * 1000);

/** The seconds after 10:00 of a date. */
export const secondsAfterTen = (moment: Date) => (moment.getTime() - TEN) / 1000;

/** Starts a server with a unit of this uuid. Before each test the clock is set to 10:00. */
export function serveWithUnit(uuid: string) {
  let radius: RadiusListener;
  const failures: unknown[] = [];
  const clock = { now: 0 };
  let identifier = 0;

  const listen = async () => {
    radius = await listenOnFreePorts({ db: server.db(), clock: () => at(clock.now), onFailure: (error) => void failures.push(error) });
  };

  // Before the database closes.
  afterAll(async () => {
    await radius.close();
    expect(failures).toEqual([]);
  });
  const server = serve();
  const addUnit = async (name: string, mac_address: string): Promise<number> => {
    const unit = { uuid: name, mac_address, name, secret: SECRET, hotspot_id: HOTSPOT, created: at(-9999) };
    const created = await insertUnit(server.db(), unit);
    return created.id;
  };
  let unitId = 0;
  beforeAll(async () => {
    unitId = await addUnit(uuid, '02-AA-00-00-00-01');
    await setOnlyPreferences(server.db(), HOTSPOT, { voucher_login: 'true', mac_login: 'true' });
    await listen();
  });
  beforeEach(() => {
    clock.now = 0;
  });

  const send = (service: 'authentication' | 'accounting', bytes: Buffer) => exchanged(bytes, radius.ports[service]);
  const signed = (code: number, attributes: Attribute[], id: number) => encodeRequest({ code, id, attributes }, SECRET).bytes;

  return {
    server,
    hotspotId: HOTSPOT,
    unitId: () => unitId,
    /** Adds another unit at the hotspot, with the same secret; returns its id. */
    addUnit,
    secret: SECRET,
    /** Closes the listener and starts another one, as a restart of the server does. */
    restart: async () => {
      await radius.close();
      await listen();
    },
    /** The signed bytes of a request by the unit. */
    signed,
    /** Sends from a new port, so that no cached answer applies. Returns the code of the answer. */
    send: async (service: 'authentication' | 'accounting', bytes: Buffer) => (await send(service, bytes))[0],
    /** Sends bytes to the accounting port at `second`; they must be answered. */
    sendAt: async (second: number, bytes: Buffer) => {
      clock.now = second;
      expect((await send('accounting', bytes))[0]).toBe(CODE.accountingResponse);
    },
    /** Like `sendAt`, but the packet may be dropped as malformed: returns the answer or null. */
    answerAt: async (second: number, bytes: Buffer): Promise<Buffer | null> => {
      clock.now = second;
      const { malformed } = radius.counts();
      const dropped = new AbortController();
      const watch = setInterval(() => radius.counts().malformed > malformed && dropped.abort(), 1);
      const signal = AbortSignal.any([dropped.signal, AbortSignal.timeout(5000)]);
      try {
        return await exchanged(bytes, radius.ports.accounting, undefined, signal);
      } catch (error) {
        if (!dropped.signal.aborted) throw error;
        return null;
      } finally {
        clearInterval(watch);
      }
    },
    /** An Accounting-Request in the name of the unit, or of another one. */
    accounting: (attributes: Attribute[], id?: number, name = uuid) => {
      identifier = (identifier + 1) % 256;
      return signed(CODE.accountingRequest, [attribute('NAS-Identifier', name), ...attributes], id ?? identifier);
    },
  };
}

export interface Report {
  id: string;
  device: string;
  /** Session time in seconds, and the counters. */
  time?: number;
  up?: number;
  down?: number;
  /** Seconds. */
  delay?: number;
  cause?: number;
  more?: Attribute[];
}

/** The attributes of a report about a session. */
export const reportOf = (
  status: 'start' | 'interim' | 'stop',
  { id, device, time, up, down, delay, cause, more = [] }: Report,
): Attribute[] => [
  attribute('Acct-Status-Type', ACCT_STATUS[status]),
  attribute('Acct-Session-Id', id),
  attribute('Calling-Station-Id', device),
  ...(time === undefined ? [] : [attribute('Acct-Session-Time', time)]),
  ...(up === undefined ? [] : [attribute('Acct-Input-Octets', up)]),
  ...(down === undefined ? [] : [attribute('Acct-Output-Octets', down)]),
  ...(cause === undefined ? [] : [attribute('Acct-Terminate-Cause', cause)]),
  ...more,
  ...(delay === undefined ? [] : [attribute('Acct-Delay-Time', delay)]),
];
