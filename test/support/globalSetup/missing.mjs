/** Prints one line about what this machine lacks; the tests that need it are skipped (NodeEnvironment). With CI=true it throws. */
export function missing(/** @type {string} */ what, /** @type {string} */ tests) {
  if (process.env.CI === 'true') throw new Error(`${what} is not installed, and with CI=true ${tests} must run.`);
  process.stderr.write(`${what} is not installed: ${tests} are skipped.\n`);
}
