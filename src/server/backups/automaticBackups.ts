/** Automatic backups of a data folder: location, names, retention and schedule. */
import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { startJob, type BackgroundJob } from '../backgroundJob';
import { checkBackup, UNFINISHED } from './backupFile';

/** How many automatic backups are kept. */
const MOST = 7;

const HOUR = 3_600_000;

/** Milliseconds until the first check after the start, and between checks. */
const LOOK = { first: HOUR / 12, every: HOUR };

/** A day less one interval, so that a backup isn't made an hour later every day. */
const DUE_AFTER = 23 * HOUR;

/** Where the automatic backups of a data folder go. Names begin with the data folder's, so that two folders can share one place. */
export interface BackupFolders {
  /** The data folder. */
  data: string;
  backups: string;
}

/** The state of a running server's automatic backups. */
export interface BackupState {
  /** When the last good one was made, ISO; null for none. */
  createdAt: string | null;
  /** Why the last attempt failed; null if it didn't. */
  failed: string | null;
}

interface AutomaticBackup {
  file: string;
  createdAt: Date;
  /** Whether it is dated in the future, because the clock was wrong when it was made. */
  isAhead: boolean;
}

export interface NewestBackup {
  file: string;
  createdAt: Date;
  problem: string | null;
}

/** The file name of an automatic backup made now; `reason` is appended. */
export function backupFile({ data, backups }: BackupFolders, now: Date, reason = ''): string {
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '-');
  return path.resolve(backups, `${path.basename(path.resolve(data))}-${moment}Z${reason === '' ? '' : `-${reason}`}.backup`);
}

/** Where to put a copy of the data folder while a backup is made of it. */
export function copyFolder({ data, backups }: BackupFolders): string {
  return path.resolve(backups, `${path.basename(path.resolve(data))}-${randomUUID()}${UNFINISHED}`);
}

/** The newest complete backup with the command that restores it; null if there is none. */
export async function adviceToRestore(folders: BackupFolders, now = new Date()): Promise<string | null> {
  for (const { file } of await listBackups(folders, now)) {
    if ((await problemOf(file)) === null) return `The last good backup is ${file}. To go back to it: npx portico restore ${quoted(file)}`;
  }
  return null;
}

/** The newest backup, and why it can't be restored if so; null if there is none. Read in full unless it is larger than `readUpTo` bytes. */
export async function newestBackup(folders: BackupFolders, { readUpTo = Infinity } = {}): Promise<NewestBackup | null> {
  const newest = (await listBackups(folders, new Date())).find(({ isAhead }) => !isAhead);
  if (newest === undefined) return null;
  const { file, createdAt } = newest;
  return { file, createdAt, problem: (await stat(file)).size > readUpTo ? null : await problemOf(file) };
}

async function problemOf(file: string): Promise<string | null> {
  try {
    await checkBackup(file);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Removes all but the newest automatic backups. Those dated in the future neither count nor are removed. */
export async function forgetOldBackups(folders: BackupFolders, now: Date): Promise<void> {
  const old = (await listBackups(folders, now)).filter(({ isAhead }) => !isAhead).slice(MOST);
  for (const { file } of old) await rm(file);
}

/** Removes what interrupted backups left behind. Call it only while holding the data folder: another process's backup may be running. */
export async function forgetUnfinished({ data, backups }: BackupFolders): Promise<void> {
  const name = `${path.basename(path.resolve(data))}-`;
  const unfinished = (await namesIn(backups)).filter((each) => each.startsWith(name) && each.endsWith(UNFINISHED));
  for (const each of unfinished) await rm(path.join(backups, each), { recursive: true, force: true });
}

/**
 * Makes a daily backup with `make`, which is given the file name. Failures go to `report` and are retried at the next check. `stop`
 * aborts a running backup and waits for it.
 */
export function keepBackups(
  folders: BackupFolders,
  {
    make,
    report,
    clock,
  }: { make: (file: string, signal: AbortSignal) => Promise<void>; report: (error: unknown) => void; clock: () => Date },
  look = LOOK,
): BackgroundJob & { state: () => Promise<BackupState> } {
  const stopping = new AbortController();
  let failed: string | null = null;
  const repeating = startJob(async () => {
    await backUpWhenDue();
    return look.every;
  }, look.first);

  async function backUpWhenDue(): Promise<void> {
    try {
      const now = clock();
      const isDue = !(await listBackups(folders, now)).some(({ createdAt, isAhead }) => !isAhead && now.getTime() - createdAt.getTime() < DUE_AFTER);
      if (!isDue) return;
      await make(backupFile(folders, now), stopping.signal);
      await forgetOldBackups(folders, now);
      failed = null;
    } catch (error) {
      if (stopping.signal.aborted) return;
      failed = error instanceof Error ? error.message : String(error);
      report(error);
    }
  }

  return {
    state: async () => {
      const known = await listBackups(folders, clock()).catch(() => []);
      return { createdAt: known.find(({ isAhead }) => !isAhead)?.createdAt.toISOString() ?? null, failed };
    },
    stop: async () => {
      stopping.abort();
      await repeating.stop();
    },
    lastRound: repeating.lastRound,
  };
}

/** Newest first by the date in their names, those dated in the future last. Files with other names are the operator's and ignored. */
async function listBackups({ data, backups }: BackupFolders, now: Date): Promise<AutomaticBackup[]> {
  const prefix = `${path.basename(path.resolve(data))}-`;
  const found = (await namesIn(backups)).flatMap((name) => {
    const [, day, hour, minute, second] =
      /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-[a-z-]+)?\.backup$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '') ?? [];
    const createdAt = new Date(`${day}T${hour}:${minute}:${second}Z`);
    return Number.isNaN(createdAt.getTime()) ? [] : [{ file: path.resolve(backups, name), createdAt, isAhead: createdAt > now }];
  });
  return found.sort((a, b) => Number(a.isAhead) - Number(b.isAhead) || b.createdAt.getTime() - a.createdAt.getTime());
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function quoted(file: string): string {
  return /^[\w./:@-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;
}
