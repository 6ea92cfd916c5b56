import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { copyFolder, newestBackup } from '../backups/automaticBackups';
import { checkRestorable, restoreDatabase } from '../backups/restore';
import { noteRestored } from '../backups/triedRestores';
import type { Config } from '../config';
import { expectOwnFolder } from '../database/folderOwner';
import { expectAgreement, databaseOf } from './agreement';
import { withSettings } from './settingsOf';
import { UsageError } from './usageError';

interface Options {
  yes?: boolean;
  try?: boolean;
}

export function addRestore(program: Command): void {
  program
    .command('restore')
    .argument('[file]', 'a backup; with --try the newest automatic one by default')
    .description('replace everything with a backup')
    .option('--yes', "don't ask first")
    .option('--try', 'only try: restore it into a new folder beside the backups, and remove that again')
    .action(
      withSettings(async (config, file: string | undefined, options: Options) => {
        if (options.try === true) await tryRestore(config, file);
        else if (file === undefined) throw new UsageError('Name the backup to restore, or add --try to try the newest one.');
        else await restore(config, file, options);
      }),
    );
}

async function restore(config: Config, file: string, { yes }: Options): Promise<void> {
  const summary = await summaryOf(file);
  await expectAgreement(yes, `This replaces everything in ${databaseOf(config)} with the backup ${file}: ${summary}. Continue? [y/N] `);
  if (config.databaseUrl === undefined) expectOwnFolder(config.data);
  await restoreDatabase({ url: config.databaseUrl, folder: config.data }, file);
  // The restored data matter more than the note, which the doctor would only miss.
  await noteRestored(config, file, new Date()).catch(() => undefined);
  console.log(`Restored: ${summary}.`);
}

/** Works beside a running server, and whatever database that uses: the trial has an embedded one of its own. */
async function tryRestore(config: Config, given: string | undefined): Promise<void> {
  const file = given ?? (await newestBackup(config, { readUpTo: 0 }))?.file;
  if (file === undefined) throw new UsageError(`There is no automatic backup in ${config.backups}. Name one.`);
  expectOwnFolder(path.resolve(config.backups));
  const began = Date.now();
  const summary = await summaryOf(file);
  const folder = copyFolder(config);
  try {
    await restoreDatabase({ url: undefined, folder }, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await noteRestored(config, file, new Date());
  console.log(`${file} can be restored: ${summary}, in ${Math.ceil((Date.now() - began) / 1000)} seconds. Nothing was changed.`);
}

async function summaryOf(file: string): Promise<string> {
  const { header, tables } = await checkRestorable(file);
  return `${tables.reduce((sum, table) => sum + table.rows, 0)} rows, as they were on ${header.made}`;
}
