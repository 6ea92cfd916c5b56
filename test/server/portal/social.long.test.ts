/**
 * Guests log in at a social network. A real OpenID provider stands in for LinkedIn, and a simulation of the documented calls for Facebook.
 */
import { afterAll, beforeAll, beforeEach, jest, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { portal_codes, users, consent_texts, consents, login_tokens, sessions } from '../../../src/server/database/schema';
import { createSocial, type Social, type SocialSites } from '../../../src/server/portal/social';
import { guestBrowser, playedChilli, type GuestPage, textOf, formsIn } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';
import { APP, openIdProvider, playedFacebook, type Someone } from '../../support/peers/sites';
import { insertUnit } from '../../factories/rows';
import { isCaptiveBrowser } from '../../../src/server/portal/captiveBrowser';

/** The origin at which a proxy would serve the portal, and the addresses to which the networks redirect guests. */
const ORIGIN = 'https://wifi.example';
const BACK = { facebook: `${ORIGIN}/portal/oauth/facebook`, linkedin: `${ORIGIN}/portal/oauth/linkedin` };

const state: { who: Someone } = { who: { id: 'ada' } };
let linkedin: Awaited<ReturnType<typeof openIdProvider>>;
let facebook: Awaited<ReturnType<typeof playedFacebook>>;
let created: Social | undefined;
const sites = (): SocialSites => ({ facebook: facebook.sites, linkedin: { issuer: linkedin.issuer } });
/** Forgets what is known about the networks, like a server that has just started. */
const restart = () => (created = createSocial({ facebook: APP, linkedin: APP }, sites()));
const now = () => created ?? restart();
const social: Social = {
  has: () => true,
  leave: (...given) => now().leave(...given),
  comeBack: (...given) => now().comeBack(...given),
};

const server = serve({
  social,
  config: { freeradiusToken: 'token-of-the-portal-5', zone: 'Europe/Rome', publicUrl: ORIGIN, portalOrigin: ORIGIN },
});

const { HOTSPOT, FIRST, UNIT, later, prefer, gatewayOf } = portalUnit(server);
const OTHER = { uuid: 'other-unit', mac: '00-11-22-33-44-66', secret: 'secret of the other unit' };

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
function phone(unit = UNIT, headers: Record<string, string> = {}) {
  phones += 1;
  const deviceMac = `02-00-00-00-05-${phones.toString(16).padStart(2, '0').toUpperCase()}`;
  const chilli = playedChilli({ ...gatewayOf(deviceMac), portal: () => ORIGIN, unit, uamsecret: unit.secret });
  return { deviceMac, chilli, browser: guestBrowser(chilli, headers, (address) => address.replace(ORIGIN, server.url())) };
}

async function toLogin({ browser, chilli }: ReturnType<typeof phone>): Promise<GuestPage> {
  return browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' });
}

/** Goes to the page that is shown before the guest leaves. */
async function toSite(guest: ReturnType<typeof phone>, site: 'facebook' | 'linkedin', more: Record<string, string> = {}) {
  return guest.browser.submit(await toLogin(guest), '/social', { site, ...more });
}

/** The URL to which the page leads, without opening it; the browser gets the cookie that belongs to this attempt. */
async function leaving({ browser }: ReturnType<typeof phone>, page: GuestPage): Promise<string> {
  const href = /<a class="portal-start" href="([^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const answer = await fetch(server.url() + href, { redirect: 'manual', headers: { cookie } });
  for (const set of answer.headers.getSetCookie()) browser.cookies.set(...(set.split(';')[0]?.split('=') as [string, string]));
  return answer.headers.get('location') ?? '';
}

/** Goes to the network and back, and confirms the device. */
async function throughSite({ browser }: ReturnType<typeof phone>, page: GuestPage, words = 'Continue to Facebook'): Promise<GuestPage> {
  return browser.submit(await browser.follow(page, words), '/signed');
}

let people = 0;
const somebody = (): Someone => {
  people += 1;
  state.who = { id: `person-${people}`, name: `Ada ${people}`, email: `Ada${people}@mail.example`, email_verified: true };
  return state.who;
};
const guestNamed = async (username: string) => (await server.db().select().from(users).where(eq(users.username, username)))[0];
const FAILED = 'The other site did not confirm who you are. Please try again, or log in another way.';

describe('the login with LinkedIn', () => {
  test('requests name and e-mail address, and the guest is online', async () => {
    const { id } = somebody();
    const guest = phone();
    const page = await toSite(guest, 'linkedin');
    const address = new URL(await leaving(guest, page));
    expect(address.origin).toBe(linkedin.issuer);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      scope: 'openid profile email',
      response_type: 'code',
      redirect_uri: BACK.linkedin,
      client_id: APP.id,
      code_challenge_method: 'S256',
    });
    expect(address.searchParams.get('nonce')).toMatch(/^.{40,}$/);
    const back = await guest.browser.open(await linkedin.logIn(address.href));
    expect(textOf(back.html)).toContain(`You are signed in as ${state.who.name ?? ''} The device ${guest.deviceMac} will go online at`);
    expect(await guestNamed(id)).toBeUndefined();
    const online = await guest.browser.submit(back, '/signed');
    expect(textOf(online.html)).toContain('You are online');
    expect(await guestNamed(id)).toMatchObject({
      name: state.who.name,
      email: state.who.email?.toLowerCase(),
      account_type: 'linkedin',
      email_verified: true,
      marketing_auth: false,
    });
    const running = await server.db().select().from(sessions).where(eq(sessions.device_mac, guest.deviceMac));
    expect(running.map(({ username }) => username)).toEqual([id]);
  });

  test('sends neither verifier nor nonce to a site without PKCE', async () => {
    somebody();
    linkedin.state.hasPkce = false;
    restart();
    const guest = phone();
    const address = new URL(await leaving(guest, await toSite(guest, 'linkedin')));
    expect([...address.searchParams.keys()].sort()).toEqual(['client_id', 'redirect_uri', 'response_type', 'scope', 'state']);
    const online = await guest.browser.submit(await guest.browser.open(await linkedin.logIn(address.href)), '/signed');
    expect(textOf(online.html)).toContain('You are online');
    expect(linkedin.state.tokenRequests.map((one) => one.has('code_verifier'))).toEqual([false]);
    linkedin.state.hasPkce = true;
    restart();
  });

  test('names other methods while the site is away, and tries it again', async () => {
    somebody();
    restart();
    linkedin.state.isAway = true;
    const guest = phone();
    const page = await toSite(guest, 'linkedin');
    const failed = await guest.browser.follow(page, 'Continue to LinkedIn');
    expect(textOf(failed.html)).toContain(FAILED);
    expect(formsIn(failed.html).map(({ action }) => action.split('/').at(-1))).toContain('social');
    linkedin.state.isAway = false;
    const address = await leaving(guest, page);
    linkedin.state.isAway = true;
    const back = `${BACK.linkedin}?code=x&state=${new URL(address).searchParams.get('state') ?? ''}`;
    expect(textOf((await guest.browser.open(back)).html)).toContain(FAILED);
  });
});

