import { beforeEach } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { portal_codes, users } from '../../../src/server/database/schema';
import type { Delivery, Mail } from '../../../src/server/messages/mailer';
import { guestBrowser, playedChilli, type GuestPage } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';

export const mails: Mail[] = [];
export const state: { delivery: Delivery } = { delivery: 'sent' };
const mailer = { isConfigured: true, send: async (mail: Mail) => (state.delivery === 'sent' && mails.push(mail), state.delivery) };

/** The origin at which a proxy would serve the portal: gateways sign it, and mails contain it. */
const ORIGIN = 'https://wifi.example';

export const server = serve({
  mailer,
  config: { freeradiusToken: 'token-of-the-portal-3', zone: 'Europe/Rome', publicUrl: ORIGIN, portalOrigin: ORIGIN },
});

export const { UNIT, later, prefer, gatewayOf } = portalUnit(server);

beforeEach(async () => {
  later(11 * 60);
  mails.length = 0;
  state.delivery = 'sent';
  await server.db().delete(portal_codes);
});

let phones = 0;
const newDevice = () => {
  phones += 1;
  return `02-00-00-00-03-${phones.toString(16).padStart(2, '0').toUpperCase()}`;
};
export function phone(deviceMac = newDevice()) {
  const chilli = playedChilli({ ...gatewayOf(deviceMac), portal: () => ORIGIN, uamsecret: UNIT.secret });
  return { deviceMac, chilli, browser: guestBrowser(chilli, {}, (address) => address.replace(ORIGIN, server.url())) };
}

export async function toLogin({ browser, chilli }: ReturnType<typeof phone>): Promise<GuestPage> {
  return browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' });
}

let people = 0;
export const newEmail = () => `guest${(people += 1)}@mail.example`;
export const codeIn = (mail: Mail | undefined) => /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
export const guestsWith = async (email: string) =>
  server
    .db()
    .select()
    .from(users)
    .where(sql`${users.email} = ${email}`)
    .orderBy(users.id);
