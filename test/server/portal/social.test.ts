/**
 * Guests log in at a social network. A real OpenID provider stands in for LinkedIn, and a simulation of the documented calls for Facebook.
 */
import { describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { consent_texts, consents, login_tokens, sessions, users } from '../../../src/server/database/schema';
import { textOf } from '../../support/peers/gateways';
import { APP } from '../../support/peers/sites';
import {
  BACK,
  state,
  linkedin,
  facebook,
  server,
  UNIT,
  OTHER,
  phone,
  toSite,
  leaving,
  throughSite,
  somebody,
  guestNamed,
  FAILED,
} from './socialTests';

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
});