describe('the login with Facebook', () => {
  test('requests name and e-mail address, and the guest is online', async () => {
    const { id } = somebody();
    const guest = phone();
    const online = await throughSite(guest, await toSite(guest, 'facebook'));
    expect(textOf(online.html)).toContain('You are online');
    expect(facebook.state.asked.map((one) => one.get('scope'))).toEqual(['public_profile email']);
    // Facebook doesn't say whether the e-mail address was confirmed.
    expect(await guestNamed(id)).toMatchObject({ name: state.who.name, email: state.who.email?.toLowerCase(), account_type: 'facebook' });
  });

  test('works without an e-mail address and with unusual names', async () => {
    const guest = phone();
    state.who = { id: '1234567890', name: ' Ada\r\n\u0000<b>\u202eLovelace ', email: 'no address' };
    await throughSite(guest, await toSite(guest, 'facebook'));
    expect(await guestNamed('1234567890')).toMatchObject({ name: 'Ada <b> Lovelace', email: '', email_verified: false });
  });

  test.each([
    ['an answer without an id', { id: '', name: 'Ada' }, 200],
    ['an invalid id', { id: '../../1', name: 'Ada' }, 200],
    ['an error', { id: 'x' }, 500],
  ])('admits no guest after %s', async (_what, person, status) => {
    state.who = person;
    facebook.state.status = status;
    const guest = phone();
    const page = await guest.browser.follow(await toSite(guest, 'facebook'), 'Continue to Facebook');
    expect(textOf(page.html)).toContain(FAILED);
    expect(await server.db().$count(login_tokens, eq(login_tokens.device_mac, guest.deviceMac))).toBe(0);
  });

  test('leads a guest who declines back to the other methods', async () => {
    facebook.state.refuses = true;
    const guest = phone();
    const page = await guest.browser.follow(await toSite(guest, 'facebook'), 'Continue to Facebook');
    expect(textOf(page.html)).toContain(FAILED);
    facebook.state.refuses = false;
    const again = await guest.browser.submit(page, '/social', { site: 'facebook' });
    expect(textOf((await throughSite(guest, again)).html)).toContain('You are online');
  });
});

