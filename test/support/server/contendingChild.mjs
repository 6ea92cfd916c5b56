// node contendingChild.mjs: tries to lock each folder named on a line of its input, prints `won` or `lost`, and keeps its locks.
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const folderLock = fileURLToPath(new URL('../../../src/server/database/folderLock.ts', import.meta.url));
/** @type {{ module: typeof import('../../../src/server/database/folderLock.ts') }} */
const { module } = await runnerImport(folderLock, { configFile: false, logLevel: 'silent' });

process.stdout.write('ready\n');
for await (const folder of createInterface({ input: process.stdin })) {
  const outcome = await module.lockFolder(folder);
  process.stdout.write('lock' in outcome ? 'won\n' : 'lost\n');
}
