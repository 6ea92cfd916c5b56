import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import { adminInWaiting, insertFirstAdmin } from '../accounts/firstAdminQueries';
import type { Config } from '../config';
import { expectOwnFolder } from '../database/folderOwner';
import { isFirstStart } from '../database/firstStart';
import { memoryHere } from '../doctor/machine';
import { expectToListen } from '../http/listening';
import { start, type Running } from '../main';
import { stopWithNpm } from '../stopWithNpm.mjs';
import { dutyHere, isWorker, migratesHere, speaksForAll, startWorkers, tellReady, WorkerEndedError } from '../workers';
import { firstAdminText } from './createAdmin';
import { endStopped, expectNoBackups, warn, whyTooLittleMemory } from './servedWarnings';
import { withSettings } from './settingsOf';
import { onSignal, onSupervisorsSignal } from './signals';

export function addServe(program: Command): void {
  program.command('serve').description('serve the console on the database, created if there is none').action(withSettings(serve));
}

/**
 * Serves, in this process or in several. An empty database gets plans and an admin, whose one-time password is printed only once the server
 * listens, so that a failed start doesn't lose it. The log and the server's address go to standard output, messages for people to standard
 * error.
 */
async function serve(config: Config): Promise<void> {
  if (isWorker) return serveAsWorker(config);
  stopWithNpm();
  if (config.databaseUrl === undefined) expectOwnFolder(config.data);
  if (isFirstStart(config)) {
    await expectNoBackups(config);
    await expectToListen(config);
    const memory = whyTooLittleMemory(memoryHere());
    if (memory !== null) console.error(memory);
    await createAside();
  }
  const running = await (config.workers > 1 ? startWorkers(config, console.error).catch(endWithWorker) : startHere(config));
  onSignal(running.close);
  console.log(`Portico is listening on ${running.address}`);
}

async function serveAsWorker(config: Config): Promise<void> {
  const { address, close } = await startHere(config);
  onSupervisorsSignal(close);
  tellReady(address);
}

/** Exits without a message: the worker has printed why it ended. */
function endWithWorker(error: unknown): never {
  if (error instanceof WorkerEndedError) process.exit(error.code);
  throw error;
}

/**
 * Per cent by which the heap may grow before it is collected. Node's default, several times what is in use, is too much for a server that
 * shares its machine. Beside the embedded database memory counts most (a budget of `npm run bench`); with PostgreSQL, 25 costs an eighth of
 * the packets a second, 100 costs 30 MB.
 */
const heapGrowth = ({ databaseUrl }: Pick<Config, 'databaseUrl'>) => (databaseUrl === undefined ? 25 : 100);

async function startHere(config: Config): Promise<Running> {
  setFlagsFromString(`--heap-growing-percent=${String(heapGrowth(config))}`);
  const running = await start(config, { duty: dutyHere(), migrates: migratesHere(), onStopped: endStopped, backUp: backUpAside });
  if (!speaksForAll()) return running;
  warn(config, running);
  try {
    await sayFirstAdmin(running);
  } catch (error) {
    await running.close();
    throw error;
  }
  return running;
}

async function sayFirstAdmin({ app, database: { db } }: Running): Promise<void> {
  const password = await insertFirstAdmin(db, 'admin', new Date(), { onlyIfEmpty: true });
  if (password !== null) console.error(firstAdminText('admin', password));
  const waiting = password === null ? await adminInWaiting(db) : null;
  if (waiting !== null)
    app.log.info(`nobody has signed in as ${waiting} yet: "portico create-admin ${waiting}" prints another one-time password`);
}

/** How a command of this program runs in a child process: with which options of Node, and where its errors go. */
interface SelfOptions {
  nodeOptions?: readonly string[];
  stderr: 'inherit' | 'pipe';
  signal?: AbortSignal;
}

/** Starts a command of this program in a child process; what it prints is ignored, but for errors. */
const runSelf = (command: readonly string[], { nodeOptions = [], stderr, signal }: SelfOptions): ChildProcess =>
  spawn(process.execPath, [...nodeOptions, fileURLToPath(import.meta.url), ...command], { stdio: ['ignore', 'ignore', stderr], signal });

async function exitCodeOf(child: ChildProcess): Promise<unknown> {
  const [code] = (await once(child, 'close')) as unknown[];
  return code;
}

/**
 * Makes the embedded database in a child process, so that its memory is freed afterwards. WebAssembly isn't optimised there: that would take
 * half a gigabyte, for a program that runs once.
 */
async function createAside(): Promise<void> {
  const child = runSelf(['migrate'], { nodeOptions: ['--liftoff-only'], stderr: 'inherit' });
  const stop = () => void child.kill();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  const code = await exitCodeOf(child);
  for (const signal of signals) process.off(signal, stop);
  // It has printed why.
  if (code !== 0) process.exit(1);
}

/** Runs the backup command in a child process, so that its memory is freed afterwards; the child asks this server for the copy. */
async function backUpAside(file: string, signal: AbortSignal): Promise<void> {
  const child = runSelf(['backup', file], { stderr: 'pipe', signal });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-2_000)));
  const code = await exitCodeOf(child);
  if (code !== 0) throw new Error(errors.trim() === '' ? `the backup ended with ${String(code)}` : errors.trim());
}
