/**
 * Node 20 needs a loader to read this file.
 * @jest-config-loader esbuild-register
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from 'jest';

/** jest's type leaves open what its lists hold. */
type Project = Exclude<NonNullable<Config['projects']>[number], string> & {
  roots?: string[];
  testMatch?: string[];
  testPathIgnorePatterns?: string[];
};

const contract = '<rootDir>/test/contract/**/*.test.ts';

/**
 * Where one engine may do what the other does not: SQL, functions and triggers of our own, the order of texts, locks, what is streamed.
 * The recorded calls, most of the API, are among them, and the servers of component tests and journeys run on the embedded engine, too. What
 * else is tested is the same TypeScript on either engine.
 */
const ENGINES_MAY_DIFFER = [
  contract,
  ...['automaticBackups', 'find', 'lists', 'reportSums'].map((name) => `<rootDir>/test/server/${name}.test.ts`),
];

/** Set by `npm test` for a run of everything, which leaves to the long run what is slow (test/support/long.ts). */
const LEFT_OUT = process.env.PORTICO_TEST_SHORT === undefined ? [] : ['\\.long\\.test\\.tsx?$'];

/** Set by `npm test`: where it has put the files that stand for test files which run together (scripts/together.mjs). */
const TOGETHER = process.env.PORTICO_TEST_TOGETHER;

/** A project whose test files run together where `npm test` says so. */
function together(name: 'component' | 'server-postgres', project: Project): Project {
  if (TOGETHER === undefined) return project;
  const groups = JSON.parse(readFileSync(path.join(TOGETHER, 'groups.json'), 'utf8')) as Record<string, string[]>;
  const files = Object.keys(groups).flatMap((group) => (group.startsWith(name) ? (groups[group] ?? []) : []));
  return {
    ...project,
    roots: [...(project.roots ?? []), TOGETHER],
    testMatch: [...(project.testMatch ?? []), `${TOGETHER}/${name}-*.test.mjs`],
    testPathIgnorePatterns: [...(project.testPathIgnorePatterns ?? []), ...files.map((file) => `^${file.replaceAll(/\W/g, '.')}$`)],
  };
}

const EMBEDDED_ALONE = ['database', 'embedded'].map((room) => `<rootDir>/test/server/${room}/**/*.test.ts`);

/**
 * What all projects share: ES modules, types stripped and not checked (`npm run typecheck` does that). What a project needs outside
 * of jest is started by its global set-up, once a run and only when it has a test to run. (jest calls one file once, however
 * many projects name it: hence a file each, and one tear-down.)
 */
const common: Project = {
  roots: ['<rootDir>/src', '<rootDir>/test'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'cjs', 'mjs', 'json'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '\\.tsx?$': ['<rootDir>/test/support/transform.mjs', { useESM: true }],
    '/antd/locale/': '<rootDir>/test/support/antdLocale.mjs',
    '\\.ttf$': '<rootDir>/test/support/typefaceFile.mjs',
  },
  transformIgnorePatterns: ['/node_modules/(?!antd/locale/|.*\\.ttf$)'],
  globalTeardown: '<rootDir>/test/support/globalTeardown.mjs',
  restoreMocks: true,
  testPathIgnorePatterns: LEFT_OUT,
};

/**
 * The same server tests on both engines, but for what is about one of them. scripts/test.mjs leaves out what need not run on the embedded
 * one too.
 */
function server(engine: 'pglite' | 'postgres', without: string[]): Project {
  const isChosen = engine === 'pglite' && process.env.PORTICO_TEST_EMBEDDED !== undefined;
  return {
    ...common,
    globalSetup: `<rootDir>/test/support/globalSetup/server${engine === 'pglite' ? 'Pglite' : 'Postgres'}.mjs`,
    displayName: { name: `server-${engine}`, color: 'blue' },
    testEnvironment: '<rootDir>/test/support/nodeEnvironment.ts',
    testEnvironmentOptions: engine === 'postgres' ? { projectNeeds: 'PORTICO_TEST_POSTGRES' } : {},
    globals: { PORTICO_TEST_ENGINE: engine },
    moduleNameMapper: { '^@node-rs/argon2$': '<rootDir>/test/support/cheapArgon2.mjs' },
    testMatch: isChosen ? [...EMBEDDED_ALONE, ...ENGINES_MAY_DIFFER] : ['<rootDir>/test/server/**/*.test.ts', contract],
    testPathIgnorePatterns: [...without, ...LEFT_OUT],
  };
}

const config: Config = {
  // One more than there are cores here: tests often wait, for a command they started or for a server.
  maxWorkers: 3,
  // Modules of finished test files are not all given back.
  workerIdleMemoryLimit: '1GB',
  // For what never ends, on a machine that has other things to do; jest takes it here, not from a project.
  testTimeout: 60_000,
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  reporters: ['default', '<rootDir>/test/support/failuresAtOnce.mjs'],
  projects: [
    {
      ...common,
      displayName: { name: 'unit', color: 'green' },
      testEnvironment: 'node',
      testMatch: ['shared', 'tooling', 'i18n'].map((room) => `<rootDir>/test/${room}/**/*.test.ts`),
    },
    together('component', {
      ...common,
      displayName: { name: 'component', color: 'cyan' },
      globalSetup: '<rootDir>/test/support/globalSetup/component.mjs',
      testEnvironment: '<rootDir>/test/support/jsdomEnvironment.ts',
      testEnvironmentOptions: { url: 'http://127.0.0.1/' },
      setupFilesAfterEnv: ['<rootDir>/test/support/componentSetup.ts'],
      moduleNameMapper: {
        // jsdom has no canvas to draw on; browser journeys look at what is drawn.
        '^@ant-design/charts$': '<rootDir>/test/support/noCharts.ts',
        '^@ant-design/cssinjs$': '<rootDir>/test/support/antdStyles.cjs',
        '\\.(?:css|svg|png|woff2)(?:\\?\\w+)?$': '<rootDir>/test/support/noFile.ts',
        '(.+\\.ttf)\\?url$': '$1',
      },
      testMatch: [
        ...['features', 'app'].map((room) => `<rootDir>/test/${room}/**/*.test.{ts,tsx}`),
        // What is shared and drawn.
        '<rootDir>/test/shared/**/*.test.tsx',
      ],
    }),
    server('pglite', ['/test/server/postgres/']),
    together('server-postgres', server('postgres', ['/test/server/database/', '/test/server/embedded/'])),
    {
      ...common,
      displayName: { name: 'e2e', color: 'magenta' },
      globalSetup: '<rootDir>/test/support/globalSetup/e2e.mjs',
      testEnvironment: '<rootDir>/test/support/nodeEnvironment.ts',
      testEnvironmentOptions: { projectNeeds: 'PORTICO_E2E_SERVER' },
      testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
    },
  ],
};

export default config;
