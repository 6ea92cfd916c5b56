import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ConsoleMessage, Download, Page } from 'playwright-core';
import { openConsole, signIn, watchRequests } from '../support/browser/browser';

/** Milliseconds for bundling the console's dependencies and building the server. */
const ENOUGH = 180_000;

let npm: ChildProcess;
let address: string;
let output = '';

beforeAll(async () => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1', LOG_LEVEL: 'info' };
  const started = spawn('npm', ['run', 'dev'], { cwd: path.resolve(import.meta.dirname, '../..'), env, stdio: ['ignore', 'pipe', 'pipe'] });
  npm = started;
  address = await new Promise((resolve, reject) => {
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [, found] = /Local:\s+(http:\S+)\n/.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      });
    }
    started.once('exit', () => reject(new Error(`npm run dev ended. It said:\n${output}`)));
  });
}, ENOUGH);

afterAll(async () => {
  npm.kill('SIGTERM');
  // npm's children exit when npm does; only then is its output closed.
  await once(npm, 'close');
});

test(
  'npm run dev serves the console with hot reload and plays back what was recorded in it',
  async () => {
    const logged: ConsoleMessage[] = [];
    const { page } = await openConsole({ server: address });
    page.on('console', (message) => logged.push(message));
    await page.reload();
    await signIn(page, 'reseller');
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Hotspots' }).first().click();
    await page.getByRole('row', { name: /hotel-bora-trieste/ }).waitFor();
    expect(textsOf(logged, ['debug'])).toContainEqual(expect.stringContaining('[vite] connected.'));

    await help(page, 'Save diagnostic recording');
    await page.getByRole('checkbox', { name: 'Hide personal data' }).uncheck();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save' }).click()]);
    const recording = { name: 'portico-recording.json', mimeType: 'application/json', buffer: await contentOf(download) };

    // A different user on a different screen sees what the reseller saw, without any call.
    const { page: another } = await openConsole({ server: address, as: 'admin', at: '#/profile' });
    another.on('console', (message) => logged.push(message));
    // The dashboard would be asking for its numbers again and again. Vite sends the profile's cards one after the other.
    const allAnswered = watchRequests(another);
    await another.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    await another.getByRole('button', { name: 'Turn on the second factor' }).waitFor();
    await another.getByRole('region', { name: 'Where you’re signed in' }).getByRole('listitem').first().waitFor();
    await allAnswered();
    const requested: string[] = [];
    another.on('request', (request) => requested.push(new URL(request.url()).pathname));
    const [chooser] = await Promise.all([another.waitForEvent('filechooser'), openRecording(another)]);
    await chooser.setFiles(recording);
    await another.getByRole('row', { name: /hotel-bora-trieste/ }).waitFor();
    await another.getByRole('button', { name: /^Adriatica Connect, / }).waitFor();
    expect(requested.filter((requestedAddress) => requestedAddress.startsWith('/api/'))).toEqual([]);

    // All dependencies were found at the start, so the page was never reloaded while in use.
    expect(output).not.toMatch(/new dependencies optimized|optimized dependencies changed/);

    // Chromium logs error statuses of the API as errors, and a 404 can be normal.
    const complaints = logged.filter((one) => !new URL(one.location().url || address).pathname.startsWith('/api/'));
    expect(textsOf(complaints, ['error', 'warning'])).toEqual([]);
  },
  ENOUGH,
);

test(
  'npm run dev serves the pages of the captive portal',
  async () => {
    const { page: start } = await openConsole({ server: address });
    const link = start.getByRole('link', { name: 'Be a guest' });
    await link.waitFor();
    const { page } = await openConsole({ server: address, at: (await link.getAttribute('href')) ?? '' });
    await page.frameLocator('iframe').locator('input[name=accept]').waitFor();
  },
  ENOUGH,
);

test(
  'npm run dev prints the address of the guest phone, on which the sign-in page of a hotspot opens',
  async () => {
    const [, guest = ''] = /Or be a guest: (\S+)/.exec(output) ?? [];
    expect(new URL(guest).origin).toBe(new URL(address).origin);
    const { page } = await openConsole({ server: address, at: new URL(guest).search });
    await page.frameLocator('iframe').locator('input[name=accept]').waitFor();
  },
  ENOUGH,
);

test.each([
  ['a file of the server', 'src/server/version.ts'],
  ['the code that opened the database', 'src/server/database/embedded.ts'],
])(
  'npm run dev goes on with a change of %s, and whoever is signed in stays signed in',
  async (_what, file) => {
    const { page } = await openConsole({ server: address });
    await signIn(page, 'reseller');
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    const before = starts();
    await utimes(path.resolve(import.meta.dirname, '../..', file), new Date(), new Date());
    while (starts() === before) await delay(50);
    await page.reload();
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Hotspots' }).first().click();
    await page.getByRole('row', { name: /hotel-bora-trieste/ }).waitFor();
    expect(starts()).toBe(before + 1);
  },
  ENOUGH,
);

/** How often the server has begun to listen. */
const starts = () => output.split('Server listening at').length - 1;

const textsOf = (logged: ConsoleMessage[], types: string[]) =>
  logged.filter((one) => types.includes(one.type())).map((one) => `${one.text()} ${one.location().url}`.trim());

async function openRecording(page: Page): Promise<void> {
  await help(page, 'Open recording');
  await page.getByRole('button', { name: 'Choose a file' }).click();
}

/** Picks an entry of the help menu. */
async function help(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function contentOf(download: Download): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
