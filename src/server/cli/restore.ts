import type { Command } from 'commander';
import { checkRestorable, restoreDatabase } from '../backups/restore';
import type { Config } from '../config';
import { expectOwnFolder } from '../database/folderOwner';
import { expectAgreement, placeOf } from './agreement';
import { withSettings } from './settingsOf';

export function addRestore(program: Command): void {
  program
    .command('restore')
    .argument('<file>', 'a backup')
    .description('replace everything with a backup')
    .option('--yes', "don't ask first")
    .action(withSettings(restore));
}

async function restore(config: Config, file: string, { yes }: { yes?: boolean }): Promise<void> {
  const { header, tables } = await checkRestorable(file);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const summary = `${rows} rows, as they were on ${header.made}`;
  await expectAgreement(yes, `This replaces everything in ${placeOf(config)} with the backup ${file}: ${summary}. Continue? [y/N] `);
  if (config.databaseUrl === undefined) expectOwnFolder(config.data);
  await restoreDatabase({ url: config.databaseUrl, folder: config.data }, file);
  console.log(`Restored: ${summary}.`);
}