test('the same person is the same guest again, and consents are stored', async () => {
  const { id } = somebody();
  for (const more of [{}, { marketing: 'yes' }]) {
    const guest = phone();
    await throughSite(guest, await toSite(guest, 'facebook', more));
  }
  const guests = await server.db().select().from(users).where(eq(users.username, id));
  expect(guests.map(({ marketing_auth }) => marketing_auth)).toEqual([true]);
  const given = await server
    .db()
    .select({ purpose: consents.purpose, body: consent_texts.body })
    .from(consents)
    .innerJoin(consent_texts, eq(consent_texts.hash, consents.text_hash))
    .where(eq(consents.user_id, guests[0]?.id ?? 0));
  expect(given.map(({ purpose }) => purpose)).toEqual(['terms', 'privacy', 'marketing']);
  expect(given.at(-1)?.body).toBe('I would like to receive offers by e-mail (optional)');
});

test('a person is never the guest of another site who has the same id there', async () => {
  const { id } = somebody();
  const first = phone();
  await throughSite(first, await toSite(first, 'facebook'));
  const guest = await guestNamed(id);
  state.who = { ...state.who, name: 'Eve', email: 'eve@mail.example' };
  const second = phone();
  const refused = await second.browser.submit(
    await second.browser.open(await linkedin.logIn(await leaving(second, await toSite(second, 'linkedin', { marketing: 'yes' })))),
    '/signed',
  );
  expect(textOf(refused.html)).not.toContain('You are online');
  expect(second.chilli.state.isOn).toBe(false);
  expect(await server.db().$count(login_tokens, eq(login_tokens.device_mac, second.deviceMac))).toBe(0);
  expect(await guestNamed(id)).toEqual(guest);
  const again = phone();
  expect(textOf((await throughSite(again, await toSite(again, 'facebook'))).html)).toContain('You are online');
});

describe('a window that keeps no cookies', () => {
  test('does not let in whoever got the address of the return', async () => {
    somebody();
    const guest = phone();
    const signed = await guest.browser.follow(await toSite(guest, 'facebook'), 'Continue to Facebook');
    const stranger = phone();
    expect(textOf((await stranger.browser.submit(signed, '/signed')).html)).toContain('has not kept');
    expect(await server.db().$count(login_tokens, eq(login_tokens.device_mac, guest.deviceMac))).toBe(0);
    expect(textOf((await guest.browser.submit(signed, '/signed')).html)).toContain('You are online');
  });

  test.each(['comes back', 'confirms'] as const)('is shown why it can’t go on when it %s, and begins anew at the gateway', async (step) => {
    somebody();
    const guest = phone();
    const { browser } = guest;
    if (step === 'comes back') {
      const dialog = await leaving(guest, await toSite(guest, 'facebook'));
      browser.cookies.clear();
      const back = (await fetch(dialog, { redirect: 'manual' })).headers.get('location') ?? '';
      await expectRefused(await browser.open(back));
    } else {
      const signed = await browser.follow(await toSite(guest, 'facebook'), 'Continue to Facebook');
      browser.cookies.clear();
      await expectRefused(await browser.submit(signed, '/signed'));
    }
    expect(guest.chilli.state.isOn).toBe(false);
    // Another browser of the same phone, or another method, goes from there.
    async function expectRefused(page: GuestPage) {
      expect(textOf(page.html)).toContain('This browser has not kept what you began here.');
      const again = await browser.follow(page, 'Start again');
      expect(formsIn(again.html).map(({ action }) => action.split('/').at(-1))).toContain('start');
    }
  });
});

