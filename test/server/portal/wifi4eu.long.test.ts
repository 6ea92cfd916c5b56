/**
 * The banner and the script of the EU's WiFi4EU programme on the first page. The script is a stand-in, because the real one is on the
 * programme's server.
 */
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test } from '@jest/globals';
import { guestBrowser, playedChilli, type GuestPage } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';

const server = serve({ config: { freeradiusToken: 'token-of-the-portal-8', zone: 'Europe/Rome' } });
const { UNIT, prefer, gatewayOf } = portalUnit(server);
const HOST = 'https://collection.wifi4eu.ec.europa.eu';
const ON = { wifi4eu_enabled: 'true', wifi4eu_id: '7d0c1f52-6a3e-4b8e-9d54-2f1c80a7e631', wifi4eu_lang: '', wifi4eu_zdebug: 'false' };

beforeEach(() => prefer(ON));

let phones = 0;
function phone() {
  phones += 1;
  const chilli = playedChilli({ ...gatewayOf(`02-00-00-00-08-0${phones}`), uamsecret: UNIT.secret });
  return { chilli, browser: guestBrowser(chilli) };
}
async function firstPage(): Promise<GuestPage & { policy: Record<string, string> }> {
  const { browser, chilli } = phone();
  const page = await browser.open(chilli.open());
  const answer = await fetch(page.url);
  const policy = Object.fromEntries(
    (answer.headers.get('content-security-policy') ?? '').split(';').map((rule) => {
      const [name = '', ...sources] = rule.split(' ');
      return [name, sources.join(' ')];
    }),
  );
  return { ...page, policy };
}

/** The variables that earlier scripts set for the programme's script. */
function variablesOn({ html }: GuestPage): Record<string, unknown> {
  const [before = ''] = html.split('<script defer');
  const found: Record<string, unknown> = {};
  for (const [, script = ''] of before.matchAll(/<script>(.*?)<\/script>/gs)) runInNewContext(script, found);
  return found;
}

test('the first page has the banner, and loads the script of the programme after it', async () => {
  const page = await firstPage();
  expect(page.html).toContain('<img id="wifi4eubanner"');
  expect(page.html.indexOf('wifi4eubanner')).toBeLessThan(page.html.indexOf('<form'));
  expect(page.html).toContain(`<script defer src="${HOST}/wifi4eu.min.js"></script>`);
  expect(variablesOn(page)).toMatchObject({ wifi4euNetworkIdentifier: ON.wifi4eu_id, wifi4euLanguage: 'en' });
  expect(variablesOn(page)).not.toHaveProperty('selftestModus');
});

test('the policy opens that host to scripts, pictures and calls, and nothing else', async () => {
  const { policy } = await firstPage();
  expect(policy).toMatchObject({ 'default-src': "'none'", 'img-src': `'self' ${HOST}`, 'connect-src': HOST, 'font-src': "'self'" });
  expect(policy['script-src']).toMatch(new RegExp(`^'sha256-\\S+' 'sha256-\\S+' ${HOST}$`));
  expect(policy['style-src']).toMatch(/^'sha256-\S+'$/);
});

test("the banner's language and the self-test are the hotspot's", async () => {
  await prefer({ wifi4eu_lang: 'fr', wifi4eu_zdebug: 'true' });
  expect(variablesOn(await firstPage())).toMatchObject({ wifi4euLanguage: 'fr', selftestModus: true });
});

test('an identifier with markup stays a text', async () => {
  const wifi4eu_id = `</script><script>alert("1")//'\\`;
  await prefer({ wifi4eu_id });
  const page = await firstPage();
  expect(page.html).not.toContain('<script>alert');
  expect(variablesOn(page)).toMatchObject({ wifi4euNetworkIdentifier: wifi4eu_id });
});

test.each([{ wifi4eu_enabled: 'false' }, { wifi4eu_id: ' ' }])('nothing of it is on the page with %j', async (off) => {
  await prefer(off);
  const { html, policy } = await firstPage();
  expect(html).not.toMatch(/wifi4eu(banner|NetworkIdentifier|\.min)/);
  expect(JSON.stringify(policy)).not.toContain('wifi4eu');
  expect(policy).not.toHaveProperty('connect-src');
});

test('later pages load nothing of it', async () => {
  const { browser, chilli } = phone();
  const login = await browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' });
  expect(login.url).toContain('/login');
  expect(login.html).not.toMatch(/wifi4eu(banner|NetworkIdentifier|\.min)/);
});
