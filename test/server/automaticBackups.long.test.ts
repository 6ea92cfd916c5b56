/** When automatic backups run, which are kept, and how failures are reported. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { backupFile, copyFolder, forgetUnfinished, keepBackups, type BackupFolders } from '../../src/server/backups/automaticBackups';
import { callerOf, startOn } from '../support/server/server';
import { newTestDatabase } from '../support/server/database';
import { RECORDED_AT } from '../support/backEnd/recordings';

const HOUR = 3_600_000;
/** Polls without delay; the tests move the clock. */
const AT_ONCE = { first: 0, every: 0 };

let home: string;
let folders: BackupFolders;
let now: Date;

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'portico-backups-'));
  folders = { data: path.join(home, 'data'), backups: path.join(home, 'backups') };
  now = new Date('2026-10-24T00:30:00Z');
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

/** Advances the clock by an hour per poll, `hours` times; returns when backups were made, and the failures. */
async function overHours(hours: number, fails: (at: Date) => boolean = () => false) {
  const created: string[] = [];
  const reported: string[] = [];
  let keeping: ReturnType<typeof keepBackups> | undefined;
  await new Promise<void>((resolve) => {
    let looks = 0;
    const clock = () => {
      looks += 1;
      if (looks > hours) resolve();
      else now = new Date(now.getTime() + HOUR);
      return now;
    };
    const make = async (file: string) => {
      if (fails(now)) throw new Error('the disk is full');
      mkdirSync(folders.backups, { recursive: true });
      writeFileSync(file, '');
      created.push(now.toISOString());
    };
    keeping = keepBackups(folders, { make, report: (error) => reported.push((error as Error).message), clock }, AT_ONCE);
  });
  const state = await keeping?.state();
  await keeping?.stop();
  return { made: created, reported, state };
}

describe('automatic backups', () => {
  test('run once a day, even when clocks are set back, and the last seven are stored', async () => {
    const { made: created, state } = await overHours(10 * 24);
    expect(created.length).toBe(11);
    const gaps = created.slice(1).map((at, index) => (Date.parse(at) - Date.parse(created[index] ?? '')) / HOUR);
    expect(new Set(gaps)).toEqual(new Set([23]));
    expect(readdirSync(folders.backups).length).toBe(7);
    expect(state).toEqual({ createdAt: created.at(-1), failed: null });
  });

  test('are not repeated because of a restart', async () => {
    const first = await overHours(2);
    const second = await overHours(2);
    expect([first.made.length, second.made.length]).toEqual([1, 0]);
  });

  test('run despite one from the future of a wrong clock', async () => {
    mkdirSync(folders.backups);
    writeFileSync(backupFile(folders, new Date('2099-01-01T00:00:00Z')), '');
    expect((await overHours(2)).made.length).toBe(1);
  });

  test('keep new ones despite more from the future than are stored', async () => {
    mkdirSync(folders.backups);
    const ahead = Array.from({ length: 8 }, (_, n) => backupFile(folders, new Date(Date.UTC(2099, 0, n + 1))));
    for (const file of ahead) writeFileSync(file, '');
    const { made: created, state } = await overHours(10 * 24);
    expect(state).toEqual({ createdAt: created.at(-1), failed: null });
    const backupFiles = readdirSync(folders.backups).map((name) => path.join(folders.backups, name));
    expect(backupFiles.sort()).toEqual([...created.slice(-7).map((at) => backupFile(folders, new Date(at))), ...ahead].sort());
  });

  test('are tried again an hour after a failure, which is reported until one succeeds', async () => {
    const failing = await overHours(3, () => true);
    expect(failing).toMatchObject({ made: [], state: { createdAt: null, failed: 'the disk is full' } });
    expect(failing.reported.length).toBeGreaterThanOrEqual(3);
    expect(await overHours(1)).toMatchObject({ reported: [], state: { failed: null } });
  });
});

test('foreign files among the backups stay, including those of another folder', async () => {
  mkdirSync(folders.backups);
  const others = ['by-hand.backup', 'hotel-2020-01-01T00-00-00Z.backup', 'data-of-the-year.backup'];
  for (const name of others) writeFileSync(path.join(folders.backups, name), '');
  await overHours(10 * 24);
  expect(readdirSync(folders.backups)).toEqual(expect.arrayContaining(others));
  expect(readdirSync(folders.backups).length).toBe(7 + others.length);
});

test('the remains of an interrupted backup are removed, and nothing else', async () => {
  mkdirSync(copyFolder(folders), { recursive: true });
  mkdirSync(copyFolder({ ...folders, data: 'hotel' }));
  writeFileSync(`${backupFile(folders, now)}.unfinished`, '');
  writeFileSync(backupFile(folders, now), '');
  await forgetUnfinished(folders);
  expect(readdirSync(folders.backups)).toEqual([path.basename(backupFile(folders, now)), expect.stringMatching(/^hotel-.*\.unfinished$/)]);
});

test('the readiness check reports a failed backup without the reason', async () => {
  const where = await newTestDatabase('nothing');
  const state = { createdAt: '2026-11-20T03:00:00.000Z', failed: 'no room in a private place' };
  const server = await startOn(where, { now: RECORDED_AT }, { backups: async () => state });
  const { status, body } = await callerOf(() => server.url).get('/health/ready');
  expect({ status, body }).toEqual({ status: 200, body: { status: 'ready', backup: { made: state.createdAt, failed: true } } });
  await server.close();
  await where.remove();
});