describe('attacks on the login with a site', () => {
  /** A guest's URL for coming back from Facebook, which hasn't been opened yet. */
  async function returning(guest: ReturnType<typeof phone>): Promise<string> {
    const dialog = await leaving(guest, await toSite(guest, 'facebook'));
    const answer = await fetch(dialog, { redirect: 'manual' });
    return answer.headers.get('location') ?? '';
  }
  const tokensOf = ({ deviceMac }: ReturnType<typeof phone>) => server.db().$count(login_tokens, eq(login_tokens.device_mac, deviceMac));

  test('gain one login from a repeated or simultaneous return', async () => {
    somebody();
    const guest = phone();
    const back = await returning(guest);
    const pages = await Promise.all([guest.browser.open(back), guest.browser.open(back)]);
    const [signed, ...others] = pages.filter(({ html }) => textOf(html).includes('You are signed in as'));
    expect(others).toEqual([]);
    if (signed) expect(textOf((await guest.browser.submit(signed, '/signed')).html)).toContain('You are online');
    expect(await tokensOf(guest)).toBe(1);
    await guest.chilli.visit(`${guest.chilli.own}/logoff`);
    expect(textOf((await guest.browser.open(back)).html)).toContain(FAILED);
    expect(await tokensOf(guest)).toBe(1);
  });

  test('fail with the state and code of different logins', async () => {
    somebody();
    const [mine, theirs] = [phone(), phone()];
    const [my, their] = [new URL(await returning(mine)), new URL(await returning(theirs))];
    my.searchParams.set('code', their.searchParams.get('code') ?? '');
    expect(textOf((await mine.browser.open(my.href)).html)).toContain(FAILED);
    expect(await tokensOf(mine)).toBe(0);
  });

  test('fail from another device or unit, to which the token is not bound', async () => {
    somebody();
    const victim = phone();
    const attacker = phone(OTHER);
    const back = await returning(attacker);
    await leaving(victim, await toSite(victim, 'facebook'));
    const page = await victim.browser.open(back);
    expect(textOf(page.html)).toContain('You have come back from the other site in a different browser');
    expect([await tokensOf(victim), await tokensOf(attacker)]).toEqual([0, 0]);
    expect([victim.chilli.state.isOn, attacker.chilli.state.isOn]).toEqual([false, false]);
    // The attempt isn't used up: the guest who began it can still finish.
    expect(textOf((await attacker.browser.submit(await attacker.browser.open(back), '/signed')).html)).toContain('You are online');
  });

  test('a link to the site that somebody sent names their device before anything happens', async () => {
    const person = somebody();
    const [victim, attacker] = [phone(), phone()];
    const page = await toSite(attacker, 'facebook');
    const signed = await victim.browser.follow(page, 'Continue to Facebook');
    expect(textOf(signed.html)).toContain(`The device ${attacker.deviceMac} will go online`);
    expect([await tokensOf(victim), await tokensOf(attacker)]).toEqual([0, 0]);
    expect(await guestNamed(person.id)).toBeUndefined();
    // The values in the page are useless in another browser.
    expect(textOf((await attacker.browser.submit(signed, '/signed')).html)).toContain('has not kept what you began');
    expect(await tokensOf(attacker)).toBe(0);
  });

  test('the cookie goes to this host alone, over TLS alone, and to no script', async () => {
    const guest = phone();
    const page = await toSite(guest, 'facebook');
    const href = /<a class="portal-start" href="([^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = await fetch(server.url() + href, { redirect: 'manual' });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-portico-guest=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=900; Secure$/),
    ]);
  });

  test('cannot redirect a guest, as the addresses come from the settings only', async () => {
    somebody();
    const guest = phone();
    const page = await toSite(guest, 'facebook', { redirect_uri: 'https://evil.example/', on: 'https://evil.example/' });
    expect(page.html).not.toContain('evil.example');
    const s = new URL(page.url).searchParams.get('s') ?? '';
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
    const answer = await fetch(`${server.url()}/portal/${UNIT.uuid}/go?s=${s}&redirect_uri=https://evil.example/`, {
      redirect: 'manual',
      headers,
    });
    const to = new URL(answer.headers.get('location') ?? '');
    expect(to.href.startsWith(facebook.sites.dialog)).toBe(true);
    expect(to.searchParams.get('redirect_uri')).toBe(BACK.facebook);
    const error = await fetch(
      `${server.url()}/portal/oauth/facebook?error=x&error_uri=https://evil.example/&state=${to.searchParams.get('state') ?? ''}`,
      {
        redirect: 'manual',
        headers: { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' },
      },
    );
    expect(error.headers.get('location')).toMatch(new RegExp(`^/portal/${UNIT.uuid}/login\\?s=`));
  });

  test('refuses a confirmation that comes too late', async () => {
    somebody();
    const guest = phone();
    const signed = await guest.browser.follow(await toSite(guest, 'facebook'), 'Continue to Facebook');
    later(5 * 60);
    expect(textOf((await guest.browser.submit(signed, '/signed')).html)).toContain('This page was open for too long');
    expect(await tokensOf(guest)).toBe(0);
  });

  test.each([
    ['missing', ''],
    ['forged', 'x'.repeat(200)],
    ['changed', 'changed'],
    ['from a page', 'page'],
    ['from the other site', 'site'],
    ['from another unit', 'unit'],
  ])('fail with a state that is %s', async (what, given) => {
    somebody();
    const guest = phone();
    const page = await toSite(guest, 'facebook');
    const state = new URL(await leaving(guest, page)).searchParams.get('state') ?? '';
    const s = formsIn(page.html)[0]?.hidden.s ?? new URL(page.url).searchParams.get('s') ?? '';
    const states: Record<string, string> = { changed: `${state.slice(0, -2)}AA`, page: s, site: state };
    if (what === 'of another unit') {
      // A page's state isn't accepted at another unit.
      const answer = await fetch(`${server.url()}/portal/${OTHER.uuid}/go?s=${s}`, { redirect: 'manual' });
      expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({ status: 200, location: null });
      return;
    }
    const to = given === 'site' ? BACK.linkedin : BACK.facebook;
    const back = await guest.browser.open(`${to}?code=x&state=${states[given] ?? given}`);
    expect(textOf(back.html)).toContain('Please connect to the WiFi first');
    expect(await tokensOf(guest)).toBe(0);
  });

  test('fail with a state older than fifteen minutes', async () => {
    somebody();
    const guest = phone();
    const back = await returning(guest);
    later(15 * 60);
    expect(textOf((await guest.browser.open(back)).html)).toContain('This page was open for too long');
    expect(await tokensOf(guest)).toBe(0);
  });

  test('fail with a method that was turned off meanwhile', async () => {
    somebody();
    const guest = phone();
    const back = await returning(guest);
    await prefer({ facebook_login: 'false' });
    await guest.browser.open(back);
    expect(await tokensOf(guest)).toBe(0);
  });

  test('fail with an unknown site', async () => {
    const guest = phone();
    expect(textOf((await toSite(guest, 'facebook', { site: 'evil' })).html)).not.toContain('Continue to');
    expect((await fetch(`${server.url()}/portal/oauth/evil?code=x`)).status).toBe(404);
  });

  test('are limited to twenty logins a day from a device', async () => {
    const guest = phone();
    const page = await toSite(guest, 'facebook');
    for (let nth = 0; nth < 20; nth += 1) expect(await leaving(guest, page)).toContain(facebook.sites.dialog);
    const last = await guest.browser.follow(page, 'Continue to Facebook');
    expect(textOf(last.html)).toContain('Too many tries for today. Please log in another way.');
  });
});

