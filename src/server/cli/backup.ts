import { existsSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { backUp } from '../backups/dump';
import { requestServer } from './folderSocket';
import type { Config } from '../config';
import { openDatabase, type DatabaseLocation } from '../database/client';
import { expectOwnFolder } from '../database/folderOwner';
import { withSettings } from './settingsOf';
import { UsageError } from './usageError';

export function addBackup(program: Command): void {
  program
    .command('backup')
    .argument('<file>', 'where to save it')
    .description('save everything to a file, even while Portico runs')
    .option('--replace', 'replace a file that is there')
    .action(withSettings(backup));
}

/** If a server has the folder open, it makes a copy, and the backup is made from that, so that requests don't wait for the backup. */
async function backup(config: Config, file: string, { replace }: { replace?: boolean }): Promise<void> {
  if (replace !== true && existsSync(file) && statSync(file).isFile())
    throw new UsageError(`${file} is there already. Name another file, or add --replace. Nothing was saved.`);
  const save = async (location: DatabaseLocation) => {
    const database = await openDatabase(location, { noTimeouts: true, upToDate: false });
    try {
      await backUp(database.db, file, new Date());
    } finally {
      await database.close();
    }
  };
  const { data, databaseUrl } = config;
  if (databaseUrl === undefined && !existsSync(data)) throw new UsageError(`The data folder ${data} doesn't exist. Set PORTICO_DATA.`);
  const isServed =
    databaseUrl === undefined &&
    (await requestServer(data, { call: 'copy' }, async (answer) => {
      if ('copy' in answer) await save({ url: undefined, folder: answer.copy });
    }));
  if (!isServed) {
    if (databaseUrl === undefined) expectOwnFolder(data);
    await save({ url: databaseUrl, folder: data });
  }
  console.log(`Saved to ${file}.`);
}
