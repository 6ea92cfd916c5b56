/** From nothing to a guest who is online behind a router with openNDS, by each way to install that docs/first-evening.md describes. */
import { execFile } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openFormWith } from './portalTests';
import { signIn } from '../support/browser/browser';
import { BEYOND, makeGuestNetwork, SERVER, type GuestNetwork } from '../support/peers/guestNetwork';
import { needing } from '../support/run/needing';
import { startTethered } from '../support/run/tethered.mjs';

const run = promisify(execFile);
export const PORTICO = `http://${SERVER}:8080`;
/** Where to write down what was typed and printed. */
const { PORTICO_TRANSCRIPTS: TRANSCRIPTS } = process.env;
const PASSWORD = 'a long evening at the bar';

/** Where and how a way is walked. */
export interface Walk {
  /** A folder that is removed in the end. */
  folder: string;
  /** Counts and times what a person does. */
  action: <T>(what: string, act: () => T | Promise<T>) => Promise<T>;
  /** Runs a command and notes `typed`, what a person types in its place, with the output; returns the output. */
  type: (typed: string, words: string[], options?: { input?: string; env?: NodeJS.ProcessEnv }) => Promise<string>;
  /** Notes what happened otherwise. */
  note: (text: string) => void;
  /** Starts a program where staff and guests reach it, until it has printed `ready`; it is stopped in the end. */
  start: (name: string, ready: RegExp, words: string[], env?: NodeJS.ProcessEnv) => Promise<RegExpExecArray>;
}

export interface WalkPlan {
  /** Its heading in docs/first-evening.md; null for the way that the steps there describe. */
  heading: string | null;
  /** What not every machine has, apart from openNDS. */
  needs?: readonly `PORTICO_TEST_${string}`[];
  /** Whether Portico's machine lacks IPv6. */
  isWithoutIpv6?: boolean;
  /** Seconds that it may take: ten minutes by default. */
  seconds?: number;
  /** Makes what a machine has before anybody begins: isn't timed. */
  prepare: (walk: Walk) => void | Promise<void>;
  /** Installs and starts; returns the admin's name and one-time password. */
  install: (walk: Walk) => Promise<{ username: string; password: string }>;
  tidy?: () => Promise<void>;
}

/** The name and the one-time password that were printed. */
export function credentialsIn(printed: string): { username: string; password: string } {
  const [, username = '', password = ''] = /as (\w+) with the one-time password (\w+)/.exec(printed) ?? [];
  return { username, password };
}

/** The steps that docs/first-evening.md lists under a heading, or before the first heading. */
function stepsUnder(heading: string | null): string[] {
  const [first = '', ...sections] = readFileSync('docs/first-evening.md', 'utf8').split(/^#{2,3} /m);
  const text = heading === null ? first : (sections.find((section) => section.startsWith(`${heading}\n`)) ?? '');
  return [...text.matchAll(/^\d+\. \*\*(.*?)\.\*\*/gm)].map(([, what = '']) => what);
}

export function walkTest(name: string, plan: WalkPlan): void {
  const test = needing('PORTICO_TEST_OPENNDS', ...(plan.needs ?? []));
  describe(name, () => {
    let network: GuestNetwork;
    let walk: Walk;
    let began = 0;
    const taken: string[] = [];
    const browsers: Browser[] = [];
    const stops: (() => Promise<void>)[] = [];
    const note = (text: string) => {
      if (TRANSCRIPTS !== undefined) appendFileSync(path.join(TRANSCRIPTS, `${name}.txt`), `${text.trimEnd()}\n`);
    };

    beforeAll(async () => {
      network = makeGuestNetwork();
      walk = {
        folder: network.folder,
        note,
        action: async (what, act) => {
          taken.push(what);
          const done = await act();
          note(`${String(Math.round((Date.now() - began) / 1000))} s: ${what}`);
          return done;
        },
        type: async (typed, [command = '', ...args], { input = '', env } = {}) => {
          const running = run(command, args, { env, maxBuffer: 2 ** 26 });
          running.child.stdin?.end(input);
          const { stdout, stderr } = await running;
          note(`$ ${typed}\n${stdout}${stderr}`);
          return stdout + stderr;
        },
        start: async (program, ready, words, env = process.env) => {
          const [command = '', ...args] = network.inside('internet', ...words);
          const how = { secondsToStart: 240, stopBy: 'SIGKILL' as const, secondsToStop: 10 };
          const started = await startTethered({ name: program, command, args, env, ready, ...how });
          stops.push(() => started.stop().catch(() => undefined));
          return started.ready;
        },
      };
      if (plan.isWithoutIpv6 === true) {
        const [command = '', ...args] = network.inside('internet', 'sysctl', '--quiet', '--write', 'net.ipv6.conf.all.disable_ipv6=1');
        await run(command, args);
      }
      await plan.prepare(walk);
      browsers.push(await network.browser('internet'), await network.browser('guest'));
      const beyond = `require('node:http').createServer((asked, answer) => {
        // A connection from before openNDS' rules would go on past them.
        answer.writeHead(200, { 'Content-Type': 'text/html', Connection: 'close' });
        answer.end('<title>Beyond</title><h1>The internet</h1>');
      }).listen(80, '${BEYOND}', () => console.log('ready'));`;
      await walk.start('the page beyond', /ready/, [process.execPath, '-e', beyond]);
    }, 900_000);

    afterAll(async () => {
      try {
        await Promise.all(browsers.map((browser) => browser.close()));
        for (const stop of stops.reverse()) await stop();
        await plan.tidy?.();
      } finally {
        network.remove();
      }
    }, 60_000);

    test('a stranger gets a guest online with at most twelve actions and in time', async () => {
      began = Date.now();
      const { action } = walk;
      const { username, password: printed } = await plan.install(walk);

      const window = async (browser: Browser | undefined, looks: object = {}): Promise<Page> => {
        if (!browser) throw new Error('there is no browser');
        return browser.newPage({ locale: 'en-GB', ...looks });
      };
      const admin = await window(browsers[0]);
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

      const reseller = await window(browsers[0]);
      await action('Sign in as the reseller', async () => {
        await reseller.goto(PORTICO);
        await signIn(reseller, 'barsport', 'en', password);
        await reseller.getByLabel('New password').fill(PASSWORD);
        await reseller.getByLabel('Confirm password').fill(PASSWORD);
        await reseller.getByRole('button', { name: 'Use this password' }).click();
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
      const phone = await window(browsers[1], { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });
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
        const created = reseller.waitForResponse(
          (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/vouchers'),
        );
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
      expect((Date.now() - began) / 1000).toBeLessThan(plan.seconds ?? 600);

      await reseller.goto(`${PORTICO}/#/sessions`);
      await reseller.getByRole('cell', { name: `${code.toUpperCase()}#1`, exact: true }).waitFor();
      note(`${String(Math.round((Date.now() - began) / 1000))} s: Log in as a guest`);
      expect(taken.length).toBeLessThanOrEqual(12);
      const all = stepsUnder(null);
      const installing = plan.heading === null ? all.slice(0, 3) : stepsUnder(plan.heading);
      expect([...installing, ...all.slice(3)]).toEqual([...taken, 'Log in as a guest']);
    }, 1_800_000);
  });
}

/** Until openNDS' rules are in place, it lets everybody through. */
async function untilAtPortal(phone: Page): Promise<void> {
  const end = Date.now() + 120_000;
  do await phone.goto(`http://${BEYOND}/`).catch(() => undefined);
  while (!phone.url().startsWith(`${PORTICO}/portal/`) && Date.now() < end);
  expect(phone.url()).toContain(`${PORTICO}/portal/`);
}
