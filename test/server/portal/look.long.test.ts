/** The portal's look as set by staff, and the limits of guests who register themselves, as guests get them. */
import { beforeAll, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { hotspots, portal_codes, users } from '../../../src/server/database/schema';
import type { Mail } from '../../../src/server/messages/mailer';
import { guestBrowser, playedChilli, type GuestPage } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';

const mails: Mail[] = [];
const mailer = { isConfigured: true, send: async (mail: Mail) => (mails.push(mail), 'sent' as const) };
const server = serve({ mailer, config: { freeradiusToken: 'token-of-the-portal-9', zone: 'Europe/Rome' } });
const { UNIT, prefer, gatewayOf } = portalUnit(server);

/** One pixel each, of different colours. */
const PICTURES = {
  logo: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  banner: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  background: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
};

let phones = 0;
function phone(language = 'en') {
  phones += 1;
  const deviceMac = `02-00-00-00-09-${phones.toString(16).padStart(2, '0').toUpperCase()}`;
  const chilli = playedChilli({ ...gatewayOf(deviceMac), uamsecret: UNIT.secret });
  return { chilli, browser: guestBrowser(chilli, { 'accept-language': language }) };
}
async function firstPage(language?: string): Promise<GuestPage> {
  const { chilli, browser } = phone(language);
  return browser.open(chilli.open());
}

let plain: GuestPage;
beforeAll(async () => {
  plain = await firstPage();
});

test.each([
  ['captive_2_title', 'Hotel Miramare', '<h1>Hotel Miramare</h1>'],
  ['captive_4_subtitle', 'Free for guests', '<p class="portal-lead">Free for guests</p>'],
  ['captive_6_description', 'Fast & free', '<p class="portal-description">Fast &amp; free</p>'],
  ['captive_3_logo', PICTURES.logo, /<img class="portal-logo" src="\/portal\/portal-unit\/files\/[0-9a-f]{32}"/],
  ['captive_5_banner', PICTURES.banner, /<img class="portal-banner" src="\/portal\/portal-unit\/files\/[0-9a-f]{32}"/],
  ['captive_81_bg_image', PICTURES.background, /<img class="portal-background" src="\/portal\/portal-unit\/files\/[0-9a-f]{32}"/],
  ['captive_7_background', '#123456', '--portal-page:#123456'],
  ['captive_82_container_bg_color', '#abcdef80', '--portal-box:#abcdef80'],
  ['captive_83_title_color', '#102030', '--portal-title:#102030'],
  ['captive_84_text_color', '#203040', '--portal-text:#203040'],
  ['captive_85_text_style', 'EB Garamond', '--portal-face:"Portal EB Garamond"'],
])('%s changes the first page', async (key, value, shown) => {
  expect(plain.html).not.toMatch(shown);
  await prefer({ [key]: value });
  expect((await firstPage()).html).toEqual(typeof shown === 'string' ? expect.stringContaining(shown) : expect.stringMatching(shown));
});

test('pages of a portal without a title have the name of the hotspot as a heading that only screen readers get', async () => {
  const [hotspot] = await server.db().select().from(hotspots).where(eq(hotspots.id, 1));
  await prefer({ captive_2_title: '', voucher_login: 'true', email_login: 'true' });
  const { chilli, browser } = phone();
  const first = await browser.open(chilli.open());
  const login = await browser.submit(first, '/start', { accept: 'yes' });
  expect(login.html).toContain('<details class="portal-way"');
  for (const { html } of [first, login])
    expect(html.match(/<h1.*?<\/h1>/g)).toEqual([`<h1 class="portal-unseen">${hotspot?.name ?? 'no hotspot'}</h1>`]);
});

test('a text is in the language of the page where there is one in it, otherwise the one without a language', async () => {
  await prefer({
    captive_2_title: 'Welcome',
    captive_4_subtitle: 'Free for guests',
    captive_6_description: 'Ask us anything',
    captive_2_title_de: 'Willkommen',
    captive_4_subtitle_de: 'Gratis für Gäste',
    captive_2_title_it: 'Benvenuti',
    captive_6_description_fr: '',
  });
  const textsOf = async (language: string) => {
    const { html } = await firstPage(language);
    return [/<title>(.*?)<\/title>/, /<h1>(.*?)<\/h1>/, /portal-lead">(.*?)</, /portal-description">(.*?)</].map(
      (text) => text.exec(html)?.[1],
    );
  };
  expect(await textsOf('de')).toEqual(['Willkommen – WiFi', 'Willkommen', 'Gratis für Gäste', 'Ask us anything']);
  expect(await textsOf('it')).toEqual(['Benvenuti – WiFi', 'Benvenuti', 'Free for guests', 'Ask us anything']);
  for (const language of ['fr', 'pt'])
    expect(await textsOf(language)).toEqual(['Welcome – WiFi', 'Welcome', 'Free for guests', 'Ask us anything']);
});

test.each([
  ['CoovaChilli-Bandwidth-Max-Down', '4096', { kbps_down: 4096 }],
  ['CoovaChilli-Bandwidth-Max-Up', '512', { kbps_up: 512 }],
  ['CoovaChilli-Max-Navigation-Time', '7200', { max_navigation_time: 7200 }],
  ['CoovaChilli-Max-Total-Octets', '104857600', { max_navigation_traffic: 104_857_600 }],
  ['auto_login', 'false', { auto_login: false }],
  ['user_expiration_days', '3', { valid_until: new Date('2026-11-25T22:59:59Z') }],
])('%s applies to guests who register themselves', async (key, value, given) => {
  await prefer({ [key]: value });
  await server.db().delete(portal_codes);
  const { chilli, browser } = phone();
  const email = `guest-${phones}@mail.example`;
  const login = await browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' });
  const sent = await browser.submit(login, '/email', { email });
  await browser.submit(sent, '/confirm', { code: /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '' });
  const [guest] = await server.db().select().from(users).where(eq(users.username, email));
  expect(guest).toMatchObject(given);
});
