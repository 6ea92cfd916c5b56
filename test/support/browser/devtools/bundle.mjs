/**
 * Prints `extension.ts` and the engine as one script. Runs as a separate process, because Vite's native part doesn't accept jest's modules.
 */
import path from 'node:path';
import { build } from 'vite';

process.env.NODE_ENV = 'production';
const [created] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ (
  await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: path.join(import.meta.dirname, 'extension.ts'), formats: ['iife'], name: 'extension' },
    },
  })
);
const chunk = created?.output[0];
if (chunk?.type !== 'chunk') throw new Error('the stand-in for DevTools was not built');
process.stdout.write(chunk.code);