describe("the hotspot's Facebook page", () => {
  const PAGE = 'https://social.example/hotel';
  const nextOn = ({ html }: GuestPage) => /<a class="portal-start" href="([^"]*)" rel="noreferrer">/.exec(html)?.[1];

  test.each([
    { site: 'facebook', facebook_login_page: PAGE, next: PAGE },
    { site: 'facebook', facebook_login_page: '', next: 'https://hotel.example/welcome' },
    { site: 'linkedin', facebook_login_page: PAGE, next: 'https://hotel.example/welcome' },
  ] as const)('is where guests of $site go on to, if it is "$facebook_login_page": $next', async ({ site, facebook_login_page, next }) => {
    await prefer({ facebook_login_page, captive_1_redir: 'https://hotel.example/welcome' });
    somebody();
    const guest = phone();
    const there = await leaving(guest, await toSite(guest, site));
    const back = site === 'facebook' ? there : await linkedin.logIn(there);
    const online = await guest.browser.submit(await guest.browser.open(back), '/signed');
    expect(textOf(online.html)).toContain('You are online');
    expect(nextOn(online)).toBe(next);
  });
});

test('a guest who must say yes or no to offers goes to the site only with an answer', async () => {
  await prefer({ check_marketing: 'true' });
  const { id } = somebody();
  const guest = phone();
  const again = await toSite(guest, 'facebook');
  expect(textOf(again.html)).toContain('Please say whether you would like to receive offers.');
  const online = await throughSite(guest, await guest.browser.submit(again, '/social', { site: 'facebook', marketing: 'yes' }));
  expect(textOf(online.html)).toContain('You are online');
  expect(await guestNamed(id)).toMatchObject({ marketing_auth: true });
  await prefer({ check_marketing: 'false' });
});

