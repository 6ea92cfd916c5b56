import { startTethered } from './tethered.mjs';

/**
 * Starts a built Portico and waits until it prints its address.
 *
 * @param {{ cli: string, args: string[], env?: Record<string, string>, within?: string[], forget?: string }} what `within` are the words
 *   of a command that runs another one somewhere; `forget` is a folder to remove once it has ended
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPortico({ cli, args, env, within = [], forget }) {
  const [command = '', ...rest] = [...within, process.execPath, cli, ...args];
  const { ready, stop } = await startTethered({
    name: `portico ${args.join(' ')}`,
    command,
    args: rest,
    env: { ...plainEnvironment(), ...env },
    ready: /^Portico is listening on (http:\/\/\S+)$/m,
    // A demonstration that is filled anew on a machine with much other work took more than 120.
    secondsToStart: 240,
    stopBy: 'SIGTERM',
    secondsToStop: 60,
    ...(forget !== undefined && { forget }),
  });
  return { url: ready[1] ?? '', stop };
}

/** The environment without anything from jest or Portico's settings. */
function plainEnvironment() {
  const ours = /^(?:NODE_|JEST_|PORTICO_|SMTP_|SMS_|OAUTH_)|^(?:DATABASE_URL|HOST|PORT|MAIL_FROM|LOG_LEVEL)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
