import { beforeAll, beforeEach } from '@jest/globals';
import { eq } from 'drizzle-orm';
import {
  account_sms_counts,
  accounts,
  hotspot_sms_counts,
  hotspot_sms_warnings,
  hotspots,
  portal_codes,
  users,
} from '../../../src/server/database/schema';
import type { Delivery, Mail } from '../../../src/server/messages/mailer';
import type { Message } from '../../../src/server/messages/sms/gateways';
import { guestBrowser, playedChilli, textOf, type GuestPage } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';

export const mails: Mail[] = [];

const mailer = { isConfigured: true, send: async (mail: Mail) => (state.delivery === 'sent' && mails.push(mail), state.delivery) };

export const texts: Message[] = [];

const sms = { isConfigured: true, send: async (message: Message) => (state.failure === null && texts.push(message), state.failure) };

export const server = serve({
  mailer,
  sms,
  config: { freeradiusToken: 'token-of-the-portal-4', zone: 'Europe/Rome', trustProxy: ['loopback'] },
});

export const { HOTSPOT, FIRST, UNIT, later, prefer, gatewayOf } = portalUnit(server);
export let owner = 0;

export const bought = async (values: Partial<typeof account_sms_counts.$inferInsert>) =>
  server.db().update(account_sms_counts).set(values).where(eq(account_sms_counts.account_id, owner));
export const pack = async () => (await server.db().select().from(account_sms_counts).where(eq(account_sms_counts.account_id, owner)))[0];

beforeAll(async () => {
  const db = server.db();
  const [hotspot] = await db.select().from(hotspots).where(eq(hotspots.id, HOTSPOT));
  owner = hotspot?.account_id ?? 0;
  await db.delete(account_sms_counts).where(eq(account_sms_counts.account_id, owner));
  await db.insert(account_sms_counts).values({ account_id: owner });
  await db.update(accounts).set({ email: 'reseller@mail.example' }).where(eq(accounts.id, owner));
});
beforeEach(async () => {
  later(11 * 60);
  mails.length = 0;
  texts.length = 0;
  state.delivery = 'sent';
  state.failure = null;
  const db = server.db();
  await db.delete(portal_codes);
  await db.delete(hotspot_sms_counts).where(eq(hotspot_sms_counts.hotspot_id, HOTSPOT));
  await db.delete(hotspot_sms_warnings);
  await bought({ sms_max_count: 100, sms_count: 0, sms_threshold: 0, is_warned: false });
  await prefer({
    sms_login: 'true',
    email_login: 'true',
    sms_login_max: '0',
    sms_login_threshold: '0',
    sms_countries: '*',
    sms_unentered_max: '0',
  });
});

export const state: { phones: number; failure: { failed: string } | null; delivery: Delivery } = {
  phones: 0,
  failure: null,
  delivery: 'sent',
};
export function phone(headers: Record<string, string> = {}) {
  state.phones += 1;
  const deviceMac =
    `02-00-00-00-${(4 + (state.phones >> 8)).toString(16).padStart(2, '0')}-${(state.phones & 255).toString(16).padStart(2, '0')}`.toUpperCase();
  const chilli = playedChilli({ ...gatewayOf(deviceMac), uamsecret: UNIT.secret });
  return { deviceMac, chilli, browser: guestBrowser(chilli, headers) };
}

export async function toLogin({ browser, chilli }: ReturnType<typeof phone>): Promise<GuestPage> {
  return browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' });
}

/** The text of the page that a new guest gets after entering this number. */
export async function typed(text: string, headers?: Record<string, string>): Promise<string> {
  const guest = phone(headers);
  const answer = await guest.browser.submit(await toLogin(guest), '/sms', { phone: text });
  // Warnings about few SMS are sent after the answer.
  await server.outbox().drained();
  return textOf(answer.html);
}

let people = 0;
export const newNumber = () => `+39347${String((people += 1)).padStart(7, '0')}`;
export const codeIn = (message: Message | undefined) => /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? '';
export const guestWith = async (username: string) => (await server.db().select().from(users).where(eq(users.username, username)))[0];
export const sentOf = async () =>
  (await server.db().select().from(hotspot_sms_counts).where(eq(hotspot_sms_counts.hotspot_id, HOTSPOT))).map(({ number }) => number);

export const hotspotName = async () => (await server.db().select().from(hotspots).where(eq(hotspots.id, HOTSPOT)))[0]?.name ?? '';
