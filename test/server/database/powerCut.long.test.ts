import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { openEmbedded } from '../../../src/server/database/embedded';
import { LOCK_FILE } from '../../../src/server/database/folderLock';
import { SEED, timesRounds } from '../../support/run/rounds';
import { ForgetfulFs } from '../../support/server/forgetfulFs';

const SESSIONS = timesRounds(6);
const CUTS_A_SESSION = 10;
const CUTS_WHILE_CREATING = 20;
const COMMITS = 120;
const TIMEOUT = 3_600_000;

/** The table's rows as `id:version`, from `moment` until the next commit. */
interface Commit {
  moment: number;
  rows: string;
}

let directory: string;
let template: string;

beforeAll(async () => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-power-'));
  template = path.join(directory, 'template');
  const { pg, close } = await openEmbedded(template);
  await pg.exec('create table entry (id int primary key, version int not null, filling text not null)');
  await close();
});

beforeEach(() => {
  // The simulated disk records syncs; the real disk needn't perform them.
  jest.spyOn(fs, 'fsyncSync').mockImplementation(() => {});
});

afterAll(() => {
  fs.rmSync(directory, { recursive: true });
});

test(
  `${SESSIONS * CUTS_A_SESSION} power cuts lose nothing confirmed and leave nothing half done`,
  async () => {
    let confirmed = 0;
    for (let session = 1; session <= SESSIONS; session++) {
      const random = dice(SEED + session);
      const folder = path.join(directory, `session${session}`);
      fs.cpSync(template, folder, { recursive: true });
      const disk = new ForgetfulFs(folder);
      const { pg, close } = await openEmbedded(folder);
      const history = await work(pg, disk, random);
      await close();
      disk.stop();
      fs.rmSync(folder, { recursive: true });

      for (let cut = 1; cut <= CUTS_A_SESSION; cut++) {
        // Every other cut comes right after a confirmation, the most critical moment.
        const moment = cut % 2 === 0 ? pick(history, random).moment : Math.floor(between(history[0]!.moment, disk.now, random));
        const fraction = pick([0, 0, 0.1, 0.5, 0.9], random);
        const image = path.join(directory, `session${session}cut${cut}`);
        disk.cutPower(moment, image, () => random() < fraction);

        const last = history.findLastIndex((commit) => commit.moment <= moment);
        const allowed = history.slice(last, last + 2).map((commit) => commit.rows); // the transaction under way may or may not survive
        const found = await rowsAfterRestart(image).catch(String);
        const expected = allowed.find((rows) => rows === found) ?? allowed[0];
        expect({ session, cut, moment, fraction, found }).toEqual({ session, cut, moment, fraction, found: expected });
        confirmed += allowed[0]!.split(' ').length;
        fs.rmSync(image, { recursive: true });
      }
    }
    process.stdout.write(`${SESSIONS * CUTS_A_SESSION} power cuts: ${confirmed} confirmed rows, 0 lost, every database opened\n`);
  },
  TIMEOUT,
);

test(
  `${CUTS_WHILE_CREATING} power cuts during the first start leave a folder that opens`,
  async () => {
    const random = dice(SEED);
    const home = path.join(directory, 'first');
    fs.mkdirSync(home);
    const disk = new ForgetfulFs(home);
    const { pg, close } = await openEmbedded(path.join(home, 'data'));
    await pg.exec('create table entry (id int primary key, version int not null, filling text not null)');
    const [id, version] = [1, 1];
    await pg.query(`insert into entry values ($1, $2, ${FILLING})`, [id, version]);
    const confirmed = disk.now;
    await close();
    disk.stop();

    for (let cut = 1; cut <= CUTS_WHILE_CREATING; cut++) {
      // The first cut comes after everything is confirmed, the others midway, where leftovers that happen to survive could do harm.
      const [moment, fraction] = cut === 1 ? [confirmed, 0] : [Math.floor(random() * confirmed), pick([0.5, 0.9, 1], random)];
      const image = path.join(directory, `creation${cut}`);
      disk.cutPower(moment, image, () => random() < fraction);
      const data = path.join(image, 'data');
      const found = moment < confirmed ? await opens(data).catch(String) : await rowsAfterRestart(data).catch(String);
      expect({ cut, moment, fraction, found }).toEqual({ cut, moment, fraction, found: moment < confirmed ? 'opens' : '1:1' });
      fs.rmSync(image, { recursive: true });
    }
  },
  TIMEOUT,
);

test(
  'the same cuts make an unmodified PGlite lose confirmed data',
  async () => {
    const folder = path.join(directory, 'plain');
    fs.cpSync(path.join(template, 'postgres'), folder, { recursive: true });
    const disk = new ForgetfulFs(folder);
    const pg = await PGlite.create({ fs: new NodeFS(folder) });
    const history = await work(pg, disk, dice(1));
    const moment = disk.now;
    await pg.close();
    disk.stop();

    for (const fraction of [0, 0.5]) {
      const random = dice(2);
      const image = path.join(directory, `plain${fraction}`);
      disk.cutPower(moment, image, () => random() < fraction);
      const found = await readPlain(image).catch(String);
      expect(found).not.toBe(history.at(-1)?.rows);
    }
  },
  TIMEOUT,
);

test('the forgetful disk sees all that PGlite and the opening do to their files', async () => {
  const folder = path.join(directory, 'seen');
  fs.cpSync(template, folder, { recursive: true });
  const disk = new ForgetfulFs(folder);
  const { pg, close } = await openEmbedded(folder);
  await work(pg, disk, dice(3));
  await close();
  disk.stop();
  const image = path.join(directory, 'seen-image');
  disk.cutPower(disk.now, image, () => true);
  expect(contentsOf(image)).toEqual(contentsOf(folder));
});

