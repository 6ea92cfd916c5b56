/** When a backup of a data folder was last restored, if only to try: a file beside its backups. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { BackupFolders } from './automaticBackups';

const record = z.object({ restored: z.iso.datetime(), backup: z.string() });

const fileOf = ({ data, backups }: BackupFolders): string => path.resolve(backups, `${path.basename(path.resolve(data))}-restored.json`);

/** Notes that this backup could be restored. */
export async function noteRestored(folders: BackupFolders, backup: string, now: Date): Promise<void> {
  const noted: z.infer<typeof record> = { restored: now.toISOString(), backup: path.resolve(backup) };
  await writeFile(fileOf(folders), `${JSON.stringify(noted)}\n`, { mode: 0o600 });
}

/** Null if none ever was, or if the record can't be read. */
export async function lastRestored(folders: BackupFolders): Promise<Date | null> {
  try {
    return new Date(record.parse(JSON.parse(await readFile(fileOf(folders), 'utf8'))).restored);
  } catch {
    return null;
  }
}
