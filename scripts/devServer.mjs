/**
 * `node scripts/devServer.mjs BUNDLE demo …`: loads the packages that the bundle imports, waits for a message, then runs the bundle as
 * `portico demo …`. `npm run dev` keeps one such process ready, so that a restart doesn't wait for packages to load.
 */
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const [bundle = '', ...command] = process.argv.slice(2);
const waitedFor = () => process.exit(0);
process.once('disconnect', waitedFor);
process.once('message', () => {
  process.off('disconnect', waitedFor);
  process.argv = [process.execPath, bundle, ...command];
  void import(pathToFileURL(bundle).href);
});

const imports = (await readFile(bundle, 'utf8')).matchAll(/^import .* from "([^"]+)";$/gm);
await Promise.all([...imports].map(([, name = '']) => import(name)));
