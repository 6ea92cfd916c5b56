import type { UpdateBackups } from '../database/client';
import { adviceToRestore, backupFile, forgetOldBackups, type BackupFolders } from './automaticBackups';
import { backUp } from './dump';

/** The backup that is made before an update has failed; the database is unchanged. */
export class NoBackupError extends Error {
  constructor(folders: BackupFolders, cause: unknown) {
    super(
      `The database in ${folders.data} is of an older version, and no backup of it could be made in ${folders.backups} before it is updated: ` +
        `${cause instanceof Error ? cause.message : String(cause)}. No changes were made. Make room there, or name another folder in PORTICO_BACKUPS.`,
      { cause },
    );
  }
}

/** Makes the backups of a data folder before updates. */
export const backupsBeforeUpdates = (folders: BackupFolders): UpdateBackups => ({
  save: async (db) => {
    const now = new Date();
    try {
      await backUp(db, backupFile(folders, now, 'before-update'), now);
      await forgetOldBackups(folders, now);
    } catch (error) {
      throw new NoBackupError(folders, error);
    }
  },
  advice: async () => (await adviceToRestore(folders)) ?? `There is none in ${folders.backups}.`,
});
