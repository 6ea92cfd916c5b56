/** The demonstration as used by somebody who then pulls the plug. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, jest, test } from '@jest/globals';
import type { Voucher } from '../../../src/contract/vouchers';
import { portico } from '../../support/server/command';
import { callerOf } from '../../support/server/server';

const MINUTES = 60_000;
const DAY = 86_400_000;

/** The customer's hotspot in the demonstration. */
const HOTSPOT = 1;

// Creating the demonstration takes a while.
jest.setTimeout(3 * MINUTES);

const directory = mkdtempSync(path.join(tmpdir(), 'portico-kept-'));
afterAll(() => rmSync(directory, { recursive: true }));
const folder = path.join(directory, 'demo-data');

async function started(settings: Record<string, string> = {}) {
  const command = portico(['demo', '--keep', folder], { PORT: '0', LOG_LEVEL: 'error', ...settings });
  const url = await command.outputMatching(/^Portico is listening on (http:\S+)$/m);
  // The last line of its output.
  await command.outputMatching(/Or be a guest/);
  return { ...command, url };
}

async function killed({ kill, ended }: Awaited<ReturnType<typeof started>>) {
  kill('SIGKILL');
  await ended;
}

test('a demonstration in a folder of its own persists with all changes, and an unfinished one is created again', async () => {
  const interrupted = portico(['demo', '--keep', folder], { PORT: '0' });
  while (!existsSync(path.join(folder, 'data'))) await pause(10);
  interrupted.kill('SIGKILL');
  await interrupted.ended;

  const first = await started();
  const { token } = (await callerOf(() => first.url).post('/api/login', { username: 'customer', password: 'portico-demo' })).body as {
    token: string;
  };
  const customerAt = (url: string) =>
    callerOf(
      () => url,
      async () => token,
    );
  const customer = customerAt(first.url);
  const voucher = { hotspot_id: HOTSPOT, type: 'auth', user_mail: '', user_name: 'Visitor', num_vouchers: 1, duration: 3, remain_use: 2 };
  const answer = await customer.post('/api/vouchers', voucher);
  expect(answer).toMatchObject({ status: 201 });
  const { vouchers } = answer.body as { vouchers: Voucher[] };
  const code = vouchers[0]?.code;
  expect(code).toMatch(/^\w{8}$/);
  await killed(first);

  const again = await started();
  expect(again.toPerson()).not.toContain('begins anew');
  expect(again.toPerson()).toContain(`All of it stays in ${folder}`);
  // The user is still signed in.
  const { body, status } = await customerAt(again.url).get(`/api/vouchers/${HOTSPOT}`);
  expect(status).toBe(200);
  expect((body as Voucher[]).find((one) => one.code === code)).toMatchObject({ user_name: 'Visitor' });
  await killed(again);
});

test('a demonstration that did not run for days starts again', async () => {
  rmSync(folder, { recursive: true, force: true });
  await killed(await started({ PORTICO_NOW: new Date(Date.now() - 5 * DAY).toISOString() }));
  const { toPerson, url } = await started();
  expect(toPerson()).toContain('has not run for days, so it begins anew');
  expect((await callerOf(() => url).post('/api/login', { username: 'customer', password: 'portico-demo' })).status).toBe(201);
});

test('a folder with other data is refused and stays unchanged', async () => {
  const other = path.join(directory, 'other');
  mkdirSync(path.join(other, 'data'), { recursive: true });
  const command = portico(['demo', '--keep', other], { PORT: '0' });
  expect(await command.ended).not.toBe(0);
  expect(command.toPerson()).toMatch(/holds data that aren't the demonstration's\. Name another folder/);
  expect(existsSync(path.join(other, 'demonstration.json'))).toBe(false);
});
