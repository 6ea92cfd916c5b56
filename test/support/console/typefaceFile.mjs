import { readFileSync } from 'node:fs';

/** Typefaces are imported as URLs; in tests, as data URLs. */
export default {
  process: (/** @type {string} */ _source, /** @type {string} */ file) => ({
    code: `module.exports = 'data:font/ttf;base64,${readFileSync(file, 'base64')}';`,
  }),
};
