import type { Command } from 'commander';
import type { Config } from '../config';
import { tidy } from '../database/maintenance';
import { withMigrationLock } from '../database/migrate';
import { assertNoOtherConnections } from '../database/replicas';
import { seedDemo } from '../../demo/demo';
import { SEED_SIZES, seedSize } from '../../demo/seeds/benchmark';
import { loadFixture } from '../../demo/seeds/fixture';
import { expectAgreement, databaseOf } from './agreement';
import { withDatabase } from './openedDatabase';
import { withSettings } from './settingsOf';
import { UsageError } from './usageError';

export function addSeed(program: Command): void {
  program
    .command('seed')
    .description('empty the database and fill it with one of these')
    .option('--demo', 'the demonstration data')
    .option('--fixture <file>', 'a recorded fixture')
    .option('--size <size>', `${SEED_SIZES.join(', ')}: data for measurements, 5,000 to ten million sessions`)
    .option('--yes', "don't ask first")
    .action(withSettings(seed));
}

async function seed(config: Config, options: { demo?: boolean; fixture?: string; size?: string; yes?: boolean }): Promise<void> {
  if ([options.demo, options.fixture, options.size].filter((value) => value !== undefined).length !== 1) {
    throw new UsageError(`Choose what to seed: --demo, --fixture FILE, or --size ${SEED_SIZES.join('|')}.`);
  }
  const size = SEED_SIZES.find((one) => one === options.size);
  if (options.size !== undefined && size === undefined) throw new UsageError(`--size is one of ${SEED_SIZES.join(', ')}.`);
  const { fixture } = options;
  await expectAgreement(options.yes, `This empties ${databaseOf(config)} first. Continue? [y/N] `);
  if (config.databaseUrl !== undefined) await withMigrationLock(config.databaseUrl, assertNoOtherConnections);
  await withDatabase(config, async ({ db }) => {
    const now = config.now ?? new Date();
    if (fixture !== undefined) await loadFixture(db, fixture);
    else if (size !== undefined) await seedSize(db, size, now);
    else await seedDemo(db, now);
    await tidy(db);
    console.log('Seeded.');
  });
}
