/** The very first start is killed, at any moment: the next one makes up for it, and the first admin can sign in. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { SEED, timesRounds } from '../support/run/rounds';
import { portico, served } from '../support/server/command';
import { bareTestDatabase } from '../support/server/database';
import { afterThisTest } from '../support/server/leftovers';
import { callerOf } from '../support/server/server';

const KILLS = timesRounds(5);
const PASSWORD = /^Sign in as admin with the one-time password (\S+) and/m;

/** Settings of a server that was never started. */
async function settingsOfNothing(): Promise<Record<string, string>> {
  const { url, folder, remove } = await bareTestDatabase();
  afterThisTest(remove);
  return url === undefined ? { PORTICO_DATA: folder } : { DATABASE_URL: url };
}

test(
  `a first start that is killed at any of ${KILLS} moments keeps no later one from its work, nor the first admin out`,
  async () => {
    const began = performance.now();
    const whole = await served(await settingsOfNothing());
    await whole.outputMatching(PASSWORD);
    const duration = performance.now() - began;
    whole.kill('SIGKILL');
    await whole.ended;

    for (let nth = 0; nth < KILLS; nth += 1) {
      const settings = await settingsOfNothing();
      const first = portico(['serve'], { PORT: '0', LOG_LEVEL: 'error', PORTICO_WORKERS: '1', ...settings });
      // Spread over the start and a little beyond, elsewhere in each long run.
      await pause((duration * 1.1 * (nth + (SEED % 100) / 100)) / KILLS);
      first.kill('SIGKILL');
      await first.ended;

      const next = await served(settings);
      // The killed one may have had the time to tell the password, or only to store it.
      const again = portico(['create-admin'], settings);
      expect(await again.ended).toBe(0);
      const [, password = ''] = PASSWORD.exec(again.output()) ?? [];
      const login = await callerOf(() => next.url).post('/api/login', { username: 'admin', password });
      expect({ nth, status: login.status, body: login.body }).toMatchObject({ nth, status: 201, body: { must_change_password: true } });
      next.kill('SIGTERM');
      expect(await next.ended).toBe(0);
    }
  },
  15 * 60_000,
);
