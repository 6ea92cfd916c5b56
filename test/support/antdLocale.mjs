/**
 * antd's locales are CommonJS with their content in `default`, which an ES module in node gets as `{ default: … }`. The console's bundle takes
 * antd's ES modules (vite.config.ts), where there is no such wrapping; here it is taken off.
 */
export default {
  process: (/** @type {string} */ source) => ({ code: `${source}\nmodule.exports = module.exports.default;\n` }),
};
