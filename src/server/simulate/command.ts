/** `portico simulate`: simulates units and guests of a hotspot against a running server until stopped. */
import { setTimeout as pause } from 'node:timers/promises';
import { randomFor } from '../demo/random';
import { listenForDisconnects } from './disconnects';
import { playersAt } from './players';
import { simulation, type Counts } from './simulation';

interface Options {
  url: string;
  username: string;
  password: string;
  hotspotId: number;
  guests: number;
  /** Host and ports of the server's RADIUS. */
  radius: { host: string; ports: { authentication: number; accounting: number } };
  say: (words: string) => void;
  signal: AbortSignal;
}

/** Seconds between two steps. */
const STEP = 5;

/** Port on which units receive disconnect requests (RFC 5176). */
const COA_PORT = 3799;

/** Runs until `signal` is aborted; then logs all guests out, so that no session is left running. */
export async function simulate({ radius, say, signal, hotspotId, ...options }: Options): Promise<void> {
  const { units, guests } = await playersAt({ ...options, hotspotId, now: new Date() });
  const target = { host: radius.host, ...radius.ports };
  const played = simulation({ units, guests, target, random: randomFor(`hotspot ${hotspotId}`) });
  const closeCoa = await answerDisconnects(radius.host, played.answer, say);
  say(`Playing ${guests.length} guests at ${units.length} units. Ctrl-C stops it; the MAC entries of the simulated devices stay.`);
  let told = '';
  try {
    while (!signal.aborted) {
      const begun = performance.now();
      await played.pass(STEP);
      const now = inWords(played.counts());
      if (now !== told) say(now);
      told = now;
      const left = Math.max(0, STEP * 1000 - (performance.now() - begun));
      // On abort the loop condition ends the loop.
      await pause(left, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await played.stop();
    closeCoa();
  }
  say(inWords(played.counts()));
}

async function answerDisconnects(host: string, answer: (datagram: Buffer) => Buffer | null, say: (words: string) => void) {
  try {
    const onFailure = (error: Error) => say(`A request to end a session couldn't be answered: ${error.message}`);
    const { close } = await listenForDisconnects({ host, port: COA_PORT }, answer, onFailure);
    return close;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(`Requests to end sessions aren't answered: port ${COA_PORT} can't be used (${why}).`);
    return () => undefined;
  }
}

const inWords = ({ online, accepted, refused, unanswered, reports }: Counts) =>
  `${online} online, ${accepted} logged in, ${refused} refused, ${reports} reports, ${unanswered} unanswered`;
