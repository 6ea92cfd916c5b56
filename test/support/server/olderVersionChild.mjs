/** `node olderVersionChild.mjs COMMIT FOLDER`: builds the server of an older version, with the packages of the current one. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

const [commit = '', folder = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const archive = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 });
execFileSync('tar', ['x', '-C', folder], { input: archive });
// Don't use that version's own configuration, which also copies what only the console and its pages need.
await build({
  ...{ root: folder, configFile: false, logLevel: 'warn' },
  ssr: { noExternal: ['react', 'react-dom'] },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    ...{ ssr: 'src/server/cli.ts', outDir: 'dist/server', copyPublicDir: false, minify: false },
    rolldownOptions: { output: { format: 'es', entryFileNames: 'cli.js', codeSplitting: false } },
  },
});
cpSync(path.join(folder, 'src/server/database/migrations'), path.join(folder, 'dist/server/migrations'), { recursive: true });
