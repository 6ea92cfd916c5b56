/** What the command refuses to do, with messages that say how to fix it. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { chownSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { openDatabase } from '../../../src/server/database/client';
import { hotspots } from '../../../src/server/database/schema';
import { expectOwnFolder } from '../../../src/server/database/folderOwner';
import { portico, served } from '../../support/server/command';
import { passwordOf } from '../../support/backEnd/recordings';
import { callerOf, login } from '../../support/server/server';
import { dataFolder, noFolder, takenTcpPort } from '../../support/server/leftovers';

describe('another user', () => {
  /** The uid of `nobody`, which owns no files. */
  const NOBODY = 65_534;

  function contentsOf(folder: string): string[] {
    return [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))];
  }

  test('cannot run commands as root on the folder, and leaves no files of root there', async () => {
    const PORTICO_DATA = await dataFolder('nothing');
    // Only root can change a file's owner; the next test covers other users.
    if (process.getuid?.() !== 0) {
      expect(() => expectOwnFolder(PORTICO_DATA)).not.toThrow();
      return;
    }
    for (const file of contentsOf(PORTICO_DATA)) chownSync(file, NOBODY, NOBODY);
    for (const args of [['create-admin'], ['migrate'], ['serve'], ['rebuild-sums'], ['seed', '--demo', '--yes']]) {
      const command = portico(args, { PORTICO_DATA, PORT: '0' });
      expect(await command.ended).toBe(1);
      expect(command.toPerson()).toMatch(/^The database in \S+ belongs to nobody, and this runs as root.*sudo -u nobody env PORTICO_DATA=/);
    }
    expect(contentsOf(PORTICO_DATA).filter((file) => statSync(file).uid !== NOBODY)).toEqual([]);
  });

  test('gets the owner of foreign files and how to return them', async () => {
    const PORTICO_DATA = await dataFolder('nothing');
    if (process.getuid?.() !== 0) {
      expect(() => expectOwnFolder(PORTICO_DATA)).not.toThrow();
      return;
    }
    for (const file of contentsOf(PORTICO_DATA)) chownSync(file, NOBODY, NOBODY);
    jest.spyOn(process, 'geteuid').mockReturnValue(NOBODY);
    expect(() => expectOwnFolder(PORTICO_DATA)).not.toThrow();
    chownSync(path.join(PORTICO_DATA, 'postgres/pg_wal'), 0, 0);
    const words = /pg_wal belongs to root, and not to nobody.* Nothing is lost\..*: sudo chown -R nobody \S+$/;
    expect(() => expectOwnFolder(PORTICO_DATA)).toThrow(words);
  });

  test('cannot open a database of somebody else', async () => {
    const PORTICO_DATA = await dataFolder('nothing');
    const owner = statSync(PORTICO_DATA).uid;
    jest.spyOn(process, 'geteuid').mockReturnValue(owner + 1);
    expect(() => expectOwnFolder(PORTICO_DATA)).toThrow(/belongs to .* sudo chown -R /);
  });
});

