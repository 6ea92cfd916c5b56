import { chmodSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../config';
import { freeradiusConfig, listClients, type FreeradiusClient } from '../radius/freeradiusConfig';
import { withDatabase } from './openedDatabase';
import { urlOf } from './serverUrl';
import { withSettings } from './settingsOf';
import { UsageError } from './usageError';

export function addFreeradiusConfig(program: Command): void {
  program
    .command('freeradius-config')
    .argument('<folder>', 'where to write it')
    .description('write the configuration of FreeRADIUS in front of Portico')
    .option('--url <url>', 'where FreeRADIUS reaches Portico; HOST and PORT if left out')
    .action(withSettings(writeFreeradiusConfig));
}

/**
 * When root writes into a folder of FreeRADIUS, gives the new files and folders to the folder's owner and group, because FreeRADIUS runs as
 * that user and couldn't read root's files. Returns the owner; null if the files stay the caller's.
 */
function givenToOwner(folder: string, written: readonly { target: string; createdFolder: string | undefined }[]): string | null {
  const { uid, gid } = statSync(folder);
  if (process.geteuid?.() !== 0 || (uid === 0 && gid === 0)) return null;
  for (const { target, createdFolder } of written) {
    if (createdFolder !== undefined) chownSync(dirname(target), uid, gid);
    chownSync(target, uid, gid);
    chmodSync(target, 0o640);
  }
  return `user ${uid}, group ${gid}`;
}

/** The site that FreeRADIUS is installed with. */
const EXAMPLE = 'sites-enabled/default';

/** Writes clients only for PostgreSQL: an embedded database can't be opened while the server runs. */
async function writeFreeradiusConfig(config: Config, folder: string, given: { url?: string }): Promise<void> {
  const { freeradiusToken: token, databaseUrl } = config;
  if (token === undefined)
    throw new UsageError('Set PORTICO_FREERADIUS_TOKEN, here as for the server, to at least 16 random letters and digits.');
  const url = urlOf(config, given.url);
  let clients: FreeradiusClient[] = [];
  if (databaseUrl !== undefined) await withDatabase(config, async ({ db }) => void (clients = await listClients(db)));
  const written = Object.entries(freeradiusConfig({ url, token, clients })).map(([file, text]) => {
    const target = join(folder, file);
    const createdFolder = mkdirSync(dirname(target), { recursive: true });
    // The files contain secrets. `mode` alone doesn't apply to an existing file.
    writeFileSync(target, text, { mode: 0o600 });
    chmodSync(target, 0o600);
    console.log(`Wrote ${target}.`);
    return { file, target, createdFolder };
  });
  const owner = givenToOwner(folder, written);
  if (owner === null) {
    console.error('Only you can read these files. Put them where FreeRADIUS reads them, as its user (freerad on Debian):');
    for (const { file, target } of written)
      console.error(`  sudo install -o freerad -g freerad -m 0640 ${resolve(target)} /etc/freeradius/3.0/${file}`);
    console.error(`Without its example, which listens on the same ports:\n  sudo rm -f /etc/freeradius/3.0/${EXAMPLE}`);
  } else {
    console.log(`They belong to ${owner}, like the folder.`);
    const example = join(folder, EXAMPLE);
    if (existsSync(example))
      console.error(`FreeRADIUS won't start beside its example, which listens on the same ports: rm ${resolve(example)}`);
  }
  if (databaseUrl === undefined) console.error('No clients were written: set DATABASE_URL to have one for each unit with a fixed address.');
}
