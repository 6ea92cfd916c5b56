/**
 * `npm run dev`: the console with hot reload, in front of the server with demonstration data. The server takes changes of its files while it
 * runs (devServer.mjs); its data and who is signed in stay. `npm run dev -- --fresh` begins with new data, `npm run dev -- --pseudo`
 * shows the console in a pseudo language (docs/translating.md).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer as createSocket } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer } from 'vite';
import { stopWithNpm } from '../src/server/stopWithNpm.mjs';
import { CACHE, ROOT } from './paths.mjs';

/** Milliseconds that a call waits for the server at most. */
const LONGEST_WAIT = 5000;

const configFile = path.join(ROOT, 'vite.config.ts');
const data = path.join(CACHE, 'dev-data');
if (process.argv.includes('--fresh')) await rm(data, { recursive: true, force: true });
const port = await freePort();
process.env.PORTICO_DEV_SERVER = `http://127.0.0.1:${String(port)}`;

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
let isServing = false;

const screens = await createServer({
  configFile,
  mode: process.argv.includes('--pseudo') ? 'pseudo' : 'development',
  plugins: [
    {
      name: 'portico:wait-for-the-server',
      // While the server takes a change, calls wait for it instead of failing.
      configureServer({ config, middlewares }) {
        const prefixes = Object.keys(config.server.proxy ?? {});
        middlewares.use((request, _response, next) => {
          if (prefixes.some((prefix) => request.url?.startsWith(prefix))) void untilServing(LONGEST_WAIT).then(() => next());
          else next();
        });
      },
    },
  ],
});
await screens.listen();
const [local = ''] = screens.resolvedUrls?.local ?? [];

startServer();

stopWithNpm();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
process.once('exit', () => server?.kill('SIGTERM'));

// Don't print the address before the server answers: signing in would fail.
await untilServing(Infinity);
// Nor before the dependencies are pre-bundled: Vite may reload the page when it is done, in the middle of a sign-in.
await screens.warmupRequest('/src/main.tsx');
await screens.waitForRequestsIdle();
screens.printUrls();

/** Starts the server, and again when it ended because of a change that it can't take while it runs. */
function startServer() {
  const env = { PORTICO_PUBLIC_URL: new URL(local).origin, ...process.env, PORT: String(port) };
  server = fork(path.join(import.meta.dirname, 'devServer.mjs'), [data], { env });
  server.on('message', (message) => (isServing = message === 'serving'));
  server.once('exit', (code) => {
    isServing = false;
    if (code === 0) startServer();
    else process.stderr.write('The server has ended. Start `npm run dev` again.\n');
  });
}

async function untilServing(/** @type {number} */ longest) {
  for (let waited = 0; !isServing && waited < longest; waited += 20) await wait(20);
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