describe('a start that cannot work explains in a sentence without a stack', () => {
  const refused = async (args: string[], settings: Record<string, string>) => {
    const command = portico(args, settings);
    expect(await command.ended).toBe(1);
    expect(command.output()).not.toMatch(/^\s+at /m);
    // Printed once, on standard error: somebody who collects both streams reads it once.
    expect(command.log()).not.toMatch(/"level":60/);
    return command.toPerson();
  };

  test('a wrong setting by its name', async () => {
    expect(await refused(['serve'], { PORT: 'abc' })).toBe('PORT: must be a whole number from 0 to 65535\n');
  });

  test.each([
    ['PORTICO_TRUST_PROXY', 'nonsense', /^PORTICO_TRUST_PROXY: "nonsense" is no address of a proxy/],
    ['PORTICO_TRUSTPROXY', '127.0.0.1', /^PORTICO_TRUSTPROXY: there is no such setting; PORTICO_TRUST_PROXY is meant/],
    ['HOST', 'http://0.0.0.0', /^HOST: must be an address/],
  ])('the setting %s=%s', async (name, value, words) => {
    expect(await refused(['serve'], { PORTICO_DATA: noFolder(), PORT: '0', [name]: value })).toMatch(words);
  });

  test('an address that this machine lacks', async () => {
    // This address is reserved for documentation.
    const settings = { PORTICO_DATA: await dataFolder('nothing'), PORT: '0', HOST: '192.0.2.1' };
    expect(await refused(['serve'], settings)).toMatch(/^HOST: this machine has no address 192\.0\.2\.1\. Use 127\.0\.0\.1 /);
  });

  test('an unwritable folder of backups, while the server still serves', async () => {
    const PORTICO_DATA = await dataFolder('nothing');
    const file = path.join(path.dirname(PORTICO_DATA), 'a-file');
    writeFileSync(file, '');
    const server = await served({ PORTICO_DATA, PORTICO_BACKUPS: path.join(file, 'backups') });
    expect(server.toPerson()).toMatch(/^Automatic backups are off: the folder \S+a-file\/backups can't be written \(.*PORTICO_BACKUPS/);
  });

  test('a port in use by another program, and releases the data folder', async () => {
    const port = await takenTcpPort();
    const PORTICO_DATA = await dataFolder('nothing');
    expect(await refused(['serve'], { PORT: String(port), PORTICO_DATA })).toContain(
      `Port ${port} on 127.0.0.1 is in use by another program`,
    );
    expect(await portico(['migrate'], { PORTICO_DATA }).ended).toBe(0);
  });

  test('a port in use by another program, before it makes a database', async () => {
    const PORTICO_DATA = noFolder();
    const PORT = String(await takenTcpPort());
    expect(await refused(['serve'], { PORT, PORTICO_DATA })).toMatch(/^Port \d+ on 127\.0\.0\.1 is in use by another program\./);
    expect(existsSync(PORTICO_DATA)).toBe(false);
  });

  test('a data folder that another process serves without interruption', async () => {
    const PORTICO_DATA = await dataFolder('fixture');
    const first = await served({ PORTICO_DATA });
    const message = await refused(['serve'], { PORT: '0', PORTICO_DATA });
    expect(message).toContain(`The data folder ${PORTICO_DATA} is in use by process ${first.pid}`);
    expect(
      await login(
        callerOf(() => first.url),
        'desk11',
        passwordOf('desk11'),
      ),
    ).toMatch(/^[0-9a-f]{64}$/);
  });

  test('an unwritable data folder', async () => {
    const file = path.join(path.dirname(noFolder()), 'a-file');
    writeFileSync(file, 'not a folder');
    expect(await refused(['serve'], { PORT: '0', PORTICO_DATA: path.join(file, 'data') })).toMatch(
      /^The data folder .* cannot be used: .*PORTICO_DATA/,
    );
  });

  test('a database of a newer version, which stays unchanged', async () => {
    const PORTICO_DATA = await dataFolder('fixture');
    const later = Date.UTC(2099, 0);
    const { db, close } = await openDatabase({ url: undefined, folder: PORTICO_DATA });
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the future', ${later})`);
    await close();
    expect(await refused(['serve'], { PORT: '0', PORTICO_DATA })).toBe(
      'The database was written by a newer version of Portico. Install that version or a later one; or, to go back, restore the backup from before ' +
        'the update: portico restore FILE. No changes were made.\n',
    );
  });

  const folderWithFile = async () => {
    const PORTICO_DATA = await dataFolder('fixture');
    const folder = path.dirname(PORTICO_DATA);
    writeFileSync(path.join(folder, 'a-file'), 'no backup');
    return { PORTICO_DATA, folder };
  };

  test('a backup to a folder, below a file, or deep below one', async () => {
    const { PORTICO_DATA, folder } = await folderWithFile();
    const before = readdirSync(folder);
    for (const [name, words] of [
      ['.', /is a folder\. Name a file in it\. Nothing was saved\.\n$/],
      ['a-file/a.backup', /a-file is not a folder\. Nothing was saved\.\n$/],
      ['a-file/b/a.backup', /a-file\/b is not a folder\. Nothing was saved\.\n$/],
    ] as const) {
      expect(await refused(['backup', path.join(folder, name)], { PORTICO_DATA })).toMatch(words);
      expect(readdirSync(folder)).toEqual(before);
    }
  });

  test('a backup to a file that is there, which stays unless --replace is given', async () => {
    const { PORTICO_DATA, folder } = await folderWithFile();
    const file = path.join(folder, 'a-file');
    expect(await refused(['backup', file], { PORTICO_DATA })).toBe(
      `${file} is there already. Name another file, or add --replace. Nothing was saved.\n`,
    );
    expect(readFileSync(file, 'utf8')).toBe('no backup');
    expect(await portico(['backup', file, '--replace'], { PORTICO_DATA }).ended).toBe(0);
    expect(readFileSync(file).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  });

  test('a backup that is missing, a folder or another file, and leaves the database unchanged', async () => {
    const { PORTICO_DATA, folder } = await folderWithFile();
    for (const [name, words] of [
      ['none.backup', /^There is no file \S+none\.backup\. No changes were made\.\n$/],
      ['.', /is a folder\. Name the backup in it\. No changes were made\.\n$/],
      ['a-file', /a-file is not a backup of Portico\. No changes were made\.\n$/],
    ] as const) {
      expect(await refused(['restore', path.join(folder, name), '--yes'], { PORTICO_DATA })).toMatch(words);
      const { db, close } = await openDatabase({ url: undefined, folder: PORTICO_DATA });
      expect(await db.$count(hotspots)).toBe(6);
      await close();
    }
  });

  test('PostgreSQL that does not answer, without its password', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = z.object({ port: z.number() }).parse(free.address());
    await once(free.close(), 'close');
    const words = await refused(['migrate'], { DATABASE_URL: `postgres://someone:a-secret@127.0.0.1:${port}/portico` });
    expect(words).toMatch(/^The database portico on 127\.0\.0\.1:\d+ cannot be used: .*Check DATABASE_URL, and that the server runs\.\n$/);
    expect(words).not.toContain('a-secret');
  });

  test('an unknown command or option', async () => {
    expect(await refused(['sreve'], {})).toBe("Unknown command 'sreve'. Did you mean serve? See portico --help.\n");
    expect(await refused(['serve', '--prot', '80'], {})).toBe("Unknown option '--prot'. Did you mean --port? See portico --help.\n");
    expect(await refused(['backup'], {})).toBe("Missing required argument 'file'. See portico --help.\n");
  });
});
