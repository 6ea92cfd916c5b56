/** When a backup of a data folder was last restored, if only to try: a file beside its backups. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { BackupPlace } from './automaticBackups';

const record = z.object({ restored: z.iso.datetime(), backup: z.string() });

const fileOf = ({ data, backups }: BackupPlace): string => path.resolve(backups, `${path.basename(path.resolve(data))}-restored.json`);

/** Notes that this backup could be restored. */
export async function noteRestored(place: BackupPlace, backup: string, now: Date): Promise<void> {
  const noted: z.infer<typeof record> = { restored: now.toISOString(), backup: path.resolve(backup) };
  await writeFile(fileOf(place), `${JSON.stringify(noted)}\n`, { mode: 0o600 });
}

/** Null if none ever was, or if the record can't be read. */
export async function lastRestored(place: BackupPlace): Promise<Date | null> {
  try {
    return new Date(record.parse(JSON.parse(await readFile(fileOf(place), 'utf8'))).restored);
  } catch {
    return null;
  }
}
