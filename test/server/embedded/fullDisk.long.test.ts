/** The data disk fills up while staff work: changes are refused, reading goes on, and it recovers once there is space. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { served } from '../../support/server/command';
import { newTestDatabase } from '../../support/server/database';
import { passwordOf } from '../../support/backEnd/recordings';
import { callerOf, login, type Answer, type Caller } from '../../support/server/server';

const DISK_MB = 420;
const WRITERS = 4;
const MINUTES = 60_000;

let disk: string;

beforeAll(() => {
  disk = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'portico-disk', disk]);
});
afterAll(() => {
  execFileSync('umount', ['-l', disk]);
  fs.rmdirSync(disk);
});

/** Fills the disk until `freeBytes` bytes are free; returns the file. */
function fill(freeBytes: number): string {
  const file = path.join(disk, 'of-somebody-else');
  const descriptor = fs.openSync(file, 'a');
  const piece = Buffer.alloc(2 ** 20, 1);
  try {
    for (;;) {
      const { bavail, bsize } = fs.statfsSync(disk);
      const most = Math.min(piece.length, bavail * bsize - freeBytes);
      if (most <= 0) break;
      fs.writeSync(descriptor, piece, 0, most);
    }
  } finally {
    fs.closeSync(descriptor);
  }
  return file;
}

interface Reported {
  statuses: Map<string, number>;
  confirmed: number[];
}

async function write(reseller: Caller, writer: number, reported: Reported, isOver: () => boolean): Promise<void> {
  for (let n = 1; !isOver(); n += 1) {
    const mark = writer * 1_000_000 + n;
    const answer = await reseller.post('/api/vouchers', { hotspot_id: 1, num_vouchers: 200, remain_use: 1, bandwidth_down: mark });
    note(reported, answer);
    if (answer.status === 201) reported.confirmed.push(mark);
    else await pause(20);
  }
}

function note({ statuses }: Reported, { status, body, headers }: Answer): void {
  const { code = '' } = (body ?? {}) as { code?: string };
  const what = `${status} ${code}${status === 503 && headers.get('Retry-After') === null ? ' without Retry-After' : ''}`;
  statuses.set(what, (statuses.get(what) ?? 0) + 1);
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(50);
}

test.each([
  ['slowly, by its own writing', 110 * 2 ** 20],
  ['at once, by another program', 0],
])(
  'a disk that fills up %s stops only changes until there is room',
  async (_how, freeBytes) => {
    const testDatabase = await newTestDatabase('fixture');
    const PORTICO_DATA = path.join(disk, 'data');
    fs.cpSync(testDatabase.folder, PORTICO_DATA, { recursive: true });
    const server = await served({ PORTICO_DATA, PORTICO_BACKUPS: path.join(testDatabase.folder, '../backups') });
    const token = await login(
      callerOf(() => server.url),
      'reseller1',
      passwordOf('reseller1'),
    );
    const reseller = callerOf(
      () => server.url,
      async () => token,
    );
    const reported: Reported = { statuses: new Map(), confirmed: [] };
    let isOver = false;
    const writers = Array.from({ length: WRITERS }, (_, n) => write(reseller, n + 1, reported, () => isOver));
    await until(() => reported.confirmed.length >= WRITERS);
    const filler = fill(freeBytes);
    await until(() => reported.statuses.has('503 disk_full'));

    expect(await reseller.get('/health/ready')).toMatchObject({ status: 503, body: { code: 'disk_full' } });
    expect(await reseller.get('/health/live')).toMatchObject({ status: 200 });
    const refused = await reseller.put('/api/hotspots/1', { description: 'no room' });
    expect(refused).toMatchObject({ status: 503, body: { code: 'disk_full', message: expect.stringContaining('disk'), retry_after: 30 } });
    // Another program takes the remaining space as well; reading still works.
    fill(0);
    for (const read of ['/api/hotspots', '/api/vouchers/1?limit=25', '/api/users?limit=25', '/api/histories?limit=25']) {
      expect({ read, status: (await reseller.get(read)).status }).toEqual({ read, status: 200 });
    }

    const confirmed = reported.confirmed.length;
    fs.rmSync(filler);
    await until(() => reported.confirmed.length > confirmed);
    expect(await reseller.get('/health/ready')).toMatchObject({ status: 200 });
    isOver = true;
    await Promise.all(writers);
    expect([...reported.statuses.keys()].filter((what) => !/^(201 |503 (disk_full|unavailable|busy)$)/.test(what))).toEqual([]);

    // After being killed now, nothing that was confirmed is missing.
    server.kill('SIGKILL');
    await server.ended;
    const next = await served({ PORTICO_DATA });
    const again = callerOf(
      () => next.url,
      async () => token,
    );
    const total = Number((await again.get('/api/vouchers/1?limit=1')).headers.get('X-Total-Count'));
    expect(total).toBeGreaterThanOrEqual(200 * reported.confirmed.length);
    next.kill('SIGTERM');
    await next.ended;
    fs.rmSync(PORTICO_DATA, { recursive: true });
    await testDatabase.remove();
  },
  4 * MINUTES,
);
