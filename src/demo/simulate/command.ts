/** `portico simulate`: simulates units and guests of a hotspot against a running server until stopped. */
import { setTimeout as pause } from 'node:timers/promises';
import { listenForRequests } from './unitRequests';
import type { Used } from './playedUnit';
import { setUpSimulation } from './players';
import { simulation, type Counts } from './simulation';

interface Options {
  url: string;
  username: string;
  password: string;
  hotspotId: number;
  guests: number;
  /** Host and ports of the server's RADIUS; if undefined, the host of `url` and the ports that the server names. */
  radius: { host: string; ports: { authentication: number; accounting: number } } | undefined;
  /** If undefined, the seed depends on the hotspot only. */
  seed: string | undefined;
  /** Seconds of the simulation per second. */
  speed: number;
  say: (text: string) => void;
  signal: AbortSignal;
}

/** Seconds of the simulation between two steps. */
const STEP = 5;

const PROTOCOLS = { radius: 'RADIUS', http_aaa: 'HTTP AAA', opennds: 'its script and the portal' } as const;

/** Runs until `signal` is aborted; then logs all guests out, so that no session is left running. */
export async function simulate({ radius, say, signal, hotspotId, seed, speed, ...options }: Options): Promise<void> {
  const { units, unserved, guests, ports } = await setUpSimulation({
    ...options,
    hotspotId,
    hasRadius: radius !== undefined,
    now: new Date(),
  });
  const host = radius?.host ?? new URL(options.url).hostname.replace(/^\[|\]$/g, '');
  const { authentication, accounting } = radius?.ports ?? ports ?? { authentication: 0, accounting: 0 };
  const target = { url: options.url, radius: { host, authentication, accounting } };
  const played = simulation({ units, guests, target, seed: seed ?? `hotspot ${hotspotId}`, speed });
  const byRadius = units.filter(({ protocol }) => protocol === 'radius');
  const listeners = await Promise.all(
    [...new Set(byRadius.map(({ coaPort }) => coaPort))].map((port) => answerDisconnects({ host, port }, played.answer, say)),
  );
  for (const { name, kind, protocol } of units) say(`${name} is played as ${kind}, by ${PROTOCOLS[protocol]}.`);
  for (const name of unserved) say(`${name} is left out: the server isn't set up for units of its kind.`);
  say(`Playing ${guests.length} guests at ${units.length} units. Ctrl-C stops it; the MAC entries of the simulated devices stay.`);
  let lastLine = '';
  try {
    while (!signal.aborted) {
      const startedAt = performance.now();
      await played.pass(STEP);
      const line = textOf(played.counts());
      if (line !== lastLine) say(line);
      lastLine = line;
      const remainingMs = Math.max(0, (STEP * 1000) / speed - (performance.now() - startedAt));
      // On abort the loop condition ends the loop.
      await pause(remainingMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await played.stop();
    for (const close of listeners) close();
  }
  say(textOf(played.counts()));
  say(inAll([...played.used().values()]));
}

async function answerDisconnects(at: { host: string; port: number }, answer: (datagram: Buffer) => Buffer | null, say: Options['say']) {
  try {
    const onFailure = (error: Error) => say(`A request to end a session couldn't be answered: ${error.message}`);
    const { close } = await listenForRequests(at, answer, onFailure);
    return close;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(`Requests to end sessions aren't answered: port ${at.port} can't be used (${why}).`);
    return () => undefined;
  }
}

const textOf = ({ online, accepted, refused, unanswered, reports }: Counts) =>
  `${online} online, ${accepted} logged in, ${refused} refused, ${reports} reports, ${unanswered} unanswered`;

function inAll(used: readonly Used[]): string {
  const sum = (of: (one: Used) => number) => used.reduce((total, one) => total + of(one), 0);
  const [down, up, seconds] = [sum((one) => one.down), sum((one) => one.up), sum((one) => one.seconds)];
  return `The guests used ${down} bytes down, ${up} bytes up and ${seconds} seconds.`;
}
