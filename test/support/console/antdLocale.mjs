/**
 * antd's locales are CommonJS with their content in `default`, so an ES module in Node imports them as `{ default: … }`. The console's
 * bundle uses antd's ES modules (vite.config.ts), which aren't wrapped; this removes the wrapping in tests.
 */
export default {
  process: (/** @type {string} */ source) => ({ code: `${source}\nmodule.exports = module.exports.default;\n` }),
};
