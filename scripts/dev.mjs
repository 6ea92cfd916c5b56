/**
 * `npm run dev`: the console with hot reload, in front of the server with demonstration data. The server is rebuilt and restarted when
 * one of its files changes; its data and who is signed in stay. `npm run dev -- --fresh` begins with new data, `npm run dev -- --pseudo`
 * shows the console in a pseudo language (docs/translating.md).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer as createSocket } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build, createServer } from 'vite';
import { stopWithNpm } from '../src/server/stopWithNpm.mjs';
import { CACHE, ROOT } from './paths.mjs';

// Vite sets NODE_ENV by its first task, which here is the server build; the console would then be a production build.
process.env.NODE_ENV = 'development';

const configFile = path.join(ROOT, 'vite.config.ts');
const bundle = path.join(CACHE, 'dev-server');
const data = path.join(CACHE, 'dev-data');
if (process.argv.includes('--fresh')) await rm(data, { recursive: true, force: true });
const port = await freePort();
process.env.PORTICO_DEV_SERVER = `http://127.0.0.1:${String(port)}`;

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
/**
 * The process that the next restart starts, with its packages already loaded.
 *
 * @type {import('node:child_process').ChildProcess | undefined}
 */
let next;
/** Serializes restarts, however quickly files are saved. */
let turn = Promise.resolve();

// Before the server, which prints the console's address.
const screens = await createServer({ configFile, mode: process.argv.includes('--pseudo') ? 'pseudo' : 'development' });
await screens.listen();
const [local = ''] = screens.resolvedUrls?.local ?? [];

const watcher = await build({ configFile, logLevel: 'warn', build: { ssr: true, outDir: bundle, watch: {} } });
if (!('on' in watcher)) throw new Error('vite did not start to watch');
watcher.on('event', (event) => {
  if (event.code === 'END') turn = turn.then(restart);
  if (event.code === 'ERROR') process.stderr.write(`${event.error.message}\nThe server that runs is the one before.\n`);
});

stopWithNpm();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
process.once('exit', () => server?.kill('SIGTERM'));

// Don't print the address before the server answers: signing in would fail.
while (!(await isAnswered(port))) await wait(100);
// Nor before the dependencies are pre-bundled: Vite may reload the page when it is done, in the middle of a sign-in.
await screens.warmupRequest('/src/main.tsx');
await screens.waitForRequestsIdle();
screens.printUrls();

async function restart() {
  await stop();
  const started = next ?? prepare();
  [server, next] = [started, undefined];
  started.send('start');
  void prepareAfter(started);
}

/** Forks a process that loads the server's packages and waits for a message to start. */
function prepare() {
  const command = [path.join(bundle, 'cli.js'), 'demo', '--keep', data, '--port', String(port)];
  return fork(path.join(import.meta.dirname, 'devServer.mjs'), command, {
    env: { PORTICO_PUBLIC_URL: new URL(local).origin, ...process.env },
  });
}

/** Prepares the next process once the server has started, so as not to slow that down. */
async function prepareAfter(/** @type {import('node:child_process').ChildProcess} */ started) {
  while (started === server && isRunning(started) && !(await isAnswered(port))) await wait(100);
  if (started === server) next ??= prepare();
}

async function stop() {
  if (!server || !isRunning(server)) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

function isRunning(/** @type {import('node:child_process').ChildProcess} */ { exitCode, signalCode }) {
  return exitCode === null && signalCode === null;
}

/** Picks the port once, so that it stays the same across server restarts. */
async function freePort() {
  const socket = createSocket().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const address = socket.address();
  socket.close();
  await once(socket, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** @returns {Promise<boolean>} */
function isAnswered(/** @type {number} */ port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
