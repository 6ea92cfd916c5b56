import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** The lock file; the other files that locking may leave behind have this as a prefix. */
export const LOCK_FILE = 'portico.lock';

const BEAT_MS = 5_000;
const PATIENCE_MS = 4 * BEAT_MS;
/** Failed heartbeats after which a holder exits, before others run out of patience and take over the lock. */
const MISSED_BEATS = 3;

const lockHolder = z.object({
  /** Identifies one acquisition of the lock; never reused. */
  id: z.uuid(),
  pid: z.number().int().positive(),
  /** The process's start time according to the kernel, because pids are reused. Null without /proc. */
  processStart: z.string().nullable(),
  /** Changes with every boot. Null without /proc. */
  bootId: z.string().nullable(),
  /** Pids are only comparable within a namespace: two containers may each have a process 1. Null without /proc. */
  pidNamespace: z.string().nullable(),
  host: z.string(),
  since: z.iso.datetime(),
});

/** Who holds a folder: enough for another process to tell whether the holder still runs. */
export type LockHolder = z.infer<typeof lockHolder>;

export interface FolderLock {
  release: () => void;
}

/** The lock, or its holder; `'unknown'` if the lock file wasn't written by this module. */
export type LockOutcome = { lock: FolderLock } | { heldBy: LockHolder | 'unknown' };

interface Timing {
  /** Interval at which a holder touches its file, in milliseconds. */
  beatMs?: number;
  /** How long to watch for a heartbeat of a holder whose process can't be looked up, in milliseconds. */
  patienceMs?: number;
}

/**
 * Takes the lock of `folder`. The lock of a dead holder is taken over by exactly one of those who try. A holder on this machine is looked
 * up in the process table. One in another container or on another machine can't be, so every holder touches its file every few seconds,
 * and its lock is only taken over once that stops. Throws the file system's error if the folder can't be written.
 */
export async function lockFolder(folder: string, { beatMs = BEAT_MS, patienceMs = PATIENCE_MS }: Timing = {}): Promise<LockOutcome> {
  const self = describeSelf();
  const claim = path.join(folder, `${LOCK_FILE}.claim.${self.id}`);
  try {
    writeHolder(claim, self);
    for (;;) {
      const slot = await findSlot(folder, self, patienceMs);
      if ('heldBy' in slot) return slot;
      if (takeSlot(folder, self, claim, slot.free)) return { lock: holdLock(folder, self, beatMs) };
    }
  } finally {
    fs.rmSync(claim, { force: true });
  }
}

/**
 * Where a new holder may put its file. Only its holder ever deletes a lock: whoever finds holder X dead becomes X's successor, in a file
 * named after X. The file system lets only one process create that file, and since ids are never reused, a slow process can't disturb a
 * later holder.
 */
async function findSlot(
  folder: string,
  self: LockHolder,
  patienceMs: number,
): Promise<{ free: string } | { heldBy: LockHolder | 'unknown' }> {
  let file = lockOf(folder);
  for (;;) {
    const holder = readHolder(file);
    if (holder === null) return { free: file };
    if (holder === 'unknown') return { heldBy: holder };
    const state = stateOf(holder, self);
    if (state === 'running' || (state === 'unseen' && (await isTouched(file, patienceMs)))) return { heldBy: holder };
    file = successorOf(folder, holder);
  }
}

/** Links the claim into place. False if another process was faster or the place is outdated; then look again. */
function takeSlot(folder: string, self: LockHolder, claim: string, slot: string): boolean {
  try {
    fs.linkSync(claim, slot); // atomic, with its content, and fails if the place is taken
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  if (slot === lockOf(folder)) return true;
  if (!leadsTo(folder, self)) {
    fs.unlinkSync(slot);
    return false;
  }
  fs.renameSync(slot, lockOf(folder)); // drops the dead holders from the chain
  return true;
}

/** Whether the chain that starts at the lock file ends with `self`. */
function leadsTo(folder: string, self: LockHolder): boolean {
  let file = lockOf(folder);
  for (;;) {
    const holder = readHolder(file);
    if (holder === null || holder === 'unknown') return false;
    if (holder.id === self.id) return true;
    file = successorOf(folder, holder);
  }
}

function holdLock(folder: string, self: LockHolder, beatMs: number): FolderLock {
  const file = lockOf(folder);
  const descriptor = fs.openSync(file, 'r+');
  let failed = 0;
  const beat = setInterval(() => {
    try {
      touch(descriptor);
      failed = 0;
    } catch (error) {
      // A full disk may refuse it for a while. If that goes on, exit: another process may take over the folder.
      failed += 1;
      if (failed >= MISSED_BEATS) throw error;
    }
  }, beatMs).unref();
  return {
    release: () => {
      clearInterval(beat);
      fs.closeSync(descriptor);
      const holder = readHolder(file);
      if (holder !== null && holder !== 'unknown' && holder.id === self.id) fs.unlinkSync(file);
    },
  };
}

function touch(descriptor: number): void {
  const now = new Date();
  fs.futimesSync(descriptor, now, now);
}

/** Watches for a heartbeat. A file that vanishes counts as not touched: its holder released the lock. */
async function isTouched(file: string, patienceMs: number): Promise<boolean> {
  const before = lastTouch(file);
  for (let waited = 0; waited < patienceMs; waited += patienceMs / 20) {
    await pause(patienceMs / 20);
    const now = lastTouch(file);
    if (now !== before) return now !== null;
  }
  return false;
}

function lastTouch(file: string): number | null {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function lockOf(folder: string): string {
  return path.join(folder, LOCK_FILE);
}

function successorOf(folder: string, holder: LockHolder): string {
  return path.join(folder, `${LOCK_FILE}.${holder.id}`);
}

/** Writes and syncs, so that a power cut leaves a complete file or none. */
function writeHolder(file: string, holder: LockHolder): void {
  const descriptor = fs.openSync(file, 'wx');
  try {
    fs.writeSync(descriptor, JSON.stringify(holder, null, 2));
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

function readHolder(file: string): LockHolder | 'unknown' | null {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    return lockHolder.parse(JSON.parse(text));
  } catch {
    return 'unknown';
  }
}

function describeSelf(): LockHolder {
  return {
    id: randomUUID(),
    pid: process.pid,
    processStart: startOf(process.pid),
    bootId: seen(() => fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidNamespace: seen(() => fs.readlinkSync('/proc/self/ns/pid')),
    host: os.hostname(),
    since: new Date().toISOString(),
  };
}

/** `'unseen'`: the process can't be looked up from here, so only its heartbeat can tell. */
function stateOf(holder: LockHolder, self: LockHolder): 'running' | 'gone' | 'unseen' {
  if (holder.host !== self.host) return 'unseen';
  if (holder.bootId !== self.bootId) return 'gone';
  if (holder.pidNamespace !== self.pidNamespace) return 'unseen';
  const start = startOf(holder.pid);
  if (start !== null && holder.processStart !== null) return start === holder.processStart ? 'running' : 'gone';
  return isPidTaken(holder.pid) ? 'unseen' : 'gone';
}

/** A process's start time in clock ticks since boot (field 22 of its stat); `'ended'` for a zombie. */
function startOf(pid: number): string | null {
  const stat = seen(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === null) return null;
  // The second field is the program's name in parentheses, which may contain spaces and parentheses.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' || state === 'X' ? 'ended' : (rest[18] ?? null);
}

/** What /proc says, or null: not every system has it, and some hide other users' processes. */
function seen(look: () => string): string | null {
  try {
    return look();
  } catch {
    return null;
  }
}

function isPidTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
