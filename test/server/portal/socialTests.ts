import { afterAll, beforeAll, beforeEach, jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { portal_codes, users } from '../../../src/server/database/schema';
import { createSocial, type Social, type SocialSites } from '../../../src/server/portal/social';
import { guestBrowser, playedChilli, type GuestPage } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';
import { APP, openIdProvider, playedFacebook, type Someone } from '../../support/peers/sites';
import { insertUnit } from '../../factories/rows';

/** The origin at which a proxy would serve the portal, and the addresses to which the networks redirect guests. */
const ORIGIN = 'https://wifi.example';
export const BACK = { facebook: `${ORIGIN}/portal/oauth/facebook`, linkedin: `${ORIGIN}/portal/oauth/linkedin` };

export const state: { who: Someone } = { who: { id: 'ada' } };
export let linkedin: Awaited<ReturnType<typeof openIdProvider>>;
export let facebook: Awaited<ReturnType<typeof playedFacebook>>;
let created: Social | undefined;
const sites = (): SocialSites => ({ facebook: facebook.sites, linkedin: { issuer: linkedin.issuer } });
/** Forgets what is known about the networks, like a server that has just started. */
export const restart = () => (created = createSocial({ facebook: APP, linkedin: APP }, sites()));
const now = () => created ?? restart();
const social: Social = {
  has: () => true,
  leave: (...given) => now().leave(...given),
  comeBack: (...given) => now().comeBack(...given),
};

export const server = serve({
  social,
  config: { freeradiusToken: 'token-of-the-portal-5', zone: 'Europe/Rome', publicUrl: ORIGIN, portalOrigin: ORIGIN },
});

export const { HOTSPOT, FIRST, UNIT, later, prefer, gatewayOf } = portalUnit(server);
export const OTHER = { uuid: 'other-unit', mac: '00-11-22-33-44-66', secret: 'secret of the other unit' };

beforeAll(async () => {
  // The provider logs at length that it is configured for tests.
  for (const what of ['warn', 'info'] as const) jest.spyOn(console, what).mockImplementation(() => undefined);
  linkedin = await openIdProvider(BACK.linkedin, () => state.who);
  facebook = await playedFacebook(BACK.facebook, () => state.who);
  const { uuid, mac, secret } = OTHER;
  await insertUnit(server.db(), { hotspot_id: HOTSPOT, uuid, mac_address: mac, name: uuid, secret, created: FIRST });
});
afterAll(async () => {
  await linkedin.close();
  await facebook.close();
});
beforeEach(async () => {
  later(16 * 60);
  linkedin.state.isAway = false;
  linkedin.state.hasPkce = true;
  linkedin.state.tokenRequests.length = 0;
  facebook.state.asked.length = 0;
  facebook.state.refuses = false;
  facebook.state.status = 200;
  await server.db().delete(portal_codes);
  await prefer({ facebook_login: 'true', linkedin_login: 'true', temp_session_duration: '0' });
});

let phones = 0;
export function phone(unit = UNIT, headers: Record<string, string> = {}) {
  phones += 1;
  const deviceMac = `02-00-00-00-05-${phones.toString(16).padStart(2, '0').toUpperCase()}`;
  const chilli = playedChilli({ ...gatewayOf(deviceMac), portal: () => ORIGIN, unit, uamsecret: unit.secret });
  return { deviceMac, chilli, browser: guestBrowser(chilli, headers, (address) => address.replace(ORIGIN, server.url())) };
}

export async function toLogin({ browser, chilli }: ReturnType<typeof phone>): Promise<GuestPage> {
  return browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' });
}

/** Goes to the page that is shown before the guest leaves. */
export async function toSite(guest: ReturnType<typeof phone>, site: 'facebook' | 'linkedin', more: Record<string, string> = {}) {
  return guest.browser.submit(await toLogin(guest), '/social', { site, ...more });
}

/** The URL to which the page leads, without opening it; the browser gets the cookie that belongs to this attempt. */
export async function leaving({ browser }: ReturnType<typeof phone>, page: GuestPage): Promise<string> {
  const href = /<a class="portal-start" href="([^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const answer = await fetch(server.url() + href, { redirect: 'manual', headers: { cookie } });
  for (const set of answer.headers.getSetCookie()) browser.cookies.set(...(set.split(';')[0]?.split('=') as [string, string]));
  return answer.headers.get('location') ?? '';
}

/** Goes to the network and back, and confirms the device. */
export async function throughSite(
  { browser }: ReturnType<typeof phone>,
  page: GuestPage,
  words = 'Continue to Facebook',
): Promise<GuestPage> {
  return browser.submit(await browser.follow(page, words), '/signed');
}

let people = 0;
export const somebody = (): Someone => {
  people += 1;
  state.who = { id: `person-${people}`, name: `Ada ${people}`, email: `Ada${people}@mail.example`, email_verified: true };
  return state.who;
};
export const guestNamed = async (username: string) => (await server.db().select().from(users).where(eq(users.username, username)))[0];
export const FAILED = 'The other site did not confirm who you are. Please try again, or log in another way.';
