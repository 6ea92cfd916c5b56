/** Texts of the console for a build or a test. */

/** A language's messages; those that it lacks, or that English no longer has, as English has them. */
export function completed(/** @type {Record<string, string>} */ english, /** @type {Record<string, string>} */ messages) {
  return Object.fromEntries(Object.entries(english).map(([id, text]) => [id, messages[id] ?? text]));
}
