/** Automatic backups of a data folder: their folder, their names, which are kept, and when the next one is due. */
import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkBackup, UNFINISHED } from './backupFile';

/** So many automatic backups are kept. */
const KEPT = 7;

const HOUR = 3_600_000;

/** Whether one is due is looked at so often, in milliseconds; first when the start is over. */
const LOOK = { first: HOUR / 12, every: HOUR };

/** A day, but for the time between two looks. */
const DUE_AFTER = 23 * HOUR;

/** Where the automatic backups of a data folder go: they begin with its name, so that two folders may share the place. */
export interface BackupPlace {
  /** The data folder. */
  data: string;
  backups: string;
}

/** What is known of the automatic backups of a running server. */
export interface BackupState {
  /** When the last good one was made, ISO; null when there is none. */
  made: string | null;
  /** Why the last try failed; null when it did not. */
  failed: string | null;
}

interface AutomaticBackup {
  file: string;
  made: Date;
  /** Its name lies in the future: a clock ran ahead, and when it was made is not known. */
  isAhead: boolean;
}

/** The file of an automatic backup made now; `reason` is added to its name. */
export function backupFile({ data, backups }: BackupPlace, now: Date, reason = ''): string {
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '-');
  return path.resolve(backups, `${path.basename(path.resolve(data))}-${moment}Z${reason === '' ? '' : `-${reason}`}.backup`);
}

/** Where a copy of the data folder may lie while a backup is made of it. */
export function copyFolder({ data, backups }: BackupPlace): string {
  return path.resolve(backups, `${path.basename(path.resolve(data))}-${randomUUID()}${UNFINISHED}`);
}

/** The newest backup that is whole, with the command that restores it; null when there is none. */
export async function adviceToRestore(place: BackupPlace, now = new Date()): Promise<string | null> {
  for (const { file } of await listBackups(place, now)) {
    if (await isWhole(file)) return `The last good backup is ${file}. To go back to it: npx portico restore ${quoted(file)}`;
  }
  return null;
}

async function isWhole(file: string): Promise<boolean> {
  try {
    await checkBackup(file);
    return true;
  } catch {
    return false;
  }
}

/** Removes all automatic backups but the last ones. Those of the future neither count nor go until their time has come. */
export async function forgetOldBackups(place: BackupPlace, now: Date): Promise<void> {
  const old = (await listBackups(place, now)).filter(({ isAhead }) => !isAhead).slice(KEPT);
  for (const { file } of old) await rm(file);
}

/** Removes what an interrupted backup left. Only for whoever holds the data folder: the backup of another may still run. */
export async function forgetUnfinished({ data, backups }: BackupPlace): Promise<void> {
  const name = `${path.basename(path.resolve(data))}-`;
  const left = (await namesIn(backups)).filter((each) => each.startsWith(name) && each.endsWith(UNFINISHED));
  for (const each of left) await rm(path.join(backups, each), { recursive: true, force: true });
}

/**
 * Makes a backup a day with `make`, which is given its file. A failure goes to `report`, and the next look tries again.
 * `stop` waits for one that runs, which `make` is told to give up.
 */
export function keepBackups(
  place: BackupPlace,
  {
    make,
    report,
    clock,
  }: { make: (file: string, signal: AbortSignal) => Promise<void>; report: (error: unknown) => void; clock: () => Date },
  look = LOOK,
): { state: () => Promise<BackupState>; stop: () => Promise<void> } {
  const stopping = new AbortController();
  let failed: string | null = null;
  let timer = setTimeout(next, look.first).unref();
  let running: Promise<void> = Promise.resolve();

  function next(): void {
    running = backUpWhenDue().finally(() => {
      if (!stopping.signal.aborted) timer = setTimeout(next, look.every).unref();
    });
  }

  async function backUpWhenDue(): Promise<void> {
    try {
      const now = clock();
      const isDue = !(await listBackups(place, now)).some(({ made, isAhead }) => !isAhead && now.getTime() - made.getTime() < DUE_AFTER);
      if (!isDue) return;
      await make(backupFile(place, now), stopping.signal);
      await forgetOldBackups(place, now);
      failed = null;
    } catch (error) {
      if (stopping.signal.aborted) return;
      failed = error instanceof Error ? error.message : String(error);
      report(error);
    }
  }

  return {
    state: async () => {
      const known = await listBackups(place, clock()).catch(() => []);
      return { made: known.find(({ isAhead }) => !isAhead)?.made.toISOString() ?? null, failed };
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** The newest first, by the moment in their names, and those of the future last. Backups under other names are the operator's own. */
async function listBackups({ data, backups }: BackupPlace, now: Date): Promise<AutomaticBackup[]> {
  const prefix = `${path.basename(path.resolve(data))}-`;
  const found = (await namesIn(backups)).flatMap((name) => {
    const [, day, hour, minute, second] =
      /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-[a-z-]+)?\.backup$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '') ?? [];
    const made = new Date(`${day}T${hour}:${minute}:${second}Z`);
    return Number.isNaN(made.getTime()) ? [] : [{ file: path.resolve(backups, name), made, isAhead: made > now }];
  });
  return found.sort((a, b) => Number(a.isAhead) - Number(b.isAhead) || b.made.getTime() - a.made.getTime());
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
