/** Faults of an unattended machine: process killed, power cut, disk full, clock changed. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { LOCK_FILE } from '../../../src/server/database/folderLock';
import { portico, served } from '../../support/server/command';
import { rows } from '../../support/server/consistency';
import { ForgetfulFs } from '../../support/server/forgetfulFs';
import { RECORDED_AT } from '../../support/backEnd/recordings';
import { SEED, timesRounds } from '../../support/run/rounds';
import { startOn, signedIn } from '../../support/server/server';
import { using } from '../../support/server/database';
import { afterThisTest, dataFolder } from '../../support/server/leftovers';

const BATCH = 1000;
/** Number of concurrent batches, and of kills. */
const AT_ONCE = 3;
const KILLS = timesRounds(4);
const CUTS = timesRounds(30);
const MINUTES = 60_000;

/** A batch, identified by its bandwidth. */
const batch = (mark: number) => ({ hotspot_id: 1, num_vouchers: BATCH, remain_use: 1, bandwidth_down: mark });

/** Number of vouchers of each batch. */
async function batchesIn(folder: string): Promise<Map<number, number>> {
  const found = await using({ folder }, (db) =>
    rows<{ mark: number; vouchers: number }>(
      db,
      `select bandwidth_down as mark, count(*)::int as vouchers from hotspot_vouchers where bandwidth_down >= 1000000 group by 1`,
    ),
  );
  return new Map(found.map(({ mark, vouchers }) => [mark, vouchers]));
}

test(
  'kill -9 during batches of vouchers leaves each complete or absent, and answered ones complete',
  async () => {
    const PORTICO_DATA = await dataFolder('fixture');
    const answered: number[] = [];
    let mark = 1_000_000;
    for (let round = 0; round < KILLS; round += 1) {
      const server = await served({ PORTICO_DATA });
      const reseller = await signedIn(server.url, 'reseller1');
      const make = async () => {
        for (;;) {
          mark += 1;
          const mine = mark;
          const answer = await reseller.post('/api/vouchers', batch(mine)).catch(() => undefined);
          if (answer?.status !== 201) return;
          answered.push(mine);
          // The others are mid-request.
          if (answered.length === 3 * (round + 1)) server.kill('SIGKILL');
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, make));
      expect(await server.ended).toBe('SIGKILL');
    }
    const found = await batchesIn(PORTICO_DATA);
    expect([...found.values()].filter((vouchers) => vouchers !== BATCH)).toEqual([]);
    expect(answered.filter((each) => !found.has(each))).toEqual([]);
    expect(answered.length).toBeGreaterThanOrEqual(3 * KILLS);
  },
  30 * MINUTES,
);

test(
  `each of ${CUTS} power cuts during batches of vouchers leaves each complete or absent, and answered ones complete`,
  async () => {
    const home = path.dirname(await dataFolder('fixture'));
    const disk = new ForgetfulFs(home);
    const server = await startOn({ folder: path.join(home, 'data'), url: undefined }, { now: RECORDED_AT });
    const reseller = await signedIn(server.url, 'reseller1');
    const began = disk.now;
    const answered: { mark: number; moment: number }[] = [];
    for (let mark = 1_000_001; mark <= 1_000_003; mark += 1) {
      expect((await reseller.post('/api/vouchers', batch(mark))).status).toBe(201);
      answered.push({ mark, moment: disk.now });
    }
    const ended = disk.now;
    await server.close();
    disk.stop();

    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-cut-'));
    afterThisTest(() => fs.rmSync(directory, { recursive: true }));
    for (let cut = 1; cut <= CUTS; cut += 1) {
      const moment = began + Math.floor(((ended - began) * (cut - (SEED % 100) / 100)) / CUTS);
      const image = path.join(directory, `cut${cut}`);
      // Of unsynced writes, keep none, all, or every third.
      let piece = 0;
      disk.cutPower(moment, image, () => [false, true, (piece += 1) % 3 === 0][cut % 3] ?? false);
      const folder = path.join(image, 'data');
      reboot(folder);
      const found = await batchesIn(folder);
      const missing = answered.filter((each) => each.moment <= moment && !found.has(each.mark)).map(({ mark }) => mark);
      const torn = [...found.values()].filter((vouchers) => vouchers !== BATCH);
      expect({ cut, moment, missing, torn }).toEqual({ cut, moment, missing: [], torn: [] });
      fs.rmSync(image, { recursive: true });
    }
  },
  30 * MINUTES,
);

