/** The public demonstration is reset: a visitor's changes are gone, and the next visitors hardly notice. */
import { readdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, jest, test } from '@jest/globals';
import { portico } from '../../support/server/command';
import { callerOf, login } from '../../support/server/server';

jest.setTimeout(180_000);

const folder = mkdtempSync(path.join(tmpdir(), 'portico-public-'));
afterAll(() => rmSync(folder, { recursive: true }));

const minutesTo = (time: string) => (Date.parse(time) - Date.now()) / 60_000;

test('a public demonstration begins anew on SIGUSR2 as at each hour, at the same address, with none of what a visitor did, and leaves nothing behind', async () => {
  const command = portico(['demo', '--public'], { PORT: '0', LOG_LEVEL: 'error', TMPDIR: folder });
  const url = await command.outputMatching(/^Portico is listening on (http:\S+)$/m);
  const stranger = callerOf(() => url);
  const token = await login(stranger, 'reseller', 'portico-demo');
  const visitor = callerOf(
    () => url,
    async () => token,
  );
  const { public_until: until } = (await stranger.get('/config.json')).body as { public_until: string };
  expect(until).toMatch(/:00:00\.000Z$/);
  expect(minutesTo(until)).toBeLessThan(71);
  const account = { uuid: '', username: 'mine', password: 'mine-and-nobody-elses', name: 'Mine', email: 'mine@example.com' };
  expect(await visitor.post('/api/accounts', { ...account, type: 'customer', hotspot_id: 1, subscription_plan_id: 0 })).toMatchObject({
    status: 201,
  });
  const [first] = readdirSync(folder);

  process.kill(command.pid, 'SIGUSR2');
  // The visitor's token was issued by the old process: once it is rejected, the new one is serving.
  const answer = async () => visitor.get('/api/accounts?limit=1').catch(() => null);
  while ((await answer())?.status !== 401) await pause(50);
  await expect(login(stranger, 'mine', 'mine-and-nobody-elses')).rejects.toThrow('No username found!');
  expect(await login(stranger, 'reseller', 'portico-demo')).not.toBe('');
  expect(readdirSync(folder)).toHaveLength(1);
  expect(readdirSync(folder)).not.toContain(first);

  command.kill('SIGTERM');
  expect(await command.ended).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

test('a public demonstration keeps nothing, so that --keep is refused, as is a clock that stands still', async () => {
  for (const [args, settings] of [
    [['--keep', folder], {}],
    [[], { PORTICO_NOW: '2026-11-21T09:30:00Z' }],
  ] as const) {
    const command = portico(['demo', '--public', ...args], { PORT: '0', ...settings });
    expect(await command.ended).toBe(1);
    expect(command.toPerson()).toMatch(/--public (keeps nothing|needs a running clock)/);
  }
});
