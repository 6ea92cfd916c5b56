/** Messages of the console, for builds and tests. */

/** A language's messages by the ids of the English ones; in English where the language has none. */
export function completed(/** @type {Record<string, string>} */ english, /** @type {Record<string, string>} */ messages) {
  return Object.fromEntries(Object.entries(english).map(([id, text]) => [id, messages[id] ?? text]));
}
