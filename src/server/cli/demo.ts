import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../config';
import { DEMO_LOGINS } from '../../demo/demo';
import { demonstrate, DEMO_RADIUS } from '../../demo/demonstration';
import { claimForDemonstration, keepDemonstration } from '../../demo/storedDemonstration';
import { start, type Hooks, type Running } from '../main';
import { stopWithNpm } from '../stopWithNpm.mjs';
import { endStopped, warn } from './servedWarnings';
import { withSettings } from './settingsOf';
import { hourHere, sayListening, servePublicly, waitForTurn } from './publicDemo';
import { onSignal, onSupervisorsSignal } from './signals';
import { UsageError } from './usageError';

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('serve sample data from a temporary folder')
    .option('--keep <folder>', 'or from this one, which stays for the next time')
    .option('--public', 'for the internet: begins anew each hour, sends nothing, and bounds what visitors can do')
    .action(withSettings(demo));
}

interface Options {
  keep?: string;
  public?: true;
}

/** Runs the demonstration: in this process, or in its own processes if it is public. */
async function demo(config: Config, { keep, public: isPublic }: Options): Promise<void> {
  const publicUntil = isPublic && hourHere();
  if (isPublic && !publicUntil) return demoInPublic(config, keep);
  return demoHere(config, { ...(keep !== undefined && { keep }), ...(publicUntil && { publicUntil }) });
}

async function demoInPublic(config: Config, keep: string | undefined): Promise<void> {
  if (keep !== undefined) throw new UsageError('--public keeps nothing: leave out --keep.');
  if (config.now !== undefined) throw new UsageError('--public needs a running clock: leave out PORTICO_NOW.');
  stopWithNpm();
  const running = await servePublicly(config, console.error);
  if (running === null) process.exit(1);
  onSignal(running.close);
  console.log(`Portico is listening on ${running.address}`);
  console.error('It begins anew at each hour, and at once on SIGUSR2. Nothing is sent to anybody.');
  sayLogins(config, running.address);
}

/** Prints who can sign in, and where one is a guest. */
export function sayLogins({ publicUrl, basePath }: Config, address: string): void {
  console.error('Sign in as one of these, each with the password portico-demo:');
  for (const { username, shows } of DEMO_LOGINS) console.error(`  ${username.padEnd(10)}${shows}`);
  console.error(`Or be a guest: ${publicUrl ?? address}${basePath}/?guest`);
}

/**
 * Serves the demonstration from the folder given with --keep, or from a temporary one that is removed at the end. Simulates guests
 * meanwhile. With `publicUntil` this is a process of the public demonstration (publicDemo.ts).
 */
async function demoHere(config: Config, { keep, publicUntil }: { keep?: string; publicUntil?: Date }): Promise<void> {
  if (!publicUntil) stopWithNpm();
  let close = async () => undefined as void;
  let temporary: string | undefined;
  const forget = () => temporary !== undefined && rmSync(temporary, { recursive: true, force: true });
  const end = async () => {
    await close();
    forget();
  };
  if (publicUntil) {
    onSupervisorsSignal(end);
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  } else onSignal(end);
  try {
    const folder = keep ?? (temporary = mkdtempSync(join(tmpdir(), 'portico-demo-')));
    const { running, isRenewed } = await serveDemonstration(config, folder, {
      ...(publicUntil && { publicUntil }),
      onStopped: endStopped,
    });
    close = running.close;
    if (publicUntil) {
      sayListening(running.address);
      for (const warning of config.warnings) running.app.log.warn(warning);
      return;
    }
    console.log(`Portico is listening on ${running.address}`);
    if (isRenewed) console.error(`The demonstration in ${folder} has not run for days, so it begins anew.`);
    if (keep !== undefined) console.error(`All of it stays in ${folder}, also when this is stopped. Delete that folder to begin anew.`);
    sayLogins(config, running.address);
    warn({ ...config, ...foldersIn(folder) }, running);
  } catch (error) {
    forget();
    throw error;
  }
}

/** The folders of data and backups in the folder of a demonstration. */
export const foldersIn = (folder: string) => ({ data: join(folder, 'data'), backups: join(folder, 'backups') });

/**
 * Starts a server with the demonstration in this folder, seeding it if it's empty or its data are old (`isRenewed`). `hooks.embedded` is its
 * database if that is open already. Throws `UsageError` if the folder holds anything else.
 */
export async function serveDemonstration(
  config: Config,
  folder: string,
  hooks: Pick<Hooks, 'publicUntil' | 'onStopped' | 'embedded'>,
): Promise<{ running: Running; isRenewed: boolean }> {
  const now = config.now ?? new Date();
  if (!claimForDemonstration(folder, now))
    throw new UsageError(`${folder} holds data that aren't the demonstration's. Name another folder with --keep.`);
  let demonstration = { createdAt: now, isRenewed: false };
  const running = await start(
    {
      ...config,
      ...foldersIn(folder),
      databaseUrl: undefined,
      sms: config.sms ?? { gateway: 'sink' },
      // Visitors see the portal inside a page of the same origin.
      radius: config.radius ?? DEMO_RADIUS,
      portalOrigin: config.publicUrl,
    },
    {
      ...hooks,
      prepare: async ({ db }) => {
        demonstration = await keepDemonstration(db, folder, now);
        if (hooks.publicUntil) await waitForTurn();
      },
      demonstrate: (server) => demonstrate(server, demonstration.createdAt),
    },
  );
  return { running, isRenewed: demonstration.isRenewed };
}
