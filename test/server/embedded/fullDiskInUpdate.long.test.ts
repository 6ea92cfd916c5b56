/** The disk of the data folder fills up in the middle of an update: everything stays as it was before, and goes on once there is room. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../../src/server/database/client';
import { migrate } from '../../../src/server/database/migrate';
import { rows } from '../../support/server/consistency';
import { portico } from '../../support/server/command';

/** When the first migration of all was made: 0.1.0's tables. */
const OLDEST = Number(
  (JSON.parse(fs.readFileSync('src/server/database/migrations/meta/_journal.json', 'utf8')) as { entries: { when: number }[] }).entries[1]
    ?.when,
);
const ROWS = 60_000;

let disk = '';
let aside = '';
beforeAll(() => {
  disk = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-disk-'));
  aside = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-aside-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=900m', 'portico-disk', disk]);
});
afterAll(() => {
  execFileSync('umount', ['-l', disk]);
  fs.rmdirSync(disk);
  fs.rmSync(aside, { recursive: true, force: true });
});

const isFree = () => {
  const { bavail, bsize } = fs.statfsSync(disk);
  return bavail * bsize;
};

async function contentOf(folder: string) {
  const { db, close } = await openDatabase({ url: undefined, folder }, { upToDate: false });
  try {
    const [version] = await rows<{ n: number }>(db, 'select max(created_at)::float8 as n from drizzle.__drizzle_migrations');
    const [found] = await rows<{ n: number; sum: string }>(db, 'select count(*)::int as n, sum(length(name)) as sum from users');
    return { version, found };
  } finally {
    await close();
  }
}

test('an update that finds the disk full in the middle changes nothing, says what to do, and goes on once there is room', async () => {
  const PORTICO_DATA = path.join(disk, 'data');
  const { db, close } = await openDatabase({ url: undefined, folder: PORTICO_DATA }, { upToDate: false });
  await migrate(db, OLDEST);
  await db.execute(
    sql`insert into accounts (uuid, username, type, name, password_hash, created) values ('a', 'reseller', 'reseller', 'Reseller', '', now())`,
  );
  await db.execute(sql`insert into hotspots (uuid, account_id, name, created) values ('h', 1, 'hotel', now())`);
  await db.execute(
    sql.raw(
      `insert into users (hotspot_id, name, username, account_type, created) select 1, 'Guest ' || n, 'guest' || n, 'email', now() from generate_series(1, ${ROWS}) n`,
    ),
  );
  await close();
  const before = await contentOf(PORTICO_DATA);
  expect(before.found?.n).toBe(ROWS);

  const settings = { PORTICO_DATA, PORTICO_BACKUPS: path.join(aside, 'backups'), PORT: '0' };
  const filler = path.join(disk, 'of-somebody-else');
  for (const free of [1, 3]) {
    const descriptor = fs.openSync(filler, 'a');
    while (isFree() > free * 2 ** 20) fs.writeSync(descriptor, Buffer.alloc(Math.min(2 ** 20, isFree() - free * 2 ** 20 + 4096), 1));
    fs.closeSync(descriptor);
    const update = portico(['serve'], settings);
    expect(await update.ended).toBe(1);
    expect(update.toPerson()).toMatch(/[Dd]isk.*(?:[Mm]ake room|has space|full)/);
    expect(update.toPerson()).not.toMatch(/^\s+at /m);
    fs.rmSync(filler);
    expect(await contentOf(PORTICO_DATA)).toEqual(before);
  }

  const update = portico(['migrate'], settings);
  expect({ code: await update.ended, output: update.output() }).toMatchObject({ code: 0 });
  const after = await contentOf(PORTICO_DATA);
  expect(after.found).toEqual(before.found);
  expect(after.version?.n).toBeGreaterThan(before.version?.n ?? 0);
}, 600_000);
