import type { Command } from 'commander';
import { renewKeys } from '../auth/serverKeyQueries';
import { requestServer } from './folderSocket';
import type { Config } from '../config';
import { withDatabase } from './openedDatabase';
import { withSettings } from './settingsOf';

export function addRenewKeys(program: Command): void {
  program
    .command('renew-keys')
    .description('give the server new keys; what the earlier ones signed stays valid until it runs out')
    .action(withSettings(renewServerKeys));
}

async function renewServerKeys(config: Config): Promise<void> {
  const say = (names: readonly string[]) =>
    console.log(
      names.length === 0
        ? 'No keys have been used yet.'
        : `New keys: ${names.join(', ')}. What the earlier ones signed stays valid until it runs out.`,
    );
  const { data, databaseUrl } = config;
  const isServed =
    databaseUrl === undefined &&
    (await requestServer(data, { call: 'renew-keys' }, async (answer) => {
      if ('renewed' in answer) say(answer.renewed);
    }));
  if (!isServed) await withDatabase(config, async ({ db }) => say(await renewKeys(db, new Date())));
}
