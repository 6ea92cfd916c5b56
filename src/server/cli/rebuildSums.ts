import type { Command } from 'commander';
import { rebuildSums } from '../database/reportSums';
import { withDatabase } from './openedDatabase';
import { withSettings } from './settingsOf';

export function addRebuildSums(program: Command): void {
  program
    .command('rebuild-sums')
    .description('recalculate the totals of the reports from the sessions')
    .action(
      withSettings((config) =>
        withDatabase(config, async ({ db }) => {
          await rebuildSums(db);
          console.log('The totals of the reports are recalculated.');
        }),
      ),
    );
}
