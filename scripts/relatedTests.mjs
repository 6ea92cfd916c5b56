/**
 * Which tests a changed file needs beyond those that import it (`npm test -- --changed`): jest doesn't follow SQL, style sheets, pages,
 * documents, or messages that are loaded lazily.
 */

/** Changed paths, and the tests or folders of tests that read such a file or show what it does. Every matching row counts. */
export const ROWS = [
  {
    changed: /^src\/server\/database\/migrations\//,
    tests: [
      ...['test/server/database/', 'test/server/postgres/'],
      ...['test/server/backup.test.ts', 'test/server/reportSums.test.ts', 'test/server/upgrade.test.ts'],
    ],
  },
  // Documents cite paths and names of tests, code cites documents, and settings are documented.
  { changed: /^/, tests: ['test/tooling/citations.test.ts', 'test/tooling/operations.test.ts'] },
  { changed: /^docs\/glossary\.md$|^index\.html$|^public\//, tests: ['test/i18n/words.test.ts'] },
  { changed: /^i18n\//, tests: ['test/i18n/'] },
  { changed: /^index\.html$/, tests: ['test/e2e/firstScreen.test.ts'] },
  {
    changed: /^src\/(?:app|shared)\/.*\.css$/,
    tests: ['test/e2e/everyScreenOnDesktop.test.ts', 'test/e2e/everyScreenOnPhone.test.ts'],
  },
  { changed: /^src\/app\/replay\/.*\.css$/, tests: ['test/e2e/replay.test.ts'] },
  { changed: /^src\/features\/captive-portal\/.*\.css$/, tests: ['test/e2e/portal.test.ts'] },
  { changed: /^src\/features\/guest-phone\/.*\.css$/, tests: ['test/e2e/guestPhone.test.ts'] },
  { changed: /^src\/features\/marketing\/.*\.css$/, tests: ['test/e2e/feedback.test.ts'] },
];

/**
 * @param {readonly string[]} changed paths relative to the root, with forward slashes
 * @param {readonly string[]} all every test file, likewise; those of the long run (`*.long.test.ts`) are left out
 * @returns {string[]}
 */
export function relatedTests(changed, all) {
  const wanted = ROWS.filter((row) => changed.some((file) => row.changed.test(file))).flatMap(({ tests }) => tests);
  return all.filter((test) => !/\.long\.test\.tsx?$/.test(test) && wanted.some((place) => isIn(place, test)));
}

const isIn = (/** @type {string} */ place, /** @type {string} */ test) => (place.endsWith('/') ? test.startsWith(place) : test === place);