test('the forgetful disk keeps what was synced, and of the rest what a test specifies', () => {
  const folder = path.join(directory, 'small');
  fs.mkdirSync(folder);
  const disk = new ForgetfulFs(folder);
  write(path.join(folder, 'a'), 'stored', { sync: true });
  write(path.join(folder, 'b'), 'without a name', { sync: true });
  syncFolder(folder);
  const names = disk.now;
  write(path.join(folder, 'a'), 'STORED', { sync: false });
  fs.renameSync(path.join(folder, 'b'), path.join(folder, 'c'));
  disk.stop();

  const at = (moment: number, isStored: boolean) => {
    const image = path.join(directory, `small-${moment}-${String(isStored)}`);
    disk.cutPower(moment, image, () => isStored);
    return Object.fromEntries(fs.readdirSync(image).map((name) => [name, fs.readFileSync(path.join(image, name), 'utf8')]));
  };
  expect(at(names - 1, false)).toEqual({});
  expect(at(names, false)).toEqual({ a: 'stored', b: 'without a name' });
  expect(at(disk.now, false)).toEqual({ a: 'stored', b: 'without a name' });
  expect(at(disk.now, true)).toEqual({ a: 'STORED', c: 'without a name' });
});

const FILLING = `repeat(md5($1::int || ':' || $2::int), 1 + $1::int % 60)`;

/** Every kind of change, one commit each, including those that make PostgreSQL write files other than its log. */
async function work(pg: PGlite, disk: ForgetfulFs, random: () => number): Promise<Commit[]> {
  const rows = new Map<number, number>();
  const history: Commit[] = [{ moment: disk.now, rows: '' }];
  const insert = (db: Pick<PGlite, 'query'>, id: number) => {
    rows.set(id, 1);
    return db.query(`insert into entry values ($1, $2, ${FILLING})`, [id, 1]);
  };
  const update = (db: Pick<PGlite, 'query'>, id: number) => {
    const version = (rows.get(id) ?? 0) + 1;
    rows.set(id, version);
    return db.query(`update entry set version = $2, filling = ${FILLING} where id = $1`, [id, version]);
  };
  for (let n = 1; n <= COMMITS; n++) {
    const chance = random();
    if (rows.size < 10 || chance < 0.6) await insert(pg, n);
    else if (chance < 0.75) {
      await pg.transaction(async (tx) => {
        await insert(tx, n);
        await update(tx, pick([...rows.keys()], random));
        await insert(tx, n + COMMITS);
      });
    } else if (chance < 0.85) await update(pg, pick([...rows.keys()], random));
    else if (chance < 0.9) {
      const id = pick([...rows.keys()], random);
      rows.delete(id);
      await pg.query('delete from entry where id = $1', [id]);
    } else
      await pg.exec(
        pick(['checkpoint', 'select pg_switch_wal()', 'vacuum entry', `create table other${n} as select * from entry`], random),
      );
    history.push({ moment: disk.now, rows: describe(rows) });
  }
  return history;
}

async function rowsAfterRestart(folder: string): Promise<string> {
  reboot(folder);
  const { pg, close } = await openEmbedded(folder);
  try {
    return await readRows(pg);
  } finally {
    await close();
  }
}

async function opens(folder: string): Promise<string> {
  reboot(folder);
  const { close } = await openEmbedded(folder);
  await close();
  return 'opens';
}

async function readPlain(folder: string): Promise<string> {
  // Without this parameter, a failed recovery leaves a timer running.
  const startParams = [...PGlite.defaultStartParams, '-c', 'log_startup_progress_interval=0'];
  const pg = await PGlite.create({ fs: new NodeFS(folder), startParams });
  try {
    return await readRows(pg);
  } finally {
    await pg.close();
  }
}

/** The rows that are intact. */
async function readRows(pg: PGlite): Promise<string> {
  const filling = FILLING.replaceAll('$1', 'id').replaceAll('$2', 'version');
  const { rows } = await pg.query<{ id: number; version: number }>(`select id, version from entry where filling = ${filling}`);
  return describe(new Map(rows.map(({ id, version }) => [id, version])));
}

function describe(rows: Map<number, number>): string {
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([id, version]) => `${id}:${version}`)
    .join(' ');
}

/** Makes the lock look like one from before a reboot: after a real power cut, this process would be gone. */
function reboot(folder: string): void {
  const lock = path.join(folder, LOCK_FILE);
  if (!fs.existsSync(lock)) return;
  const holder = JSON.parse(fs.readFileSync(lock, 'utf8')) as object;
  fs.writeFileSync(lock, JSON.stringify({ ...holder, bootId: 'before the power cut' }));
}

/** One line per file. */
function contentsOf(folder: string): string[] {
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return files.sort().map(
    (name) =>
      `${name} ${createHash('sha256')
        .update(fs.readFileSync(path.join(folder, name)))
        .digest('hex')}`,
  );
}

function write(file: string, text: string, { sync }: { sync: boolean }): void {
  const descriptor = fs.openSync(file, sync ? 'w' : 'r+');
  fs.writeSync(descriptor, text);
  if (sync) fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}

function syncFolder(folder: string): void {
  const descriptor = fs.openSync(folder, 'r');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}

/** A seeded random generator (mulberry32), so that failures can be reproduced. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function between(low: number, high: number, random: () => number): number {
  return low + random() * (high - low);
}

function pick<T>(choices: T[], random: () => number): T {
  return choices[Math.floor(random() * choices.length)]!;
}
