import { claimForDemonstration } from '../../demo/storedDemonstration';
import { readConfig } from '../config';
import { openEmbedded, type EmbeddedDatabase } from '../database/embedded';
import { foldersIn, sayLogins, serveDemonstration } from './demo';
import { endStopped } from './servedWarnings';

/** Opens the database of the demonstration in this folder, for all servers that `npm run dev` starts (scripts/devServer.mjs). */
export async function openForDevelopment(folder: string): Promise<EmbeddedDatabase> {
  claimForDemonstration(folder, new Date());
  return openEmbedded(foldersIn(folder).data, { onTrouble: endStopped });
}

/** Serves the demonstration in this folder from its open database, which `close` leaves open. */
export async function serveForDevelopment(
  folder: string,
  embedded: EmbeddedDatabase,
): Promise<{ close: () => Promise<void>; printLogins: () => void }> {
  const config = readConfig(process.env);
  const { running } = await serveDemonstration(config, folder, { embedded, onStopped: endStopped });
  return { close: running.close, printLogins: () => sayLogins(config, running.address) };
}
