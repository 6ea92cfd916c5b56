import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { access_events, login_tokens, portal_tries, users } from '../../../src/server/database/schema';
import { guestBrowser, playedChilli } from '../../support/peers/gateways';
import { setOnlyPreferences } from '../../support/radius/radius';
import { serve } from '../../support/server/server';
import { HOTSPOT, UNIT, OTHER, NOW, LONG } from './attacksTests';
import { insertUnit, insertVoucher } from '../../factories/rows';

const server = serve({ config: { freeradiusToken: 'token-of-the-portal-2', trustProxy: ['loopback'] } });

beforeAll(async () => {
  server.clock.now = NOW;
  const db = server.db();
  for (const { uuid, mac, secret } of [UNIT, OTHER])
    await insertUnit(db, { hotspot_id: HOTSPOT, uuid, mac_address: mac, name: uuid, secret, created: NOW });
  await setOnlyPreferences(db, HOTSPOT, {
    voucher_login: 'true',
    captive_2_title: '</title></style><script>alert(1)</script>',
    captive_4_subtitle: LONG,
    captive_6_description: '<img src=x onerror=alert(1)>',
    captive_7_background: 'red}</style><script>alert(1)</script>',
    captive_85_text_style: 'x";}</style>',
    captive_1_redir: 'javascript:alert(1)',
  });
  await insertVoucher(db, {
    hotspot_id: HOTSPOT,
    code: 'right1',
    auto_login: false,
    remain_use: -1,
    duration: 3,
    type: 'normal',
    created: NOW,
  });
});
beforeEach(async () => {
  server.clock.now = new Date(server.clock.now.getTime() + 11 * 60_000);
  await server.db().delete(portal_tries);
});

const options = (unit = UNIT) => ({
  portal: server.url,
  ports: () => ({ authentication: 9, accounting: 9 }),
  unit,
  deviceMac: '02-00-00-00-00-01',
});

/** A guest whose visits to the gateway are only recorded, because these tests aren't about RADIUS. */
function watched(headers: Record<string, string> = {}, unit = UNIT) {
  const chilli = playedChilli(options(unit));
  const sent: string[] = [];
  const gateway = { own: chilli.own, visit: async (address: string) => (sent.push(address), chilli.open()) };
  return { browser: guestBrowser(gateway, headers), sent, chilli };
}

describe('the pages of the portal', () => {
  test('store nothing when they are opened again and again', async () => {
    const count = async () => [
      await server.db().$count(portal_tries),
      await server.db().$count(login_tokens),
      await server.db().$count(users),
      await server.db().$count(access_events),
    ];
    const before = await count();
    const { chilli } = watched();
    for (let round = 0; round < 10; round += 1)
      await Promise.all(
        Array.from({ length: 20 }, async () =>
          (await fetch(chilli.open(), { headers: { 'X-Forwarded-For': '203.0.113.77' } })).arrayBuffer(),
        ),
      );
    expect(await count()).toEqual(before);
  });
});
