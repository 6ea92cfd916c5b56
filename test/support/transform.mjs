import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync, version } from 'esbuild';

/** Replaces `import.meta.env`, as vite does. */
const ENV = JSON.stringify({ BASE_URL: './', DEV: true, MODE: 'test', PROD: false, SSR: false });
const WRITTEN = 'import.meta.env';

/** Vite reads JSON by itself, also parts of it, and would leave the attribute in for the browser; Node's loader insists on it. */
const JSON_IMPORT = /import\(('[^'?]+\.json)(?:\?[^']*)?'\)/g;

const OURSELVES = readFileSync(import.meta.filename, 'utf8');

/** Strips types, after doing vite's part. */
export default {
  process(/** @type {string} */ source, /** @type {string} */ file) {
    const prepared = source.replaceAll(WRITTEN, `(${ENV})`).replaceAll(JSON_IMPORT, "import($1', { with: { type: 'json' } })");
    return transformSync(prepared, {
      loader: path.extname(file) === '.tsx' ? 'tsx' : 'ts',
      sourcefile: file,
      sourcemap: 'both',
      target: 'node20.19',
      jsx: 'automatic',
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    });
  },
  getCacheKey: (/** @type {string} */ source, /** @type {string} */ file) =>
    createHash('sha256').update(`${OURSELVES}\n${version}\n${file}\n${source}`).digest('hex'),
};
