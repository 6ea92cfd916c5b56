/** Somebody who recorded the requests of a router with openNDS sends them again. */
import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { issueToken } from '../../../src/server/access/tokenQueries';
import { sessions, unit_contacts } from '../../../src/server/database/schema';
import { customOf } from '../../../src/server/units/openndsProofs';
import { serve } from '../../support/server/server';
import { insertGuest, insertUnit } from '../../factories/rows';

const server = serve({ config: { opennds: true, zone: 'Europe/Rome', trustProxy: ['loopback'] } });
const NOW = new Date('2026-11-22T09:30:00Z');
const UNIT = { uuid: 'opennds-replayed', name: 'Replayed', mac_address: '00-11-22-33-44-99', secret: 'the secret of this router' };
const DEVICE = '02-00-00-00-38-91';
const HERE = '198.51.100.30';
let unitId = 0;

beforeAll(async () => {
  server.clock.now = NOW;
  const unit = await insertUnit(server.db(), { ...UNIT, hotspot_id: 1, kind: 'opennds', created: NOW });
  unitId = unit.id;
});

const later = (seconds: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000);
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const seconds = () => String(Math.floor(server.clock.now.getTime() / 1000));

/** A request as the router sends it, which can be sent again from anywhere. */
function requestOf(body: string) {
  const [nonce, time] = [randomBytes(16).toString('hex'), seconds()];
  const proof = sha256(`${UNIT.secret}\n${sha256([UNIT.secret, 'ask', nonce, time, body].join('\n'))}\n`);
  return async (from: string): Promise<string> => {
    const answer = await fetch(`${server.url()}/opennds/${UNIT.uuid}?nonce=${nonce}&time=${time}&proof=${proof}`, {
      method: 'POST',
      body,
      headers: { 'X-Forwarded-For': from },
    });
    expect(answer.status).toBe(200);
    return answer.text();
  };
}
const listOf = (clients: Record<string, object>) => `event=clients\nnow=${seconds()}\n\n${JSON.stringify({ clients })}`;

/** The unit's contact, once it has been stored. */
async function contact(): Promise<string | undefined> {
  const { close } = await server.replica();
  await close();
  await server.app().close();
  return (await server.db().select().from(unit_contacts).where(eq(unit_contacts.unit_id, unitId)))[0]?.address;
}

test('ends no session and moves no contact by an old list of clients, and answers as before', async () => {
  const old = requestOf(listOf({}));
  expect(await old(HERE)).toMatch(/^done\n/);
  later(60);
  const guest = await insertGuest(server.db(), {
    hotspot_id: 1,
    username: 'ada@mail.example',
    account_type: 'email',
    created: NOW,
    valid_from: NOW,
    valid_until: new Date('2027-01-01'),
  });
  const guestId = guest.id;
  const token = await issueToken(server.db(), { unitId, guestId, deviceMac: DEVICE, method: 'email' }, server.clock.now);
  const client = () => ({
    mac: DEVICE.replaceAll('-', ':').toLowerCase(),
    ip: '10.98.0.7',
    token: 'abcdef0123',
    state: 'Authenticated',
    custom: customOf(guestId, token),
    session_start: seconds(),
    download_this_session: '10',
    upload_this_session: '1',
  });
  const online = requestOf(listOf({ one: client() }));
  expect(await online(HERE)).not.toContain('end ');
  const running = () => server.db().$count(sessions, eq(sessions.unit_id, unitId));
  expect(await running()).toBe(1);
  later(120);

  const elsewhere = '203.0.113.66';
  expect(await old(elsewhere)).toMatch(/^done\n/);
  expect(await running()).toBe(1);
  // Only the router itself is believed when it says that nobody is there.
  expect(await requestOf(listOf({}))(HERE)).toMatch(/^done\n/);
  expect(await running()).toBe(0);
  await old(elsewhere);
  expect(await contact()).toBe(HERE);
});
