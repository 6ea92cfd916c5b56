/** Sessions that a unit ends with Session-Timeout, which it uses for time and for traffic: which cause staff read. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { session_histories } from '../../../src/server/database/schema';
import { linkGuestsToVouchers } from '../../../src/demo/seeds/guestVouchers';
import { attribute } from '../../../src/server/radius/codec';
import { setPreferences } from '../../support/peers/portalUnit';
import { at, reportOf, serveWithUnit, type Report } from '../../support/radius/reportingUnit';
import { insertGuest, insertVoucher } from '../../factories/rows';

const { server, hotspotId, sendAt, accounting } = serveWithUnit('cutting');

const SESSION_TIMEOUT = 5;
const ADMIN_RESET = 6;
const MEGABYTE = 1_000_000;

let id = '';
let name = '';
let tests = 0;
beforeEach(() => {
  tests += 1;
  id = `cut-${tests}`;
  name = `CUT${tests}`;
});

/** Creates a guest with these daily limits. */
async function guestWith(limits: { max_navigation_traffic?: number; max_navigation_time?: number }): Promise<void> {
  await insertGuest(server.db(), {
    hotspot_id: hotspotId,
    username: name,
    account_type: 'voucher',
    created: at(-99),
    valid_until: at(99_999),
    ...limits,
  });
}

const report = (second: number, status: 'start' | 'interim' | 'stop', about: Partial<Report> = {}) =>
  sendAt(second, accounting(reportOf(status, { id, device: '02-CC-00-00-00-01', more: [attribute('User-Name', name)], ...about })));

/** Runs a session of ten minutes and one megabyte that ends with this cause; returns the causes that staff see. */
async function causeAfter(cause: number): Promise<string[]> {
  await report(0, 'start');
  await report(600, 'stop', { time: 600, up: 400_000, down: 600_000, cause });
  return causes();
}

const causes = async () =>
  (
    await server
      .db()
      .select({ cause: session_histories.terminate_cause })
      .from(session_histories)
      .where(eq(session_histories.session_key, id))
  ).map(({ cause }) => cause);

describe('a session whose guest used up the traffic of the day', () => {
  test('ended because of it', async () => {
    await guestWith({ max_navigation_traffic: MEGABYTE });
    expect(await causeAfter(SESSION_TIMEOUT)).toEqual(['traffic_limit']);
  });

  test('ended because of it also after the stop is repeated and an older report arrives', async () => {
    await guestWith({ max_navigation_traffic: MEGABYTE });
    await causeAfter(SESSION_TIMEOUT);
    await report(630, 'stop', { time: 600, up: 400_000, down: 600_000, cause: SESSION_TIMEOUT, delay: 30 });
    await report(640, 'interim', { time: 300, up: 100_000, down: 200_000, delay: 340 });
    expect(await causes()).toEqual(['traffic_limit']);
  });

  test('ended because time was up if it was, too', async () => {
    await guestWith({ max_navigation_traffic: MEGABYTE, max_navigation_time: 600 });
    expect(await causeAfter(SESSION_TIMEOUT)).toEqual(['session_timeout']);
  });

  test('ended for another reason that the unit names', async () => {
    await guestWith({ max_navigation_traffic: MEGABYTE });
    expect(await causeAfter(ADMIN_RESET)).toEqual(['admin_reset']);
  });
});

test('a session whose guest used up the traffic of a voucher’s whole validity ended because of it', async () => {
  const limits = { max_traffic: MEGABYTE, max_time: 0 };
  await setPreferences(server, hotspotId, { voucher_limits_total: 'true' });
  await insertVoucher(server.db(), {
    ...limits,
    hotspot_id: hotspotId,
    code: name.toLowerCase(),
    type: 'auth',
    auto_login: false,
    remain_use: -1,
    duration: 3,
    created: at(-99),
  });
  await guestWith({ max_navigation_traffic: MEGABYTE });
  await linkGuestsToVouchers(server.db());
  expect(await causeAfter(SESSION_TIMEOUT)).toEqual(['traffic_limit']);
});

test.each([
  ['without a limit', {}],
  ['whose traffic is not used up', { max_navigation_traffic: MEGABYTE + 1 }],
  ['with a limit of time only', { max_navigation_time: 600 }],
])('a session of a guest %s ended because time was up', async (_, limits) => {
  await guestWith(limits);
  expect(await causeAfter(SESSION_TIMEOUT)).toEqual(['session_timeout']);
});

test('a session of nobody who is known ended as the unit says', async () => {
  expect(await causeAfter(SESSION_TIMEOUT)).toEqual(['session_timeout']);
});
