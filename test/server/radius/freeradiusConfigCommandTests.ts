import { portico } from '../../support/server/command';

export const TOKEN = 'freeradius-token-0123456789';

export async function run(settings: Record<string, string>, ...args: string[]) {
  const command = portico(['freeradius-config', ...args], settings);
  return { code: await command.ended, said: command.said() };
}
