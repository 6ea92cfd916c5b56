/**
 * The public demonstration: each hour is served by a process of its own, with its own data. The next process prepares its data before the
 * hour ends, and a process that ends unexpectedly is replaced.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Milliseconds before the hour at which the next process starts preparing; and the shortest time that a process serves. */
const AHEAD = 2 * MINUTE;
const SHORTEST = 10 * MINUTE;

/** Milliseconds before a failed start is repeated. */
const AGAIN_AFTER = 5000;

/** Environment variable that tells a process until when it serves. */
const UNTIL = 'DEMONSTRATION_UNTIL';

/** Messages of a process: its data are ready; the address at which it listens. */
type ChildMessage = { prepared: true } | { listening: string };

/** Until when a process that starts now serves: a full hour. */
const endFrom = (now: number) => Math.ceil((now + SHORTEST) / HOUR) * HOUR;

interface Hour {
  until: number;
  /** Resolves when its data are ready, or with false if the process ended before. */
  prepared: Promise<boolean>;
  ended: Promise<void>;
  /** Lets the process serve. Returns its address; null if it ended instead. */
  serve: () => Promise<string | null>;
  stop: () => Promise<void>;
}

/** Serves until closed. Null if the first process ended before it listened; that process has printed why. */
export async function servePublicly(
  { port: given }: Pick<Config, 'port'>,
  report: (text: string) => void,
): Promise<{ address: string; close: () => Promise<void> } | null> {
  const hours = new Set<Hour>();
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  let port = given;
  const begin = () => {
    const hour = beginHour(port, endFrom(Date.now()));
    hours.add(hour);
    void hour.ended.then(() => hours.delete(hour));
    return hour;
  };

  /** Resolves when the operator requests a reset. */
  let renewal = once(process, 'SIGUSR2');
  const either = async (hour: Hour, time: number) => {
    const over = new AbortController();
    const wait = pause(Math.max(0, time - Date.now()), 'time' as const, { signal: over.signal }).catch(() => 'time' as const);
    const why = await Promise.race([hour.ended.then(() => 'ended' as const), renewal.then(() => 'asked' as const), wait]);
    over.abort();
    return why;
  };
  const renew = async (current: Hour): Promise<Hour | null> => {
    const next = begin();
    if (!(await next.prepared)) return null;
    if ((await either(current, current.until)) === 'asked') renewal = once(process, 'SIGUSR2');
    await current.stop();
    return (await next.serve()) === null ? null : next;
  };
  const keep = async (first: Hour) => {
    let current = first;
    while (!isStopping()) {
      const why = await either(current, current.until - AHEAD);
      if (isStopping()) return;
      if (why === 'ended') report('The demonstration ended by itself: starting a new one.');
      const next = await renew(current);
      if (next) current = next;
      else if (!isStopping()) {
        report('The next demonstration could not start. Trying again.');
        await pause(AGAIN_AFTER);
      }
    }
  };

  const close = async () => {
    stopping.abort();
    await Promise.all([...hours].map(({ stop }) => stop()));
  };
  const first = begin();
  const address = (await first.prepared) ? await first.serve() : null;
  if (address === null) return null;
  // All later processes use the same port, also if the first one picked a free port.
  port = Number(new URL(address).port) || given;
  void keep(first);
  return { address, close };
}

function beginHour(port: number, until: number): Hour {
  const [, program = ''] = process.argv;
  const child = fork(program, ['--port', String(port), 'demo', '--public'], {
    env: { ...process.env, [UNTIL]: new Date(until).toISOString() },
  });
  const ended = once(child, 'exit').then(() => undefined);
  return {
    until,
    ended,
    prepared: firstMessage(child, (message) => ('prepared' in message ? true : undefined)).then((prepared) => prepared ?? false),
    serve: async () => {
      const listening = firstMessage(child, (message) => ('listening' in message ? message.listening : undefined));
      if (child.connected) child.send('serve');
      return listening;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Waits for a message; null if the process ends first. */
async function firstMessage<T>(child: ChildProcess, pick: (message: ChildMessage) => T | undefined): Promise<T | null> {
  return new Promise((resolve) => {
    child.on('message', (message: ChildMessage) => {
      const picked = pick(message);
      if (picked !== undefined) resolve(picked);
    });
    child.once('exit', () => resolve(null));
    if (child.exitCode !== null || child.signalCode !== null) resolve(null);
  });
}

/** Until when this process serves; undefined if it isn't one of the public demonstration. */
export function hourHere(): Date | undefined {
  const until = process.env[UNTIL];
  return until === undefined || process.send === undefined ? undefined : new Date(until);
}

/** In such a process: reports that its data are ready, and waits until it may serve. */
export async function waitForTurn(): Promise<void> {
  const turn = once(process, 'message');
  process.send?.({ prepared: true } satisfies ChildMessage);
  await turn;
}

/** In such a process: reports the address at which it listens. */
export function sayListening(address: string): void {
  process.send?.({ listening: address } satisfies ChildMessage);
}
