import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../config';
import { DEMO_LOGINS } from '../../demo/demo';
import { demonstrate, DEMO_RADIUS } from '../../demo/demonstration';
import { claimForDemonstration, keepDemonstration } from '../../demo/keptDemonstration';
import { start } from '../main';
import { stopWithNpm } from '../stopWithNpm.mjs';
import { endStopped, warn } from './servedWarnings';
import { withSettings } from './settingsOf';
import { onSignal } from './signals';
import { UsageError } from './usageError';

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('serve sample data from a temporary folder')
    .option('--keep <folder>', 'or from this one, which stays for the next time')
    .action(withSettings(demo));
}

/**
 * Serves the demonstration from the folder given with --keep, or from a temporary one that is removed at the end. Sessions advance, and
 * guests come and go.
 */
async function demo(config: Config, { keep }: { keep?: string }): Promise<void> {
  stopWithNpm();
  let close = async () => undefined as void;
  let temporary: string | undefined;
  const forget = () => temporary !== undefined && rmSync(temporary, { recursive: true, force: true });
  onSignal(async () => {
    await close();
    forget();
  });
  try {
    const folder = keep ?? (temporary = mkdtempSync(join(tmpdir(), 'portico-demo-')));
    const now = config.now ?? new Date();
    if (!claimForDemonstration(folder, now))
      throw new UsageError(`${folder} holds data that aren't the demonstration's. Name another folder with --keep.`);
    const place = { data: join(folder, 'data'), backups: join(folder, 'backups') };
    let kept = { made: now, isRenewed: false };
    const running = await start(
      {
        ...{ ...config, ...place, databaseUrl: undefined, sms: config.sms ?? { gateway: 'sink' } },
        // Visitors see the portal inside a page of the same origin.
        ...{ radius: config.radius ?? DEMO_RADIUS, portalOrigin: config.publicUrl },
      },
      {
        prepare: async ({ db }) => void (kept = await keepDemonstration(db, folder, now)),
        onStopped: endStopped,
        demonstrate: (server) => demonstrate(server, kept.made),
      },
    );
    close = running.close;
    console.log(`Portico is listening on ${running.address}`);
    if (kept.isRenewed) console.error(`The demonstration in ${folder} has not run for days, so it begins anew.`);
    if (keep !== undefined) console.error(`All of it stays in ${folder}, also when this is stopped. Delete that folder to begin anew.`);
    console.error('Sign in as one of these, each with the password portico-demo:');
    for (const { username, shows } of DEMO_LOGINS) console.error(`  ${username.padEnd(10)}${shows}`);
    console.error(`Or be a guest: ${config.publicUrl ?? running.address}${config.basePath}/?guest`);
    warn({ ...config, ...place }, running);
  } catch (error) {
    forget();
    throw error;
  }
}
