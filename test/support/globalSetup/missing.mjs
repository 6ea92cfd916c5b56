/** Says in one line what this machine lacks; its tests are then skipped (NodeEnvironment). With CI=true it must be there. */
export function missing(/** @type {string} */ what, /** @type {string} */ tests) {
  if (process.env.CI === 'true') throw new Error(`${what} is not installed, and with CI=true ${tests} must run.`);
  process.stderr.write(`${what} is not installed: ${tests} are skipped.\n`);
}
