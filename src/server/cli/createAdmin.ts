import type { Command } from 'commander';
import { insertFirstAdmin } from '../accounts/firstAdminQueries';
import { requestServer } from './folderSocket';
import type { Config } from '../config';
import { withDatabase } from './openedDatabase';
import { withSettings } from './settingsOf';
import { UsageError } from './usageError';

export function addCreateAdmin(program: Command): void {
  program
    .command('create-admin')
    .argument('[username]', 'the name of the admin', 'admin')
    .description('add an admin with a one-time password, or replace an unused one')
    .action(withSettings(createAdmin));
}

async function createAdmin(config: Config, username: string): Promise<void> {
  const say = (password: string | null) => {
    if (password === null)
      throw new UsageError(`A manager called ${username} already exists. Choose another name: portico create-admin NAME`);
    console.log(firstAdminText(username, password));
  };
  const { data, databaseUrl } = config;
  const isServed =
    databaseUrl === undefined &&
    (await requestServer(data, { call: 'create-admin', username }, async (answer) => {
      if ('password' in answer) say(answer.password);
    }));
  if (!isServed) await withDatabase(config, async ({ db }) => say(await insertFirstAdmin(db, username, new Date())));
}

/** Tells how a new admin signs in. */
export function firstAdminText(username: string, password: string): string {
  return `Sign in as ${username} with the one-time password ${password} and choose one of your own.`;
}
