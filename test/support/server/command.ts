import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach } from '@jest/globals';
import { cli } from './database';

/** A command in a process of its own. */
export interface Command {
  pid: number;
  /** Its output so far, both streams. */
  output: () => string;
  /** Output of one stream each: messages for people, and the log. */
  toPerson: () => string;
  log: () => string;
  /** Waits for matching output; fails if the process ends first. */
  outputMatching: (pattern: RegExp) => Promise<string>;
  /** Resolves to its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  kill: (signal: 'SIGTERM' | 'SIGKILL' | 'SIGHUP') => void;
}

const running = new Set<Command>();

// No process outlives its test.
afterEach(async () => {
  for (const command of running) command.kill('SIGKILL');
  await Promise.all([...running].map(({ ended }) => ended));
});

/** For short-lived commands: optimizing the embedded engine's WebAssembly would take them a third longer. */
const SHORT_LIVED = ['--liftoff-only'];

/**
 * Runs the command with these settings only, none from our environment. `program`: another build than the server tests'. `node`: the
 * Node executable.
 */
export function portico(
  args: string[],
  settings: Record<string, string> = {},
  program: string = cli(),
  node: string = process.execPath,
): Command {
  const flags = node === process.execPath && program === process.env.PORTICO_TEST_CLI ? SHORT_LIVED : [];
  return commandOf(node, [...flags, program, ...args], settings);
}

/** Runs any program, with these variables only; it ends with its test at the latest. */
export function commandOf(program: string, args: string[], variables: Record<string, string> = {}): Command {
  const child = spawn(program, args, { env: { PATH: process.env.PATH ?? '', ...variables }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const streams = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output += text;
      streams[name] += text;
    });
  }
  const command: Command = {
    pid: child.pid ?? 0,
    output: () => output,
    toPerson: () => streams.stderr,
    log: () => streams.stdout,
    outputMatching: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output);
          if (found) resolve(found[1] ?? found[0]);
        };
        look();
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        child.once('close', () => reject(new Error(`it ended and never said ${String(pattern)}, but:\n${output}`)));
      }),
    // 'close' comes after all output, unlike 'exit'.
    ended: once(child, 'close').then(([code, signal]: unknown[]) => {
      running.delete(command);
      return typeof code === 'number' ? code : String(signal);
    }),
    kill: (signal) => child.kill(signal),
  };
  running.add(command);
  return command;
}

/**
 * Starts `portico serve` on a free loopback port, in one process unless `settings` say otherwise; resolves once it listens. `program`:
 * another build than the server tests'.
 */
export async function served(settings: Record<string, string>, program?: string): Promise<Command & { url: string }> {
  const command = portico(['serve'], { PORT: '0', LOG_LEVEL: 'error', PORTICO_WORKERS: '1', ...settings }, program);
  return { ...command, url: await command.outputMatching(/^Portico is listening on (http:\S+)$/m) };
}
