/** Backups of a data folder as an operator uses them: by command while it is served, before updates, and once it no longer opens. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { describe, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { pageOf } from '../../../src/contract/lists';
import { checkBackup } from '../../../src/server/backups/backupFile';
import { openDatabase } from '../../../src/server/database/client';
import { migrate } from '../../../src/server/database/migrate';
import { portico, served } from '../../support/server/command';
import { rows } from '../../support/server/consistency';
import { callerOf, login, signedIn } from '../../support/server/server';
import { sumsOf } from '../../support/server/sums';
import { using } from '../../support/server/database';
import { dataFolder, noFolder } from '../../support/server/leftovers';

const HOTSPOT = {
  description: 'Place',
  business_name: 'New srl',
  business_vat: 'IT1',
  business_address: 'Via 1',
  business_email: 'n@example.com',
};
const MINUTES = 60_000;

// Several commands and servers start in turn.
jest.setTimeout(5 * MINUTES);

describe('a data folder in use', () => {
  test('is backed up without a stop to one moment, and concurrent writes succeed', async () => {
    const PORTICO_DATA = await dataFolder('fixture');
    const server = await served({ PORTICO_DATA });
    const reseller = await signedIn(server.url, 'reseller1');
    const written: string[] = [];
    let isOver = false;
    let longest = 0;
    const write = async (writer: number) => {
      for (let n = 0; !isOver; n += 1) {
        const name = `written-by-${writer}-${n}`;
        const began = performance.now();
        expect((await reseller.post('/api/hotspots', { ...HOTSPOT, name })).status).toBe(201);
        longest = Math.max(longest, performance.now() - began);
        written.push(name);
      }
    };
    const writing = Promise.all([1, 2].map(write));
    const file = path.join(path.dirname(PORTICO_DATA), 'by-hand.backup');
    const backup = portico(['backup', file], { PORTICO_DATA });
    expect({ code: await backup.ended, output: backup.output() }).toEqual({ code: 0, output: `Saved to ${file}.\n` });
    isOver = true;
    await writing;
    // The command removes its temporary copy.
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(readdirSync(path.join(path.dirname(PORTICO_DATA), 'backups'))).toEqual([]);

    const restored = noFolder();
    const restore = portico(['restore', file, '--yes'], { PORTICO_DATA: restored });
    expect(await restore.ended).toBe(0);
    const next = await served({ PORTICO_DATA: restored });
    const again = await signedIn(next.url, 'reseller1');
    const { data } = pageOf(z.object({ id: z.number(), name: z.string() })).parse((await again.get('/api/hotspots')).body);
    const saved = data.filter(({ name }) => name.startsWith('written-by-'));
    expect(saved.length).toBeGreaterThan(0);
    expect(saved.length).toBeLessThan(written.length);
    // No hotspot is incomplete: each has its preferences.
    for (const { id } of saved.slice(-3)) expect((await again.get(`/api/preferences/hotspots/${id}`)).body).toHaveLength(38);
    expect(longest).toBeLessThan(5_000);
  });

  test('gets an admin from the command through a socket that only its user may use', async () => {
    const PORTICO_DATA = await dataFolder('fixture');
    const server = await served({ PORTICO_DATA });
    expect(statSync(path.join(PORTICO_DATA, 'portico.socket')).mode & 0o777).toBe(0o600);
    const command = portico(['create-admin', 'second'], { PORTICO_DATA });
    const password = await command.outputMatching(/^Sign in as second with the one-time password (\S+) /);
    expect(await command.ended).toBe(0);
    expect(
      await login(
        callerOf(() => server.url),
        'second',
        password,
      ),
    ).toMatch(/^[0-9a-f]{64}$/);
    const again = portico(['create-admin', 'SECOND'], { PORTICO_DATA });
    const another = await again.outputMatching(/^Sign in as SECOND with the one-time password (\S+) /);
    expect(await again.ended).toBe(0);
    expect(another).not.toBe(password);
    const taken = portico(['create-admin', 'reseller1'], { PORTICO_DATA });
    expect(await taken.ended).toBe(1);
    expect(taken.output()).toBe('A manager called reseller1 already exists. Choose another name: portico create-admin NAME\n');
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(readdirSync(PORTICO_DATA)).toEqual(['postgres']);
  });

  test('gets new keys from the command, with and without its server', async () => {
    const PORTICO_DATA = await dataFolder('fixture');
    const server = await served({ PORTICO_DATA });
    const first = portico(['renew-keys'], { PORTICO_DATA });
    expect(await first.ended).toBe(0);
    expect(first.output()).toBe('No keys have been used yet.\n');
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const alone = portico(['renew-keys'], { PORTICO_DATA });
    expect(await alone.ended).toBe(0);
    expect(alone.output()).toContain('No keys have been used yet.');
  });

  test('is not replaced under its server, and can be used again after a kill', async () => {
    const PORTICO_DATA = await dataFolder('fixture');
    const file = path.join(path.dirname(PORTICO_DATA), 'a.backup');
    expect(await portico(['backup', file], { PORTICO_DATA }).ended).toBe(0);
    const server = await served({ PORTICO_DATA });
    const refused = portico(['restore', file, '--yes'], { PORTICO_DATA });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(`The data folder ${PORTICO_DATA} is in use by process ${server.pid}`);
    server.kill('SIGKILL');
    await server.ended;

    const next = await served({ PORTICO_DATA });
    expect(await portico(['create-admin', 'third'], { PORTICO_DATA }).ended).toBe(0);
    next.kill('SIGTERM');
    expect(await next.ended).toBe(0);
  });
});

describe('an impossible backup', () => {
  test('names the missing folder and creates none', async () => {
    const PORTICO_DATA = noFolder();
    const backup = portico(['backup', path.join(path.dirname(PORTICO_DATA), 'x.backup')], { PORTICO_DATA });
    expect(await backup.ended).toBe(1);
    expect(backup.output()).toBe(`The data folder ${PORTICO_DATA} doesn't exist. Set PORTICO_DATA.\n`);
    expect(existsSync(PORTICO_DATA)).toBe(false);
  });
});

test('a folder is backed up before an update of its tables, and not updated without a backup', async () => {
  const PORTICO_DATA = noFolder();
  const [first] = readMigrationFiles({ migrationsFolder: 'src/server/database/migrations' });
  const old = await openDatabase({ url: undefined, folder: PORTICO_DATA }, { upToDate: false });
  await migrate(old.db, first?.folderMillis);
  await old.db.execute(
    sql`insert into accounts (uuid, type, name, username, password_hash, created) values ('', 'admin', 'Old', 'old', '', now())`,
  );
  await old.close();

  // A file at the path of the backup folder.
  const blocked = path.join(path.dirname(PORTICO_DATA), 'blocked');
  writeFileSync(blocked, '');
  const refused = portico(['serve'], { PORTICO_DATA, PORT: '0', PORTICO_BACKUPS: blocked });
  expect(await refused.ended).toBe(1);
  expect(refused.toPerson()).toMatch(
    /^The database in .* is of an older version, and no backup of it could be made .*No changes were made\. /,
  );

  const backups = path.join(path.dirname(PORTICO_DATA), 'backups');
  const server = await served({ PORTICO_DATA });
  const [file = '', ...others] = readdirSync(backups);
  expect(others).toEqual([]);
  expect(file).toMatch(/^data-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-before-update\.backup$/);
  const { header, tables } = await checkBackup(path.join(backups, file));
  expect(header.schema).toBe(first?.folderMillis);
  expect(tables.find(({ name }) => name === 'accounts')?.rows).toBe(1);
  expect((await callerOf(() => server.url).get('/health/ready')).body).toEqual({
    status: 'ready',
    backup: { made: expect.stringMatching(/^20.*Z$/), failed: false },
  });
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(await portico(['migrate'], { PORTICO_DATA }).ended).toBe(0);
  expect(readdirSync(backups)).toEqual([file]);
});

test('a broken folder is refused with the last good backup and a command that restores it', async () => {
  const PORTICO_DATA = await dataFolder('fixture');
  const backups = path.join(path.dirname(PORTICO_DATA), 'backups');
  const good = path.join(backups, 'data-2026-11-20T03-00-00Z.backup');
  const before = await using({ folder: PORTICO_DATA }, sumsOf);
  expect(await portico(['backup', good], { PORTICO_DATA }).ended).toBe(0);
  // Newer ones that must be ignored: truncated, unfinished, of another folder.
  writeFileSync(path.join(backups, 'data-2026-11-21T03-00-00Z.backup'), readFileSync(good).subarray(0, 2000));
  writeFileSync(path.join(backups, 'data-2026-11-22T03-00-00Z.backup.unfinished'), readFileSync(good));
  writeFileSync(path.join(backups, 'other-2026-11-22T03-00-00Z.backup'), readFileSync(good));
  writeFileSync(path.join(PORTICO_DATA, 'postgres', 'global', 'pg_control'), Buffer.alloc(8192, 7));

  const refused = portico(['serve'], { PORTICO_DATA, PORT: '0' });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(`The database in ${PORTICO_DATA} does not open: `);
  expect(refused.output()).not.toMatch(/^\s+at /m);
  const [, command = ''] = /To go back to it: npx portico (.*)\n$/.exec(refused.toPerson()) ?? [];
  expect(command).toBe(`restore ${good}`);
  expect(readFileSync(path.join(PORTICO_DATA, 'postgres', 'global', 'pg_control'))).toEqual(Buffer.alloc(8192, 7));

  expect(await portico([...command.split(' '), '--yes'], { PORTICO_DATA }).ended).toBe(0);
  expect(readdirSync(PORTICO_DATA)).toEqual(['postgres']);
  expect(await using({ folder: PORTICO_DATA }, sumsOf)).toEqual(before);
  const server = await served({ PORTICO_DATA });
  await signedIn(server.url, 'reseller1');
});

describe('an interrupted replacement', () => {
  /** A folder with these databases, identified by the name of their admin. */
  const interrupted = async (names: Record<string, string>) => {
    const folder = noFolder();
    mkdirSync(folder);
    for (const [name, admin] of Object.entries(names)) {
      const other = await dataFolder('fixture');
      await using({ folder: other }, (db) => db.execute(sql`update accounts set name = ${admin} where username = 'admin'`));
      renameSync(path.join(other, 'postgres'), path.join(folder, name));
    }
    return folder;
  };
  const nameIn = (folder: string) =>
    using({ folder }, async (db) => (await rows<{ name: string }>(db, `select name from accounts where username = 'admin'`))[0]?.name);

  test.each([
    ['is discarded if it stopped before the old database was moved away', { postgres: 'old', 'postgres.restored': 'new' }, 'old'],
    ['is completed if the old database was already moved away', { 'postgres.replaced': 'old', 'postgres.restored': 'new' }, 'new'],
    ['is completed if the new database was already in place', { postgres: 'new', 'postgres.replaced': 'old' }, 'new'],
  ])('%s', async (_, names, expected) => {
    const folder = await interrupted(names);
    expect(await nameIn(folder)).toBe(expected);
    expect(readdirSync(folder)).toEqual(['postgres']);
  });
});
