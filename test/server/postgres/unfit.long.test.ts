/** Databases that can't hold Portico's tables, and commands that would replace one in use. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { portico, served } from '../../support/server/command';
import { emptyDatabase, newTestDatabase, onServer } from '../../support/server/database';
import { passwordOf } from '../../support/backEnd/recordings';
import { callerOf, login } from '../../support/server/server';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const remove of cleanups.splice(0).reverse()) await remove();
});

async function database(): Promise<{ name: string; url: string }> {
  const { name, url, remove } = await emptyDatabase();
  cleanups.push(remove);
  return { name, url };
}

/** The refusal of a database, which must be the same from both commands that create the tables. */
async function refusalOf(DATABASE_URL: string): Promise<string> {
  const logged: string[] = [];
  for (const args of [['migrate'], ['serve']]) {
    const command = portico(args, { DATABASE_URL, PORT: '0' });
    expect(await command.ended).toBe(1);
    expect(command.output()).not.toMatch(/^\s+at |Failed query|create (?:table|schema|extension)|select |insert into/im);
    logged.push(command.toPerson());
  }
  expect(logged[1]).toBe(logged[0]);
  return logged[0] ?? '';
}

describe('migrate and serve refuse with a remedy', () => {
  test('a database that is not UTF-8', async () => {
    const name = `latin_${String(Date.now())}`;
    await onServer((server) => server.query(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`));
    cleanups.push(() => onServer((server) => server.query(`drop database ${name} with (force)`)));
    const { url } = await database();
    const words = await refusalOf(url.replace(/[^/]*$/, name));
    expect(words).toMatch(
      new RegExp(`^The database ${name} keeps texts as SQL_ASCII.*createdb --encoding=UTF8 .*No changes were made\\.\\n$`),
    );
  });

  test('a role that may not create', async () => {
    const { name, url } = await database();
    const role = `reader_${String(Date.now())}`;
    await onServer((server) => server.query(`create role ${role} login`));
    cleanups.push(() => onServer((server) => server.query(`drop role ${role}`)));
    const as = new URL(url);
    as.username = role;
    const words = await refusalOf(as.href);
    expect(words).toMatch(new RegExp(`^The role ${role} may not make tables in the database ${name} .*createdb --owner=${role}`));
  });

  test('a database that is read-only', async () => {
    const { name, url } = await database();
    await onServer((server) => server.query(`alter database ${name} set default_transaction_read_only = on`));
    expect(await refusalOf(url)).toMatch(
      new RegExp(`^The database ${name} is read-only for this role\\. Switch default_transaction_read_only off`),
    );
  });
});

describe('a database in use by a replica', () => {
  test('cannot be restored or seeded until that is stopped', async () => {
    const { url: DATABASE_URL = '', remove } = await newTestDatabase('fixture');
    cleanups.push(remove);
    const folder = mkdtempSync(path.join(tmpdir(), 'portico-unfit-'));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'a.backup');
    expect(await portico(['backup', file], { DATABASE_URL }).ended).toBe(0);

    const replica = await served({ DATABASE_URL });
    // Idle for longer than a pool keeps unused connections.
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    for (const args of [
      ['restore', file],
      ['seed', '--demo'],
    ]) {
      const command = portico([...args, '--yes'], { DATABASE_URL });
      expect(await command.ended).toBe(1);
      expect(command.toPerson()).toMatch(
        /^Portico is running on this database \(\d+ connections? from \S+\)\. Stop every replica first, then try again; if a pooler has these connections, name PostgreSQL itself in DATABASE_URL\. No changes were made\.\n$/,
      );
    }
    expect(
      await login(
        callerOf(() => replica.url),
        'reseller1',
        passwordOf('reseller1'),
      ),
    ).toMatch(/^[0-9a-f]{64}$/);
    replica.kill('SIGTERM');
    expect(await replica.ended).toBe(0);
    expect(await portico(['restore', file, '--yes'], { DATABASE_URL }).ended).toBe(0);
  });
});
