/** Prints `extension.ts` with the engine as one script. In a process of its own: jest's modules are not what vite's native part takes. */
import path from 'node:path';
import { build } from 'vite';

process.env.NODE_ENV = 'production';
const [made] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ (
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
const chunk = made?.output[0];
if (chunk?.type !== 'chunk') throw new Error('the stand-in for DevTools was not built');
process.stdout.write(chunk.code);
