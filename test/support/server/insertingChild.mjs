// node insertingChild.mjs FOLDER: opens the embedded database there and fills its table `entry`, printing each id once it is confirmed.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const embedded = fileURLToPath(new URL('../../../src/server/database/embedded.ts', import.meta.url));
/** @type {{ module: typeof import('../../../src/server/database/embedded.ts') }} */
const { module } = await runnerImport(embedded, { configFile: false, logLevel: 'silent' });

try {
  const { pg } = await module.openEmbedded(process.argv[2] ?? '');
  for (let id = 1; ; id++) {
    await pg.query('insert into entry values ($1)', [id]);
    process.stdout.write(`${String(id)}\n`);
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
