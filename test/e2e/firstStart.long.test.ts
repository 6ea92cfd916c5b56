import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openConsole, signIn } from '../support/browser/browser';

let folder: string;
let server: ChildProcess;
/** The terminal's output until the server was ready. */
let output = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-first-start-'));
  const env = { PATH: process.env.PATH, PORTICO_DATA: path.join(folder, 'data'), PORT: '0', LOG_LEVEL: 'warn' };
  const started = spawn(process.execPath, [process.env.PORTICO_E2E_CLI ?? '', 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  server = started;
  started.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  for await (const line of createInterface(started.stdout)) {
    output += `${line}\n`;
    if (line.startsWith('Portico is listening')) break;
  }
  while (!output.includes('one-time password')) await once(started.stderr, 'data');
});

afterAll(async () => {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

test('the first administrator signs in with the printed password, has to replace it, and works with the new one', async () => {
  const [, username = '', printed = ''] = /as (\w+) with the one-time password (\w+)/.exec(output) ?? [];
  const [address = ''] = /http:\S+/.exec(output) ?? [];
  const { page } = await openConsole({ server: address });
  await signIn(page, username, 'en', printed);

  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  const submit = page.getByRole('button', { name: 'Use this password' });
  await page.getByLabel('New password', { exact: true }).fill('a long day at the sea');
  await page.getByLabel('Confirm password').fill('a long day at the see');
  await page.getByText('The passwords don’t match').waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await page.getByLabel('Confirm password').fill('a long day at the sea');
  await page.getByText('The passwords match').waitFor();
  await submit.click();

  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.getByText('No alerts.').waitFor();
  await page.getByRole('link', { name: 'Hotspots' }).first().click();
  await page.getByText('No Hotspots found').waitFor();

  const { page: another } = await openConsole({ server: address });
  await another.getByLabel('Username').fill(username);
  await another.getByLabel('Password').fill(printed);
  await another.keyboard.press('Enter');
  await another.getByText('Invalid password').waitFor();
  await another.getByLabel('Password').fill('a long day at the sea');
  await another.keyboard.press('Enter');
  await another.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
});
