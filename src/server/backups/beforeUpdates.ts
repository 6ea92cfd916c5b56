import type { UpdateBackups } from '../database/client';
import { adviceToRestore, backupFile, forgetOldBackups, type BackupPlace } from './automaticBackups';
import { backUp } from './dump';

/** The backup that is made before an update has failed; the database is unchanged. */
export class NoBackupError extends Error {
  constructor(place: BackupPlace, cause: unknown) {
    super(
      `The database in ${place.data} is of an older version, and no backup of it could be made in ${place.backups} before it is updated: ` +
        `${cause instanceof Error ? cause.message : String(cause)}. No changes were made. Make room there, or name another folder in PORTICO_BACKUPS.`,
      { cause },
    );
  }
}

/** Makes the backups of a data folder before updates. */
export const backupsBeforeUpdates = (place: BackupPlace): UpdateBackups => ({
  save: async (db) => {
    const now = new Date();
    try {
      await backUp(db, backupFile(place, now, 'before-update'), now);
      await forgetOldBackups(place, now);
    } catch (error) {
      throw new NoBackupError(place, error);
    }
  },
  advice: async () => (await adviceToRestore(place)) ?? `There is none in ${place.backups}.`,
});
