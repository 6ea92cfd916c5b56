import { createHash } from 'node:crypto';
import { TsJestTransformer } from 'ts-jest';

/** Replaces `import.meta.env`, as vite does. */
const ENV = JSON.stringify({ BASE_URL: './', DEV: true, MODE: 'test', PROD: false, SSR: false });
const WRITTEN = 'import.meta.env';

/** Vite reads JSON by itself and would leave the attribute in for the browser; Node's loader insists on it. */
const JSON_IMPORT = /import\(('[^']+\.json')\)/g;

/** ts-jest, after doing vite's part. */
export default {
  createTransformer(/** @type {import('ts-jest').TsJestTransformerOptions} */ options) {
    const inner = new TsJestTransformer(options);
    const prepared = (/** @type {string} */ source) =>
      source.replaceAll(WRITTEN, `(${ENV})`).replaceAll(JSON_IMPORT, "import($1, { with: { type: 'json' } })");
    /** @typedef {Parameters<typeof inner.process>} Process */
    return {
      process: (/** @type {Process} */ ...[source, file, how]) => inner.process(prepared(source), file, how),
      processAsync: (/** @type {Process} */ ...[source, file, how]) => inner.processAsync(prepared(source), file, how),
      getCacheKey: (/** @type {Process} */ ...[source, file, how]) =>
        createHash('sha256')
          .update(ENV + JSON_IMPORT.source)
          .update(inner.getCacheKey(source, file, how))
          .digest('hex'),
    };
  },
};
