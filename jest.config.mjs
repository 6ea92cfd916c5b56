import { findBrowser } from './test/support/run/chromium.mjs';
import { missing } from './test/support/run/globalSetup/missing.mjs';
import { findPostgres } from './test/support/run/postgres.mjs';

/** @typedef {Exclude<NonNullable<import('jest').Config['projects']>[number], string>} Project */

/** Set by `npm run test:long`: everything, in full, on both engines. */
const isLong = process.env.PORTICO_LONG === '1';

const contract = '<rootDir>/test/contract/**/*.test.ts';

/** What is about the embedded engine. */
const EMBEDDED_ALONE = ['database', 'embedded'].map((room) => `<rootDir>/test/server/${room}/**/*.test.ts`);

/**
 * Long tests of pages, floods, gateways, packets and a year of questions, which take long on any engine and ask the same of each: they run
 * on PostgreSQL, and on the embedded engine where there is none. What each area rests on runs on both: the short tests beside them, the
 * log-in with a code, the calls of the existing console.
 */
const ON_ONE_ENGINE = [
  '/test/server/(?:chilli|opennds|portal|simulate)/(?!login\\.)\\w+\\.long\\.test',
  '/test/server/radius/(?:freeradius\\w*|fuzzService|listener)\\.long\\.test',
  '/test/server/(?:botAndOwner|dayRecounted|guestPhone|load|marketing/year|messages/tenThousand|slowClients)\\.long\\.test',
  '/test/contract/existingConsole\\w+\\.long\\.test',
];

const hasPostgres = process.env.PORTICO_TEST_POSTGRES !== undefined || findPostgres() !== undefined;
if (!hasPostgres) missing('PostgreSQL', 'the server tests on PostgreSQL', ['postgresql']);

const hasBrowser = findBrowser() !== undefined;
if (!hasBrowser) missing('Chromium', 'the browser journeys', ['chromium']);

/**
 * What all projects share: ES modules, types stripped and not checked (`npm run typecheck` does that). What a project needs outside
 * of jest is started by its global set-up, once a run and only when it has a test to run. (jest calls one file once, however
 * many projects name it: hence a file each, and one tear-down.)
 *
 * @satisfies {Project}
 */
const common = {
  roots: ['<rootDir>/src', '<rootDir>/test'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'cjs', 'mjs', 'json'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '\\.tsx?$': ['ts-jest', { useESM: true, transpilation: true, diagnostics: false }],
    '/antd/locale/': '<rootDir>/test/support/console/antdLocale.mjs',
    '\\.ttf$': '<rootDir>/test/support/console/typefaceFile.mjs',
  },
  transformIgnorePatterns: ['/node_modules/(?!antd/locale/|.*\\.ttf$)'],
  globalTeardown: '<rootDir>/test/support/run/globalTeardown.mjs',
  restoreMocks: true,
  testPathIgnorePatterns: isLong ? [] : ['\\.long\\.test\\.tsx?$'],
};

/**
 * The same server tests on both engines, but for what is about one of them. Without the long run they run on PostgreSQL; where there is none,
 * on the embedded engine, on which the servers of component tests and journeys run, too.
 *
 * @param {'pglite' | 'postgres'} engine
 * @param {string[]} without
 * @returns {Project}
 */
function server(engine, without) {
  const isChosen = engine === 'pglite' && hasPostgres && !isLong;
  return {
    ...common,
    globalSetup: `<rootDir>/test/support/run/globalSetup/server${engine === 'pglite' ? 'Pglite' : 'Postgres'}.mjs`,
    displayName: { name: `server-${engine}`, color: 'blue' },
    testEnvironment: '<rootDir>/test/support/run/nodeEnvironment.ts',
    globals: { PORTICO_TEST_ENGINE: engine },
    moduleNameMapper: { '^@node-rs/argon2$': '<rootDir>/test/support/server/cheapArgon2.mjs' },
    testMatch: isChosen ? EMBEDDED_ALONE : ['<rootDir>/test/server/**/*.test.ts', contract],
    testPathIgnorePatterns: [...without, ...common.testPathIgnorePatterns],
  };
}

/** @type {Project} */
const JOURNEYS = {
  ...common,
  displayName: { name: 'e2e', color: 'magenta' },
  globalSetup: '<rootDir>/test/support/run/globalSetup/e2e.mjs',
  testEnvironment: '<rootDir>/test/support/run/nodeEnvironment.ts',
  testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
};

/** @type {import('jest').Config} */
export default {
  // One more than there are cores here: tests often wait, for a command they started or for a server.
  maxWorkers: 3,
  // Modules of finished test files are not all given back.
  workerIdleMemoryLimit: '1GB',
  // For what never ends, on a machine that has other things to do; jest takes it here, not from a project. In the long run random tests have
  // all their rounds.
  testTimeout: isLong ? 600_000 : 300_000,
  reporters: ['default', '<rootDir>/test/support/run/failuresAtOnce.mjs'],
  projects: [
    {
      ...common,
      displayName: { name: 'unit', color: 'green' },
      globalSetup: '<rootDir>/test/support/run/globalSetup/unit.mjs',
      testEnvironment: '<rootDir>/test/support/run/nodeEnvironment.ts',
      testMatch: ['app', 'features', 'gateways', 'rules', 'shared', 'tooling', 'i18n'].map((room) => `<rootDir>/test/${room}/**/*.test.ts`),
    },
    {
      ...common,
      displayName: { name: 'component', color: 'cyan' },
      globalSetup: '<rootDir>/test/support/run/globalSetup/component.mjs',
      testEnvironment: '<rootDir>/test/support/console/jsdomEnvironment.ts',
      testEnvironmentOptions: { url: 'http://127.0.0.1/' },
      setupFilesAfterEnv: ['<rootDir>/test/support/console/componentSetup.ts'],
      moduleNameMapper: {
        // What vite puts into the console.
        '/bundled$': '<rootDir>/test/support/console/bundled.ts',
        // jsdom has no canvas to draw on; browser journeys look at what is drawn.
        '^@ant-design/charts$': '<rootDir>/test/support/console/noCharts.ts',
        '^@ant-design/cssinjs$': '<rootDir>/test/support/console/antdStyles.cjs',
        '\\.module\\.css$': '<rootDir>/test/support/console/classNames.ts',
        '\\.(?:css|svg|png|woff2)(?:\\?\\w+)?$': '<rootDir>/test/support/console/noFile.ts',
        '(.+\\.ttf)\\?url$': '$1',
      },
      testMatch: ['app', 'features', 'shared'].map((room) => `<rootDir>/test/${room}/**/*.test.tsx`),
    },
    server('pglite', ['/test/server/postgres/', ...(hasPostgres ? ON_ONE_ENGINE : [])]),
    ...(hasPostgres ? [server('postgres', ['/test/server/database/', '/test/server/embedded/'])] : []),
    ...(hasBrowser ? [JOURNEYS] : []),
  ],
};
