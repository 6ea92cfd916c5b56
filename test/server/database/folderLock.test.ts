import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { LOCK_FILE, lockFolder, type FolderLock, type LockHolder } from '../../../src/server/database/folderLock';
import { rounds } from '../../support/run/rounds';

const CONTENDERS = 3;
const ROUNDS = rounds(40, 500);
const child = fileURLToPath(new URL('../../support/server/contendingChild.mjs', import.meta.url));

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-lock-'));
});

afterEach(() => {
  fs.rmSync(folder, { recursive: true });
});

test('a locked folder is refused with the process that holds it', async () => {
  const lock = await take();
  expect(await lockFolder(folder)).toEqual({ heldBy: expect.objectContaining({ pid: process.pid, host: os.hostname() }) });
  lock.release();
});

test('a released lock leaves nothing behind, and the folder can be locked again', async () => {
  (await take()).release();
  expect(fs.readdirSync(folder)).toEqual([]);
  (await take()).release();
});

test('the lock of an ended process is taken over', async () => {
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(ended, 'exit');
  await leaveLock({ pid: ended.pid! });
  await expectTakenOver();
});

test('the lock of a process whose pid was reused is taken over', async () => {
  await leaveLock({ processStart: '1' });
  await expectTakenOver();
});

test('the lock from before a reboot is taken over', async () => {
  await leaveLock({ bootId: 'before' });
  await expectTakenOver();
});

test('a lock abandoned during a takeover is taken over', async () => {
  const first = await leaveLock({ bootId: 'before' });
  const second = { ...first, id: '9f0c1c5e-3c49-4b0a-8f5e-0b3f2f6f9a11' };
  fs.writeFileSync(path.join(folder, `${LOCK_FILE}.${first.id}`), JSON.stringify(second));
  await expectTakenOver();
});

test.each([{ host: 'another-machine' }, { pidNamespace: 'pid:[another container]' }])(
  'a holder that cannot be looked up (%p) keeps its lock while its heartbeat continues',
  async (elsewhere) => {
    const lock = await take({ beatMs: 10 });
    const holder = { ...readLock(), ...elsewhere };
    fs.writeFileSync(path.join(folder, LOCK_FILE), JSON.stringify(holder));
    expect(await lockFolder(folder)).toEqual({ heldBy: holder });
    lock.release();

    await leaveLock(elsewhere);
    await expectTakenOver({ patienceMs: 20 });
  },
);

test('a foreign lock file is refused', async () => {
  fs.writeFileSync(path.join(folder, LOCK_FILE), 'hands off');
  expect(await lockFolder(folder)).toEqual({ heldBy: 'unknown' });
  expect(fs.readdirSync(folder)).toEqual([LOCK_FILE]);
});

test("a process that lost its lock does not release its successor's", async () => {
  const lock = await take();
  fs.unlinkSync(path.join(folder, LOCK_FILE));
  const successor = await take();
  lock.release();
  expect(await lockFolder(folder)).toMatchObject({ heldBy: { pid: process.pid } });
  successor.release();
});

test(`one of ${CONTENDERS} processes that find the same abandoned lock takes it over, ${ROUNDS} times`, async () => {
  const staleLock = JSON.stringify(await leaveLock({ bootId: 'before' }));
  const contenders = Array.from({ length: CONTENDERS }, startContender);
  try {
    await Promise.all(contenders.map((contender) => contender.answer()));
    for (let round = 1; round <= ROUNDS; round++) {
      const contested = path.join(folder, `round${round}`);
      fs.mkdirSync(contested);
      fs.writeFileSync(path.join(contested, LOCK_FILE), staleLock);
      const answers = await Promise.all(contenders.map((contender) => contender.ask(contested)));
      expect(answers.sort()).toEqual(['lost', 'lost', 'won']);
    }
  } finally {
    await Promise.all(contenders.map((contender) => contender.end()));
  }
});

async function take(timing?: { beatMs: number }): Promise<FolderLock> {
  const outcome = await lockFolder(folder, timing);
  if ('heldBy' in outcome) throw new Error('the folder is locked');
  return outcome.lock;
}

/** Leaves a lock like this process's, except for `difference`. */
async function leaveLock(difference: Partial<LockHolder>): Promise<LockHolder> {
  const lock = await take();
  const holder = { ...readLock(), ...difference };
  lock.release();
  fs.writeFileSync(path.join(folder, LOCK_FILE), JSON.stringify(holder));
  return holder;
}

async function expectTakenOver(timing?: { patienceMs: number }): Promise<void> {
  const outcome = await lockFolder(folder, timing);
  expect(outcome).toEqual({ lock: { release: expect.any(Function) } });
  expect(readLock()).toMatchObject({ pid: process.pid, host: os.hostname() });
  if ('lock' in outcome) outcome.lock.release();
}

function readLock(): LockHolder {
  return JSON.parse(fs.readFileSync(path.join(folder, LOCK_FILE), 'utf8')) as LockHolder;
}

function startContender() {
  const contender = spawn(process.execPath, [child], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: contender.stdout })[Symbol.asyncIterator]();
  const answer = async () => (await lines.next()).value as string;
  return {
    answer,
    ask: (directory: string) => {
      contender.stdin.write(`${directory}\n`);
      return answer();
    },
    end: async () => {
      const ended = once(contender, 'exit');
      contender.stdin.end();
      await ended;
    },
  };
}
