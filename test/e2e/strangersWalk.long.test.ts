/**
 * Follows docs/first-evening.md: from the Debian package on a Debian without anything else, in a network with a router that runs openNDS,
 * to a guest who is online.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openFormWith } from './portalTests';
import { signIn } from '../support/browser/browser';
import { debianRoot, inDebian } from '../support/peers/debianRoot';
import { BEYOND, makeGuestNetwork, SERVER, type GuestNetwork } from '../support/peers/guestNetwork';
import { startTethered } from '../support/run/tethered.mjs';
import { zoneAtNoon } from '../support/server/zoneAtNoon';
import { needing } from '../support/run/needing';

const test = needing('PORTICO_TEST_OPENNDS');

const run = promisify(execFile);
const PORTICO = `http://${SERVER}:8080`;
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
const PASSWORD = 'a long evening at the bar';

let network: GuestNetwork;
let root = '';
const browsers: Browser[] = [];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  network = makeGuestNetwork();
  const created = path.join(network.folder, 'made');
  mkdirSync(created);
  await run(process.execPath, ['scripts/package.mjs', created], { maxBuffer: 2 ** 24 });
  root = path.join(network.folder, 'debian');
  // Copy it with its devices.
  await run('cp', ['-a', debianRoot('bookworm', ['ca-certificates', 'openssl']), root]);
  const [file = ''] = readdirSync(created).filter((name) => name.endsWith('.deb'));
  renameSync(path.join(created, file), path.join(root, file));
  browsers.push(await network.browser('internet'), await network.browser('guest'));
  const beyond = `require('node:http').createServer((asked, answer) => {
    answer.setHeader('Content-Type', 'text/html');
    answer.end('<title>Beyond</title><h1>The internet</h1>');
  }).listen(80, '${BEYOND}', () => console.log('ready'));`;
  await startInInternet('the page beyond', /ready/, process.execPath, '-e', beyond);
}, 900_000);

afterAll(async () => {
  try {
    await Promise.all(browsers.map((browser) => browser.close()));
    for (const stop of stops.reverse()) await stop();
  } finally {
    network.remove();
  }
}, 60_000);

async function startInInternet(name: string, ready: RegExp, ...program: string[]): Promise<void> {
  const [command = '', ...args] = network.inside('internet', ...program);
  const env = { PATH: `${PATH}:${path.dirname(process.execPath)}` };
  const { stop } = await startTethered({
    name,
    command,
    args,
    env,
    ready,
    secondsToStart: 120,
    stopBy: 'SIGKILL' as const,
    secondsToStop: 10,
  });
  stops.push(() => stop().catch(() => undefined));
}

/** Runs a command there as root, with these lines as input; returns its output. */
const at = (line: string, ...answers: string[]) => {
  const [command = '', ...args] = inDebian(root, 'sh', '-c', line);
  const input = answers.map((answer) => `${answer}\n`).join('');
  return execFileSync(command, args, { input, encoding: 'utf8', env: { PATH, DEBIAN_FRONTEND: 'noninteractive' } });
};

