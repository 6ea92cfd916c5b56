/** All guests of a venue share one public address. If the unit vouches for devices, one guest can't use up what all of them may do. */
import { beforeAll, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { unit_contacts, units } from '../../../src/server/database/schema';
import type { Mail } from '../../../src/server/messages/mailer';
import { guestBrowser, playedChilli, playedMikrotik, textOf } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';
import { insertVoucher } from '../../factories/rows';

const mails: Mail[] = [];
const server = serve({
  mailer: { isConfigured: true, send: async (mail: Mail) => (mails.push(mail), 'sent' as const) },
  config: { freeradiusToken: 'token-of-the-portal-21', zone: 'Europe/Rome' },
});
const { HOTSPOT, UNIT, FIRST, prefer, gatewayOf } = portalUnit(server);

beforeAll(async () => {
  await prefer({ voucher_login: 'true', email_login: 'true', auto_login: 'false' });
  const voucher = { code: 'rightcode1', auto_login: false, remain_use: -1, duration: 3, type: 'normal' as const };
  await insertVoucher(server.db(), { hotspot_id: HOTSPOT, created: FIRST, ...voucher });
});

let phones = 0;
/** The login page of a new device, whose arrival the unit has signed. */
async function loginPage() {
  phones += 1;
  const deviceMac =
    `02-0A-00-00-${(phones >> 8).toString(16).padStart(2, '0')}-${(phones & 255).toString(16).padStart(2, '0')}`.toUpperCase();
  const chilli = playedChilli({ ...gatewayOf(deviceMac), uamsecret: UNIT.secret });
  const browser = guestBrowser(chilli);
  const login = await browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' });
  return { browser, login };
}

test('a guest gets in by voucher after other devices of the same address have tried sixty wrong codes', async () => {
  for (let device = 0; device < 7; device += 1) {
    const { browser, login } = await loginPage();
    for (let guess = 0; guess < 9; guess += 1) await browser.submit(login, '/code', { code: `wrong${device}${guess}` });
  }
  const { browser, login } = await loginPage();
  expect(textOf((await browser.submit(login, '/code', { code: 'rightcode1' })).html)).toContain('You are online');
});

test('a guest gets a mail after other devices of the same address have had a hundred', async () => {
  for (let device = 0; device < 21; device += 1) {
    const { browser, login } = await loginPage();
    for (let nth = 0; nth < 5; nth += 1) await browser.submit(login, '/email', { email: `junk${device}.${nth}@mail.example` });
  }
  expect(mails).toHaveLength(105);
  const guest = await loginPage();
  const sent = await guest.browser.submit(guest.login, '/email', { email: 'guest@mail.example' });
  expect(mails.at(-1)?.to).toBe('guest@mail.example');
  expect(textOf(sent.html)).not.toContain('too many');
});

test('guests get pages after somebody at the same address has had more than a network may, also those for whom no unit vouches', async () => {
  const [unit] = await server.db().select({ id: units.id }).from(units).where(eq(units.uuid, UNIT.uuid));
  await server
    .db()
    .insert(unit_contacts)
    .values({ unit_id: unit?.id ?? 0, heard: FIRST, address: '127.0.0.1', kind: 'coovachilli' })
    .onConflictDoNothing();
  const terms = async () => (await fetch(`${server.url()}/portal/${UNIT.uuid}/terms`)).status;
  // Checked with an unknown unit, whose pages don't have to wait.
  const isUsedUp = async () => (await fetch(`${server.url()}/portal/nobody/terms`)).status === 429;
  // Repeat as often as it takes on a busy machine, and a few times more.
  do await Promise.all(Array.from({ length: 50 }, terms));
  while (!(await isUsedUp()));
  const refused = await fetch(`${server.url()}/portal/nobody/terms`);
  expect(textOf(await refused.text())).toContain('The page will try again by itself');
  expect(Number(refused.headers.get('refresh'))).toBe(Number(refused.headers.get('retry-after')));
  const { browser, login } = await loginPage();
  expect(textOf((await browser.submit(login, '/code', { code: 'rightcode1' })).html)).toContain('You are online');
  const mikrotik = playedMikrotik(gatewayOf('02-0B-00-00-00-01'));
  expect((await fetch(mikrotik.open())).status).toBe(200);
});