test('a guest gets minutes of internet to reach the site, and then full access', async () => {
  await prefer({ temp_session_duration: '240', 'CoovaChilli-Max-Navigation-Time': '3600' });
  const { id } = somebody();
  const guest = phone();
  const page = await toSite(guest, 'facebook');
  expect(textOf(page.html)).toContain('The page of Facebook doesn’t open? Get 4 minutes of internet first.');
  const short = await guest.browser.submit(page, '/short');
  expect(textOf(short.html)).toContain('Time left 4 minutes');
  facebook.state.refuses = true;
  const failed = await guest.browser.follow(short, 'Continue to Facebook');
  expect(failed.html).toMatch(
    new RegExp(`</dl>(?:<a [^>]*>[^<]*</a>)?<p class="portal-problem" role="alert">${FAILED}</p><a class="portal-start"`),
  );
  expect(textOf(failed.html)).toContain('Time left 4 minutes');
  facebook.state.refuses = false;
  const online = await throughSite(guest, failed);
  expect(textOf(online.html)).toContain('Time left 1 hour');
  expect(textOf(online.html)).not.toContain('Continue to Facebook');
  const running = await server.db().select().from(sessions).where(eq(sessions.device_mac, guest.deviceMac));
  expect(running.map(({ username }) => username)).toEqual([id]);
  expect(textOf((await guest.browser.submit(page, '/short')).html)).toContain('This device has used its minutes for today.');
  await prefer({ 'CoovaChilli-Max-Navigation-Time': '0' });
});

test('a failure at the site is named in its form, also after a code was refused in another', async () => {
  await prefer({ voucher_login: 'true' });
  const guest = phone();
  const wrong = await guest.browser.submit(await toLogin(guest), '/code', { code: 'nothing-like-it' });
  facebook.state.refuses = true;
  const failed = await guest.browser.follow(await guest.browser.submit(wrong, '/social', { site: 'facebook' }), 'Continue to Facebook');
  expect(failed.html).toMatch(
    new RegExp(`<details class="portal-way" name="way" open=""><summary [^>]*>[^<]*</summary><form [^>]*action="[^"]*/social".*?${FAILED}`),
  );
  expect(failed.html.match(/ open=""/g)).toHaveLength(1);
  facebook.state.refuses = false;
  await prefer({ voucher_login: 'false' });
});

test('an expired guest stays out where logging in again does not extend the validity', async () => {
  await prefer({ auth_renew: 'false', user_expiration_days: '1' });
  somebody();
  const logIn = async () => {
    const guest = phone();
    return textOf((await throughSite(guest, await toSite(guest, 'facebook'))).html);
  };
  expect(await logIn()).toContain('You are online');
  later(3 * 86_400);
  expect(await logIn()).toContain('Your access has expired.');
  await prefer({ auth_renew: 'true' });
});

describe('the small captive browsers of devices', () => {
  const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

  test.each([
    [`${IPHONE} Mobile/15E148`, true],
    [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, false],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)', true],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A; wv) AppleWebKit/537.36 Version/4.0 Chrome/130 Mobile Safari/537.36', true],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36', false],
    ['CaptiveNetworkSupport-493.0.1 wispr', true],
    ['', false],
  ])('are recognized in %s: %s', (agent, isMini) => {
    expect(isCaptiveBrowser(agent)).toBe(isMini);
  });

  test('show a warning with the other methods one tap away', async () => {
    const guest = phone(UNIT, { 'User-Agent': `${IPHONE} Mobile/15E148` });
    const page = await toSite(guest, 'facebook');
    expect(textOf(page.html)).toContain('Facebook may not accept it; if so, log in another way.');
    const other = await guest.browser.follow(page, 'Log in another way');
    expect(formsIn(other.html).map(({ action }) => action.split('/').at(-1))).toContain('social');
    expect(textOf((await toSite(phone(), 'facebook')).html)).not.toContain('may not accept');
  });
});