test('a disk that refuses every write despite free space ends the process with advice, and nothing answered is lost', async () => {
  const PORTICO_DATA = await dataFolder('fixture');
  const FULL_DISK = path.join(path.dirname(PORTICO_DATA), 'is-full');
  const preload = fileURLToPath(new URL('../../support/server/fullDiskChild.mjs', import.meta.url));
  const server = await served({ PORTICO_DATA, FULL_DISK, NODE_OPTIONS: `--import ${pathToFileURL(preload).href}` });
  const reseller = await signedIn(server.url, 'reseller1');
  expect((await reseller.put('/api/hotspots/1', { description: 'while there was room' })).status).toBe(200);
  fs.writeFileSync(FULL_DISK, '');
  const answer = await reseller.put('/api/hotspots/1', { description: 'when there was none' }).catch(() => undefined);
  expect(answer?.status ?? 503).toBe(503);
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain(`The database in ${PORTICO_DATA} has stopped: could not `);
  expect(server.output()).toContain('See that the disk is sound and has space, then start Portico again.');

  fs.rmSync(FULL_DISK);
  const next = await served({ PORTICO_DATA });
  const again = await signedIn(next.url, 'reseller1');
  expect((await again.get('/api/hotspots/1')).body).toMatchObject({ description: 'while there was room' });
});

test.each([
  ['deleted', (folder: string) => fs.rmSync(folder, { recursive: true })],
  ['moved', (folder: string) => fs.renameSync(folder, `${folder}-elsewhere`)],
])('a data folder that is %s while the server runs ends the process with advice', async (_how, takeAway) => {
  const PORTICO_DATA = await dataFolder('fixture');
  const server = await served({ PORTICO_DATA });
  takeAway(PORTICO_DATA);
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain(`The database in ${PORTICO_DATA} is no longer there`);
  // Once to the person and once in the log.
  expect(server.output().split('is not known').length).toBeLessThanOrEqual(3);
});

test('a demonstration that is stopped during its creation leaves nothing behind', async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-place-'));
  afterThisTest(() => fs.rmSync(directory, { recursive: true }));
  // Creating its folder is its first step.
  const isStarted = new Promise((resolve) => {
    const watcher = fs.watch(directory, () => {
      watcher.close();
      resolve(undefined);
    });
  });
  const command = portico(['demo', '--port', '0'], { TMPDIR: directory, LOG_LEVEL: 'error' });
  await isStarted;
  command.kill('SIGTERM');
  expect(await command.ended).toBe(0);
  expect(command.output()).toBe('');
  expect(fs.readdirSync(directory)).toEqual([]);
});

test(
  'a server with set-back clocks answers like one without',
  async () => {
    // 02:30 in Rome, for the second time that night.
    const PORTICO_NOW = '2026-10-25T01:30:00.000Z';
    const answers = [];
    for (const TZ of ['UTC', 'Europe/Rome']) {
      const server = await served({ PORTICO_DATA: await dataFolder('fixture'), PORTICO_NOW, TZ });
      const reseller = await signedIn(server.url, 'reseller1');
      const created = await reseller.post('/api/vouchers', {
        hotspot_id: 1,
        code: 'nightly',
        remain_use: 1,
        time: 'expiration',
        expiration: 1,
      });
      expect(created.status).toBe(201);
      const paths = [
        '/api/vouchers/1?code=nightly',
        '/api/users?limit=5',
        '/api/users_expired?limit=5',
        '/api/histories?limit=5',
        '/api/attention',
      ];
      answers.push(await Promise.all(paths.map(async (each) => (await reseller.get(each)).body)));
      server.kill('SIGTERM');
      expect(await server.ended).toBe(0);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]?.[0]).toMatchObject([{ created: '2026-10-25T01:30:00Z', expires: '2026-10-26T01:30:00Z' }]);
  },
  3 * MINUTES,
);

/** Makes this process's lock look like one from before a reboot, as after a real power cut. */
function reboot(folder: string): void {
  const lock = path.join(folder, LOCK_FILE);
  if (!fs.existsSync(lock)) return;
  const holder = JSON.parse(fs.readFileSync(lock, 'utf8')) as object;
  fs.writeFileSync(lock, JSON.stringify({ ...holder, bootId: 'before the power cut' }));
}
