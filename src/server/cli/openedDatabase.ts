import { backupsBeforeUpdates } from '../backups/beforeUpdates';
import type { Config } from '../config';
import { openDatabase, type Database } from '../database/client';
import { expectOwnFolder } from '../database/folderOwner';

/** Opens the database, brings it up to date, and closes it after the work. */
export async function withDatabase(config: Config, work: (database: Database) => Promise<void>): Promise<void> {
  for (const warning of config.warnings) console.error(warning);
  if (config.databaseUrl === undefined) expectOwnFolder(config.data);
  const database = await openDatabase(
    { url: config.databaseUrl, folder: config.data },
    { noTimeouts: true, backups: backupsBeforeUpdates(config) },
  );
  try {
    await work(database);
  } finally {
    await database.close();
  }
}
