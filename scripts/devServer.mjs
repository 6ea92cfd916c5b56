/**
 * `node scripts/devServer.mjs FOLDER`: the server of `npm run dev`, from its sources, with the demonstration in this folder. When a file
 * changes, it loads again what depends on it, and goes on with that. The embedded database stays open meanwhile: opening it would take most
 * of the time. A change of the code that opened it ends the process, and `npm run dev` starts another.
 */
import process from 'node:process';
import { createServer, createServerModuleRunner } from 'vite';
import { stopWithNpm } from '../src/server/stopWithNpm.mjs';
import { CACHE, ROOT } from './paths.mjs';

/** Milliseconds to wait for more changes: an editor saves several files, and git checks out hundreds. */
const TOGETHER = 30;
/** What an open database runs. */
const OPEN_DATABASE = /\/src\/server\/database\/(?:embedded|embeddedErrors|watchedPglite|durableFs|folder\w+)\.ts$/;
/** What the server reads, and no module imports. */
const SQL = /\/src\/server\/database\/.*\.(?:sql|json)$/;

const [folder = ''] = process.argv.slice(2);

/** @typedef {typeof import('../src/server/cli/dev')} Dev */
/** @type {Awaited<ReturnType<Dev['openForDevelopment']>> | undefined} */
let database;
/** @type {Awaited<ReturnType<Dev['serveForDevelopment']>> | undefined} */
let server;
/** @type {NodeJS.Timeout | undefined} */
let pending;
/** One change after the other, however quickly files are saved. */
let turn = Promise.resolve();
let isStopping = false;

const sources = await createServer({
  root: ROOT,
  configFile: false,
  cacheDir: `${CACHE}/dev-server`,
  appType: 'custom',
  logLevel: 'warn',
  server: { middlewareMode: true, ws: false, watch: { ignored: [`${ROOT}/{data,demo-data,dist,docs,test}/**`, `${CACHE}/**`] } },
  optimizeDeps: { noDiscovery: true },
  plugins: [
    {
      name: 'portico:dev-server',
      hotUpdate({ file, modules }) {
        if (this.environment.name !== 'ssr' || (modules.length === 0 && !SQL.test(file))) return;
        clearTimeout(pending);
        if (OPEN_DATABASE.test(file)) void stop();
        else pending = setTimeout(() => (turn = turn.then(serve)), TOGETHER);
        return [];
      },
    },
  ],
});
const runner = createServerModuleRunner(sources.environments.ssr, { hmr: false });

stopWithNpm();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
process.once('disconnect', stop);
turn = serve();

/** Serves by the sources as they are now. If they can't be loaded, the server of before goes on. */
async function serve() {
  if (isStopping) return;
  try {
    /** @type {Dev} */
    const { openForDevelopment, serveForDevelopment } = await runner.import('/src/server/cli/dev.ts');
    const isFirst = database === undefined;
    database ??= await openForDevelopment(folder);
    process.send?.('stopped');
    await server?.close();
    server = undefined;
    server = await serveForDevelopment(folder, database);
    if (isFirst) server.printLogins();
    process.send?.('serving');
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\nThe server waits for a change.\n`);
  }
}

async function stop() {
  isStopping = true;
  await turn;
  await server?.close();
  await database?.close();
  process.exit(0);
}
