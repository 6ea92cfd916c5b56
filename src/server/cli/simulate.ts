import type { Command } from 'commander';
import type { Config } from '../config';
import { simulate } from '../../demo/simulate/command';
import { urlOf } from './serverUrl';
import { withSettings } from './settingsOf';
import { UsageError } from './usageError';

export function addSimulate(program: Command): void {
  program
    .command('simulate')
    .description('play units of every kind and their guests against a running server')
    .option('--hotspot <n>', 'where')
    .option('--guests <n>', 'how many')
    .option('--user <name>', 'an admin or reseller; the password is in PORTICO_SIMULATE_PASSWORD')
    .option('--url <url>', 'where the server is; HOST and PORT if left out')
    .option('--speed <n>', 'let guests come and go this many times as fast, up to 100 times', '1')
    .option('--seed <text>', 'choose another course of events; the same text repeats one')
    .action(withSettings(play));
}

interface Played {
  hotspot?: string;
  guests?: string;
  user?: string;
  url?: string;
  speed: string;
  seed?: string;
}

async function play(config: Config, given: Played): Promise<void> {
  const [hotspotId, guests] = [given.hotspot, given.guests].map((text) => (/^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 0));
  if (!hotspotId || !guests)
    throw new UsageError('Name the hotspot and how many guests: portico simulate --hotspot 1 --guests 20 --user NAME.');
  const password = process.env.PORTICO_SIMULATE_PASSWORD ?? '';
  if (given.user === undefined || password === '')
    throw new UsageError('Name an admin or reseller with --user NAME, and set PORTICO_SIMULATE_PASSWORD.');
  if (!/^(?:[1-9]\d?|100)$/.test(given.speed)) throw new UsageError('--speed is a whole number from 1 to 100.');
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  await simulate({
    url: urlOf(config, given.url),
    username: given.user,
    password,
    hotspotId,
    guests,
    radius: config.radius,
    speed: Number(given.speed),
    seed: given.seed,
    say: (text) => console.log(text),
    signal: stopping.signal,
  });
}
