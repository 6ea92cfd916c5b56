import type { Command } from 'commander';
import type { z } from 'zod';
import type { Config } from '../config';
import { turnOffByServer, type turnedOff } from '../second-factor/turnOffByServer';
import { requestServer } from './folderSocket';
import { withDatabase } from './openedDatabase';
import { withSettings } from './settingsOf';
import { UsageError } from './usageError';

export function addSecondFactorOff(program: Command): void {
  program
    .command('second-factor-off')
    .argument('<username>', 'the name of the manager')
    .description('turn off the second factor of a manager who has lost it')
    .action(withSettings(secondFactorOff));
}

async function secondFactorOff(config: Config, username: string): Promise<void> {
  const say = (outcome: z.infer<typeof turnedOff>) => {
    if (outcome === 'unknown account') throw new UsageError(`There is no manager called ${username}.`);
    console.log(
      outcome === 'done'
        ? `${username} now signs in with the password alone. If the phone was stolen, set another password, too.`
        : `${username} has no second factor.`,
    );
  };
  const { data, databaseUrl } = config;
  const isServed =
    databaseUrl === undefined &&
    (await requestServer(data, { call: 'second-factor-off', username }, async (answer) => {
      if ('secondFactor' in answer) say(answer.secondFactor);
    }));
  if (!isServed) await withDatabase(config, async ({ db }) => say(await turnOffByServer(db, username, new Date())));
}
