import type { Command } from 'commander';
import { withDatabase } from './openedDatabase';
import { withSettings } from './settingsOf';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to date and stop')
    .action(withSettings((config) => withDatabase(config, async () => console.log('The database is up to date.'))));
}
