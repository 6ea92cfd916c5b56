import { readFileSync } from 'node:fs';

/** A typeface is imported as its address; here one that holds the file itself. */
export default {
  process: (/** @type {string} */ _source, /** @type {string} */ file) => ({
    code: `module.exports = 'data:font/ttf;base64,${readFileSync(file, 'base64')}';`,
  }),
};