test('a stranger gets a guest online with twelve actions and within ten minutes', async () => {
  const taken: string[] = [];
  const began = Date.now();
  const action = async <T>(what: string, act: () => T | Promise<T>) => {
    taken.push(what);
    const done = await act();
    process.stdout.write(`${String(Math.round((Date.now() - began) / 1000))} s: ${what}\n`);
    return done;
  };

  await action('Install the package', () => at('apt-get install --yes /portico_*.deb'));
  await action('Answer the questions', () => at('portico setup', PORTICO, '-', '-', 'opennds', zoneAtNoon()));
  const said = await action('Start it, and get a password', async () => {
    // There is no systemd in this Debian.
    await startInInternet('Portico', /^Portico is listening on /m, ...inDebian(root, 'portico', 'serve'));
    return at('portico create-admin');
  });
  const [, username = '', printed = ''] = /as (\w+) with the one-time password (\w+)/.exec(said) ?? [];

  const admin = await window('internet');
  await action('Sign in, and choose a password', async () => {
    await admin.goto(PORTICO);
    await signIn(admin, username, 'en', printed);
    await admin.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await admin.getByLabel('Confirm password').fill(PASSWORD);
    await admin.getByRole('button', { name: 'Use this password' }).click();
    await admin.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  });
  const password = await action('Create a reseller', async () => {
    await admin.getByRole('link', { name: 'Managers' }).first().click();
    await admin.getByRole('button', { name: 'New manager' }).first().click();
    const dialog = admin.getByRole('dialog', { name: 'New manager' });
    await dialog.getByRole('combobox', { name: 'Subscription plan' }).click();
    await admin.getByTitle(/^Standard/).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Bar Sport');
    await dialog.getByLabel('Username').fill('barsport');
    await dialog.getByLabel('E-mail').fill('info@barsport.example');
    const generated = await dialog.getByLabel('New password').inputValue();
    await dialog.getByRole('button', { name: 'Create manager' }).click();
    await admin.getByRole('dialog', { name: 'Share these sign-in details' }).waitFor();
    return generated;
  });

  const reseller = await window('internet');
  await action('Sign in as the reseller', async () => {
    await reseller.goto(PORTICO);
    await signIn(reseller, 'barsport', 'en', password);
    await reseller.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  });
  await action('Say who is responsible for the data', async () => {
    await reseller.goto(`${PORTICO}/#/profile`);
    const fields = reseller.getByRole('region', { name: 'Privacy fields' });
    await fields.getByLabel('Name', { exact: true }).fill('Bar Sport di Anna Neri');
    await fields.getByLabel('VAT number').fill('01234560371');
    await fields.getByLabel('Address').fill('Piazza Grande 3, 40121 Bologna BO');
    await fields.getByLabel('E-mail', { exact: true }).fill('info@barsport.example');
    await fields.getByRole('button', { name: 'Save' }).click();
    await reseller.getByText('Privacy fields saved').waitFor();
  });
  await action('Create the hotspot', async () => {
    await reseller.getByRole('link', { name: 'Hotspots' }).first().click();
    await reseller.getByRole('button', { name: 'New hotspot' }).first().click();
    const dialog = reseller.getByRole('dialog', { name: 'New hotspot' });
    await dialog.getByLabel('Name', { exact: true }).fill('bar.sport');
    await dialog.getByLabel('Description').fill('Bar Sport, Bologna');
    await dialog.getByLabel('Business name').fill('Bar Sport di Anna Neri');
    await dialog.getByLabel('VAT number').fill('01234560371');
    await dialog.getByLabel('Address').fill('Piazza Grande 3, 40121 Bologna BO');
    await dialog.getByLabel('E-mail', { exact: true }).fill('info@barsport.example');
    await dialog.getByRole('button', { name: 'Create hotspot' }).click();
    await reseller.getByRole('region', { name: 'Get this hotspot ready' }).waitFor();
  });
  const hotspot = reseller.url();
  await action('Register the router', async () => {
    await reseller.getByRole('button', { name: 'Register a unit' }).click();
    const dialog = reseller.getByRole('dialog', { name: 'Register unit' });
    await dialog.getByLabel('Name', { exact: true }).fill('Counter');
    await dialog.getByLabel('MAC address').fill('02-77-00-00-00-01');
    await dialog.getByRole('button', { name: 'Register unit' }).click();
    await reseller.getByRole('link', { name: 'How to set it up' }).click();
    await reseller.getByRole('heading', { name: 'Set up Counter' }).waitFor();
  });
  const phone = await window('guest', { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });
  await action('Put its settings into the router', async () => {
    await reseller.getByRole('combobox', { name: 'Type' }).click();
    await reseller.getByTitle('openNDS').click();
    const textOf = (name: string) => reseller.getByLabel(name, { exact: true }).innerText();
    const router = { version: 9 as const, settings: await textOf('opennds-9.conf'), script: await textOf('portico.sh') };
    stops.push((await network.startRouter(router)).stop);
  });
  await action('Turn on vouchers', async () => {
    await reseller.goto(hotspot);
    await reseller.getByRole('button', { name: 'Turn on vouchers and create the first' }).click();
    await reseller.getByRole('button', { name: 'New vouchers' }).first().waitFor();
  });
  const code = await action('Create a voucher', async () => {
    await reseller.getByRole('button', { name: 'New vouchers' }).first().click();
    const created = reseller.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/vouchers'));
    await reseller.getByRole('dialog').getByRole('button', { name: 'Create 1 voucher' }).click();
    const { vouchers } = (await (await created).json()) as { vouchers: { code: string }[] };
    return vouchers[0]?.code ?? '';
  });

  await untilAtPortal(phone);
  await phone.locator('input[name=accept]').check();
  await phone.locator('.portal-start').click();
  await openFormWith(phone, 'code');
  await phone.locator('input[name=code]').fill(code);
  await phone.getByRole('button', { name: 'Go online' }).click();
  await phone.getByRole('heading', { name: 'You are online' }).waitFor();
  await phone.goto(`http://${BEYOND}/`);
  await phone.getByRole('heading', { name: 'The internet' }).waitFor();
  expect(Date.now() - began).toBeLessThan(600_000);

  await reseller.goto(`${PORTICO}/#/sessions`);
  await reseller.getByRole('cell', { name: `${code.toUpperCase()}#1`, exact: true }).waitFor();
  expect(taken).toHaveLength(12);
  const steps = readFileSync('docs/first-evening.md', 'utf8').matchAll(/^\d+\. \*\*(.*?)\.\*\*/gm);
  expect([...steps].map(([, what]) => what)).toEqual([...taken, 'Log in as a guest']);
}, 900_000);

async function window(where: 'guest' | 'internet', looks: object = {}): Promise<Page> {
  const browser = browsers[where === 'guest' ? 1 : 0];
  if (!browser) throw new Error('there is no browser');
  return browser.newPage({ locale: 'en-GB', ...looks });
}

/** Until openNDS' rules are in place, it lets everybody through. */
async function untilAtPortal(phone: Page): Promise<void> {
  const end = Date.now() + 60_000;
  do await phone.goto(`http://${BEYOND}/`).catch(() => undefined);
  while (!phone.url().startsWith(`${PORTICO}/portal/`) && Date.now() < end);
  expect(phone.url()).toContain(`${PORTICO}/portal/`);
}
