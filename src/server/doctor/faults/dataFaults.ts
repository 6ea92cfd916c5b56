/** The data folder, its disk and its backups, and who may read what. */
import { type Fault, isEmbedded, MB, megabytes } from './fault';

const DAY = 86_400_000;
/** Minimum free disk space. */
const FREE = 500 * MB;
const BACKUP_DUE = 2 * DAY;
const RESTORE_DUE = 190 * DAY;
/** Folders that a system may empty when it starts. */
const TEMPORARY = /^\/(?:tmp|var\/tmp|run|dev\/shm)\//;

/** What is said of a data folder without a database, of which there is a backup. */
export const missingData = (data: string, backup: string) => ({
  wrong: `There is no database in ${data}, but a backup of one: ${backup}.`,
  mend: 'See that its disk is mounted and PORTICO_DATA is right, or restore that backup ("portico restore"). To begin anew, move the backups elsewhere.',
});

export const DATA_FAULTS = {
  disk_low: {
    breaks: true,
    find: (it) => {
      const { free, dataSize } = it.machine;
      const needed = Math.max(FREE, dataSize);
      const [folder, bytes] =
        free.data !== null && free.data < FREE ? [it.config.data, free.data] : [it.config.backups, free.backups ?? Infinity];
      return (
        isEmbedded(it) &&
        bytes < (folder === it.config.data ? FREE : needed) && {
          wrong: `${megabytes(bytes)} are free at ${folder}. A backup needs as much as the data take, ${megabytes(dataSize)}, for a moment.`,
          mend: 'Make room there, or name another folder in PORTICO_BACKUPS.',
        }
      );
    },
  },
  data_foreign: {
    stops: true,
    find: ({ machine: { notOwned } }) =>
      notOwned !== null && { wrong: notOwned, mend: 'Run commands as the user of the service, or give the folder to it as said.' },
  },
  folder_in_use: {
    stops: true,
    find: ({ databaseProblem }) =>
      databaseProblem?.isInUse === true && {
        wrong: databaseProblem.message,
        mend: 'A data folder serves one server. Stop the other one, name another folder in PORTICO_DATA, or give both PostgreSQL (DATABASE_URL).',
      },
  },
  other_server: {
    find: ({ config: { data, host, port }, servedElsewhere }) =>
      servedElsewhere !== null && {
        wrong: `The server that has ${data} open was started to listen on ${servedElsewhere}, and these settings say ${host}:${port}.`,
        mend: 'If the settings have changed, restart it. A second server needs a folder of its own (PORTICO_DATA), or both need PostgreSQL (DATABASE_URL).',
      },
  },
  data_missing: {
    stops: true,
    find: ({ config: { data }, machine: { isFirstStart, backup } }) => isFirstStart && backup !== null && missingData(data, backup.file),
  },
  data_unwritable: {
    stops: true,
    find: (it) =>
      isEmbedded(it) &&
      it.machine.dataNotWritable !== null && {
        wrong: `The data folder ${it.config.data} can't be written: ${it.machine.dataNotWritable}.`,
        mend: 'Make it writable for the user of the service, or name another folder in PORTICO_DATA.',
      },
  },
  data_remote: {
    find: (it) =>
      isEmbedded(it) &&
      it.machine.isRemote && {
        wrong: `The data folder ${it.config.data} is on a network's file system, where two servers may not see each other's lock.`,
        mend: 'Keep it on a disk of this machine, or use PostgreSQL (DATABASE_URL).',
      },
  },
  data_relative: {
    find: (it) => {
      const { data } = it.config;
      const loss = !data.startsWith('/')
        ? 'another working directory means other data'
        : TEMPORARY.test(data) && 'a restart of the machine may empty it';
      return (
        isEmbedded(it) &&
        loss !== false && {
          wrong: `PORTICO_DATA is ${data}: ${loss}.`,
          mend: 'Set PORTICO_DATA to an absolute path outside of temporary folders, like /var/lib/portico/data.',
        }
      );
    },
  },
  backups_unwritable: {
    breaks: true,
    find: (it) =>
      isEmbedded(it) &&
      it.machine.backupsNotWritable !== null && {
        wrong: `Automatic backups are off: ${it.config.backups} can't be written (${it.machine.backupsNotWritable}).`,
        mend: 'Make the folder for the user of the service, or name another one in PORTICO_BACKUPS.',
      },
  },
  backup_old: {
    breaks: true,
    find: (it) => {
      const { backup, backupsNotWritable, now } = it.machine;
      if (!isEmbedded(it) || backupsNotWritable !== null || it.database === null || it.database.adminWaiting !== null) return false;
      const age = backup === null ? Infinity : now.getTime() - backup.createdAt.getTime();
      return (
        age > BACKUP_DUE && {
          wrong:
            backup === null ? `There is no backup in ${it.config.backups}.` : `The newest backup is of ${backup.createdAt.toISOString()}.`,
          mend: 'See in the log why the daily backup fails; "portico backup FILE" makes one now.',
        }
      );
    },
  },
  backup_broken: {
    breaks: true,
    find: ({ machine: { backup } }) =>
      backup !== null &&
      backup.problem !== null && {
        wrong: `The newest backup, ${backup.file}, can't be restored: ${backup.problem}`,
        mend: 'Check the disk, remove the file, and make another one: portico backup FILE.',
      },
  },
  restore_untried: {
    find: (it) => {
      const { backup, restored, now } = it.machine;
      return (
        isEmbedded(it) &&
        backup !== null &&
        (restored === null || now.getTime() - restored.getTime() > RESTORE_DUE) && {
          wrong:
            restored === null
              ? 'No backup has ever been restored, not even to try.'
              : `A backup was last restored on ${restored.toISOString()}.`,
          mend: 'Run "portico restore --try": it restores the newest one into a new folder beside it, and removes that again.',
        }
      );
    },
  },
  secrets_readable: {
    find: ({ machine: { readableByOthers } }) =>
      readableByOthers.length > 0 && {
        wrong: `Every user of this machine can read ${readableByOthers.join(', ')}.`,
        mend: `chmod o= ${readableByOthers.join(' ')}`,
      },
  },
} satisfies Record<string, Fault>;
