/**
 * The slices of the long run, in the order in which they run: `npm run test:long -- NAME` runs one. Each test file belongs to the first
 * slice whose pattern matches its path. Two kinds run by their name only, and as jobs of the workflow: what begins with a bare system, a
 * package or an image takes as long as all others, and changes with what is installed and not with what is served; and what runs on
 * PostgreSQL already runs again on the embedded engine (the files of the slices in `again`), which takes several times as long.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { findPostgres } from '../test/support/run/postgres.mjs';
import { ROOT } from './paths.mjs';

/** @typedef {{ name: string, projects: string[], pattern?: RegExp, again?: string[], byName?: true }} Slice */

const CONSOLE = ['unit', 'component'];
const EMBEDDED = ['server-pglite'];
const hasPostgres = process.env.PORTICO_TEST_POSTGRES !== undefined || findPostgres() !== undefined;
const SERVER = hasPostgres ? ['server-postgres'] : EMBEDDED;
const BOTH = [...EMBEDDED, 'server-postgres'];

/** @type {Slice[]} */
export const SLICES = [
  { name: 'bare', projects: ['unit'], pattern: /^test\/tooling\/bareMachine/, byName: true },
  { name: 'console', projects: CONSOLE, pattern: /^test\/(?:app|gateways|i18n|shared|tooling)\// },
  { name: 'vouchers', projects: CONSOLE, pattern: /^test\/features\/(?:batches|counter|printing|vouchers)\// },
  { name: 'screens', projects: CONSOLE, pattern: /^test\/features\// },
  { name: 'rules', projects: ['unit'], pattern: /^test\/rules\// },
  { name: 'contract', projects: SERVER, pattern: /^test\/contract\// },
  { name: 'radius', projects: SERVER, pattern: /^test\/server\/(?:access|radius|simulate)\// },
  { name: 'portal', projects: SERVER, pattern: /^test\/server\/(?:chilli|opennds|portal|guestPhone|macAuth)/ },
  { name: 'database', projects: BOTH, pattern: /^test\/server\/(?:database|[^/]*[bB]ackup|fixture|upgrade)/ },
  // The demonstration has an embedded database.
  { name: 'embedded', projects: EMBEDDED, pattern: /^test\/server\/(?:demo\.|embedded)/ },
  { name: 'postgres', projects: SERVER, pattern: /^test\/server\/postgres/ },
  { name: 'messages', projects: SERVER, pattern: /^test\/server\/(?:messages|marketing|imports)\// },
  {
    name: 'attacks',
    projects: SERVER,
    pattern: /^test\/server\/(?:botAndOwner|consoleModel|firstStartKilled|freshness|fuzz|load|slowClients|tenancy)/,
  },
  { name: 'server', projects: SERVER, pattern: /^test\/server\// },
  { name: 'accessAgain', projects: EMBEDDED, again: ['radius', 'portal'], byName: true },
  { name: 'messagesAgain', projects: EMBEDDED, again: ['contract', 'messages'], byName: true },
  { name: 'attacksAgain', projects: EMBEDDED, again: ['attacks'], byName: true },
  { name: 'serverAgain', projects: EMBEDDED, again: ['server'], byName: true },
  { name: 'container', projects: ['e2e'], pattern: /^test\/e2e\/(?:installed|strangersWalk)Container/, byName: true },
  { name: 'debian', projects: ['e2e'], pattern: /^test\/e2e\/installed(?:ByHand|Debian|Older|Twice)/, byName: true },
  { name: 'walks', projects: ['e2e'], pattern: /^test\/e2e\/strangersWalk/, byName: true },
  { name: 'tour', projects: ['e2e'], pattern: /^test\/e2e\/everyScreen/ },
  { name: 'programs', projects: ['e2e'], pattern: /^test\/e2e\/(?:development|faults|installed|nodeVersions|opennds)/ },
  { name: 'guests', projects: ['e2e'], pattern: /^test\/e2e\/(?:captivePortal|guest|portal)/ },
  { name: 'desk', projects: ['e2e'], pattern: /^test\/e2e\/(?:counter|countedActions|dayOnScreens|deskHeard|reception|voucherPaper)/ },
  { name: 'replay', projects: ['e2e'], pattern: /^test\/e2e\/(?:devTools|replay)/ },
  { name: 'journeys', projects: ['e2e'], pattern: /^test\/e2e\// },
];

/** Paths of all test files, relative to the project's folder, with forward slashes; in the same order on each machine. */
export const TEST_FILES = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => `test/${file.split(path.sep).join('/')}`)
  .sort();

/** The slice that a test file belongs to. */
export const sliceOf = (/** @type {string} */ file) => SLICES.find(({ pattern }) => pattern?.test(file));

/** The test files of a slice. */
export function filesOf(/** @type {Slice} */ { name, again = [name] }) {
  return TEST_FILES.filter((file) => again.includes(sliceOf(file)?.name ?? ''));
}

/** Every second file of a slice: an even seed takes the ones, an odd seed the others. */
export const halfOf = (/** @type {Slice} */ slice, /** @type {number} */ seed) => filesOf(slice).filter((_, nth) => nth % 2 === seed % 2);

/**
 * What a whole long run takes: of each slice a half, or all. Slices of the same projects run together, so that jest starts once for them,
 * and only at their end waits for a last file on one core.
 *
 * @param {(slice: Slice) => string[]} filesFrom
 */
export function wholeRun(filesFrom) {
  /** @type {Map<string, { names: string[], projects: string[], files: string[] }>} */
  const groups = new Map();
  for (const slice of SLICES.filter(({ byName }) => byName !== true)) {
    const key = slice.projects.join();
    const group = groups.get(key) ?? { names: [], projects: slice.projects, files: [] };
    groups.set(key, group);
    group.names.push(slice.name);
    group.files.push(...filesFrom(slice));
  }
  return [...groups.values()];
}
