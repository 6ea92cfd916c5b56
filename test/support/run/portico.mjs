import { startTethered } from './tethered.mjs';

/**
 * Starts a built Portico and waits until it prints its address.
 *
 * @param {{ cli: string, args: string[], env?: Record<string, string> }} what
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPortico({ cli, args, env }) {
  const { ready, stop } = await startTethered({
    name: `portico ${args.join(' ')}`,
    command: process.execPath,
    args: [cli, ...args],
    env: { ...plainEnvironment(), ...env },
    ready: /^Portico is listening on (http:\/\/\S+)$/m,
    secondsToStart: 120,
    stopBy: 'SIGTERM',
    secondsToStop: 20,
  });
  return { url: ready[1] ?? '', stop };
}

/** The environment without anything from jest or Portico's settings. */
function plainEnvironment() {
  const ours = /^(?:NODE_|JEST_|PORTICO_|SMTP_|SMS_)|^(?:DATABASE_URL|HOST|PORT|MAIL_FROM|LOG_LEVEL)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
