/** Copies a folder while it is being written to. Writers wait only at the end, while changes made during the copy are copied. */
import { constants, createReadStream, createWriteStream, type BigIntStats } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Writers wait at most this long for a copy, in milliseconds (docs/architecture.md#the-embedded-database). */
const MAX_HOLD = 5_000;

/** Free bytes to leave for the database, besides the copy and the backup made from it. */
const SPARE = 100 * 2 ** 20;

/** The copy was abandoned; the message is the reason, to complete a sentence. */
export class CopyError extends Error {}

/** Changes within this many milliseconds may have the same timestamp. */
const COARSE = 1_000;

/** Bytes copied between checks of the clock. */
const PIECE = 2 ** 20;

/** Files copied in parallel. */
const AT_ONCE = 32;

type CopyOne = (file: string, copy: string) => Promise<void>;

/** Identifies a file's state when it was copied; null if the file was changed too recently to tell. */
type Stamp = string | null;

/**
 * Copies `source` to `target`, which must not exist: most of it while others write, then what has changed since under `hold`, which must
 * block writers until the given work is done. Returns how many milliseconds they waited. Throws CopyError and the file system's errors.
 */
export async function copyWhileHeld(
  source: string,
  target: string,
  hold: (work: () => Promise<void>) => Promise<void>,
  maxHold = MAX_HOLD,
): Promise<number> {
  await expectRoom(source, path.dirname(target));
  const copied = new Map<string, Stamp>();
  await copyChanged(source, target, copied, (file, copy) => fs.copyFile(file, copy, constants.COPYFILE_FICLONE));
  let held = 0;
  await hold(async () => {
    const began = performance.now();
    const check = () => {
      if (performance.now() - began > maxHold) throw new CopyError(`it changes faster than it can be copied in ${maxHold / 1000} s`);
    };
    await copyChanged(source, target, copied, (file, copy) => copyByPieces(file, copy, check));
    held = performance.now() - began;
  });
  return held;
}

async function expectRoom(source: string, target: string): Promise<void> {
  const { bavail, bsize } = await fs.statfs(target);
  const needed = 2 * (await sizeOf(source)) + SPARE;
  if (bavail * bsize >= needed) return;
  throw new CopyError(`the disk has ${inMegabytes(bavail * bsize)} MB left, and ${inMegabytes(needed)} MB are needed`);
}

async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  await inGroups(entries, async (entry) => {
    if (entry.isFile()) size += Number((await statOf(path.join(entry.parentPath, entry.name)))?.size ?? 0);
  });
  return size;
}

async function copyChanged(source: string, target: string, copied: Map<string, Stamp>, copyOne: CopyOne): Promise<void> {
  await fs.mkdir(target, { recursive: true, mode: 0o700 });
  const entries = await fs.readdir(source, { recursive: true, withFileTypes: true });
  const [folders, files] = [true, false].map((isFolder) =>
    entries
      .filter((entry) => entry.isDirectory() === isFolder)
      .map((entry) => path.relative(source, path.join(entry.parentPath, entry.name))),
  );
  await inGroups(folders ?? [], async (name) => {
    await fs.mkdir(path.join(target, name), { recursive: true, mode: 0o700 });
  });
  const there = new Set<string>();
  await inGroups(files ?? [], async (name) => {
    if (await copyIfChanged(path.join(source, name), path.join(target, name), name, copied, copyOne)) there.add(name);
  });
  await inGroups([...copied.keys()], async (name) => {
    if (there.has(name)) return;
    await fs.rm(path.join(target, name), { force: true });
    copied.delete(name);
  });
}

/** In parallel, because the database keeps this thread busy: one file at a time, every step would wait for a query. */
async function inGroups<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) await Promise.all(items.slice(from, from + AT_ONCE).map(work));
}

/** False if the file has been deleted meanwhile. */
async function copyIfChanged(file: string, copy: string, name: string, copied: Map<string, Stamp>, copyOne: CopyOne): Promise<boolean> {
  const stat = await statOf(file);
  if (stat === null) return false;
  const stamp = stampOf(stat);
  if (stamp !== null && copied.get(name) === stamp) return true;
  try {
    await copyOne(file, copy);
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
  copied.set(name, stamp);
  return true;
}

/** Calls `check`, which may throw, for every piece, because a file may have a gigabyte. */
async function copyByPieces(file: string, copy: string, check: () => void): Promise<void> {
  check();
  const from = createReadStream(file, { highWaterMark: PIECE });
  const checked = async function* () {
    for await (const piece of from) {
      check();
      yield piece as Buffer;
    }
  };
  await pipeline(checked, createWriteStream(copy, { mode: 0o600, highWaterMark: PIECE }));
}

function stampOf({ mtimeNs, mtimeMs, size, ino }: BigIntStats): Stamp {
  return Date.now() - Number(mtimeMs) < COARSE ? null : `${mtimeNs} ${size} ${ino}`;
}

async function statOf(file: string): Promise<BigIntStats | null> {
  try {
    return await fs.stat(file, { bigint: true });
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function inMegabytes(bytes: number): number {
  return Math.floor(bytes / 2 ** 20);
}
