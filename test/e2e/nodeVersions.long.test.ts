/** @jest-environment ./test/support/run/nodeEnvironment.ts */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterEach, expect } from '@jest/globals';
import { portico } from '../support/server/command';
import { emptyFolder } from '../support/server/database';
import { callerOf, login } from '../support/server/server';
import { needing } from '../support/run/needing';

const test = needing('PORTICO_TEST_NODES');

/** Node executables by exact version. */
const NODES = JSON.parse(process.env.PORTICO_TEST_NODES ?? '{}') as Record<string, string>;

/** Milliseconds; the first start of a version creates a database. */
const ENOUGH = 180_000;

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const remove of cleanups.splice(0)) remove();
});

test.each(['20.19', '22', '24'])(
  'the built server starts on Node %s in a new folder, signs in, is backed up while serving, and stops',
  async (version) => {
    const [exact = '', node = ''] = Object.entries(NODES).find(([one]) => one.startsWith(`${version}.`)) ?? [];
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${exact}`);
    const { folder, remove } = emptyFolder();
    cleanups.push(remove);
    const settings = { PORTICO_DATA: folder, PORT: '0', LOG_LEVEL: 'warn' };
    const run = (...args: string[]) => portico(args, settings, process.env.PORTICO_E2E_CLI, node);

    const server = run('serve');
    const url = await server.outputMatching(/^Portico is listening on (http:\S+)$/m);
    const password = await server.outputMatching(/one-time password (\S+) /);
    const token = await login(
      callerOf(() => url),
      'admin',
      password,
    );
    const admin = callerOf(
      () => url,
      async () => token,
    );
    expect(await admin.put('/api/accounts/1', { password: 'a long day at the sea' })).toMatchObject({ status: 200 });
    expect((await admin.get('/api/subscription_plans')).body).toHaveLength(4);
    expect(await (await fetch(url)).text()).toContain('<div id="root">');

    const file = path.join(path.dirname(folder), 'by-hand.backup');
    const backup = run('backup', file);
    expect({ code: await backup.ended, output: backup.output() }).toEqual({ code: 0, output: `Saved to ${file}.\n` });

    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  },
  ENOUGH,
);
