import { builtinModules } from 'node:module';
import boundaries from 'eslint-plugin-boundaries';
import formatjs from 'eslint-plugin-formatjs';
import { importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { plainNames } from './scripts/plainNames.mjs';
import { testTitles } from './scripts/testTitles.mjs';

/** What each feature shows to the others, beside its api.ts, slice.ts and selectors.ts. */
const PUBLIC = {
  accounts: ['AccountPicker.tsx'],
  batches: ['BatchesTab.tsx'],
  'portal-designer': ['CaptivePortalPanel.tsx'],
  counter: ['CounterTools.tsx', 'DeskCounter.tsx', 'LostTicketButton.tsx', 'ScannedCode.tsx', 'VouchersCounter.tsx', 'presetVouchers.ts'],
  dashboard: ['HotspotAlertsPanel.tsx', 'OnlineChart.tsx'],
  deleted: ['UndoHint.tsx', 'WhatEnds.tsx', 'useRestore.ts', 'useSayDeleted.ts'],
  disclaimers: ['DisclaimersPanel.tsx', 'DisclaimersPicker.tsx', 'PrivacyTab.tsx'],
  find: ['FoundStatus.tsx'],
  guests: ['GuestPicker.tsx'],
  hotspots: ['HotspotPicker.tsx'],
  'mac-auth': ['MacEntriesTab.tsx'],
  printing: ['layout/qr.ts', 'usePaperSettings.ts'],
  units: ['UnitFilterPicker.tsx', 'UnitPicker.tsx', 'UnitState.tsx'],
  vouchers: [
    'FoundVoucher.tsx',
    'VoucherStates.tsx',
    'VouchersTab.tsx',
    'codeGroups.ts',
    'lastDayRule.tsx',
    'useVoucherTypes.ts',
    'voucherForm.ts',
    'voucherTexts.ts',
  ],
};

/** The parts of the program (docs/architecture.md#who-may-import-whom), the more particular first: a file belongs to the first that fits. */
const LAYERS = [
  { type: 'entry', pattern: 'src/main.tsx' },
  { type: 'app', pattern: 'src/app/**/*' },
  {
    type: 'feature-public',
    pattern: [
      ...['api.ts', 'slice.ts', 'selectors.ts'].map((file) => `src/features/*/${file}`),
      ...Object.entries(PUBLIC).flatMap(([noun, files]) => files.map((file) => `src/features/@(${noun})/${file}`)),
    ],
    capture: ['noun'],
  },
  { type: 'feature', pattern: 'src/features/*/**/*', capture: ['noun'] },
  { type: 'shared', pattern: 'src/shared/**/*' },
  // The captive portal's pages: the server renders them, and the designer shows them.
  { type: 'portal', pattern: 'src/portal/**/*' },
  // What the console may load of the contract: these files do without zod, and import only each other.
  { type: 'plain-contract', pattern: 'src/contract/plain/**/*' },
  { type: 'contract', pattern: 'src/contract/**/*' },
  // What console and server have to know about each kind of gateway.
  { type: 'gateways', pattern: 'src/gateways/**/*' },
  // Of the server, what starts a demonstration.
  { type: 'server-start', pattern: ['app', 'cli', 'deps', 'main', 'cli/*'].map((file) => `src/server/${file}.ts`) },
  { type: 'server', pattern: 'src/server/**/*' },
  // Data for demonstrations, measurements and tests, and units and guests that are played.
  { type: 'demo', pattern: 'src/demo/**/*' },
  { type: 'messages', pattern: 'i18n/*.json' },
  { type: 'portal-messages', pattern: 'i18n/portal/*.json' },
  { type: 'ambient', pattern: 'src/*.d.ts' },
  { type: 'manifest', pattern: 'package.json' },
].map((room) => ({ mode: 'full', ...room }));

const CONSOLE = ['entry', 'app', 'feature', 'feature-public', 'shared'];
const SERVER = ['server', 'server-start', 'demo'];
const SERVER_PACKAGES = [
  ...[
    'zod',
    'fastify',
    'fastify-*',
    '@fastify/*',
    'drizzle-*',
    'pg',
    '@electric-sql/*',
    '@node-rs/*',
    'pino*',
    'nodemailer',
    'sanitize-html',
  ],
  ...builtinModules,
  'node:*',
];
const CONSOLE_PACKAGES = [
  'react',
  'react-*',
  'antd',
  '@ant-design/*',
  '@antv/*',
  '@reduxjs/*',
  'redux*',
  '@tiptap/*',
  'jspdf',
  'dompurify',
];

const importRules = {
  'boundaries/element-types': [
    'error',
    {
      default: 'disallow',
      message: '${file.type} may not import ${dependency.type} (docs/architecture.md#who-may-import-whom)',
      rules: [
        { from: ['entry', 'app'], allow: ['app', 'feature', 'feature-public', 'shared', 'messages'] },
        { from: ['feature', 'feature-public'], allow: ['feature-public', ['feature', { noun: '${from.noun}' }], 'shared', 'portal'] },
        { from: 'shared', allow: ['shared', 'messages'] },
        { from: 'portal', allow: ['portal', 'portal-messages', 'plain-contract'] },
        { from: CONSOLE, allow: ['plain-contract', 'gateways'] },
        {
          from: CONSOLE,
          importKind: 'value',
          disallow: 'contract',
          message: `The console holds no zod: of this file it may only \`import type\`; constants live in src/contract/plain`,
        },
        { from: CONSOLE, importKind: 'type', allow: 'contract' },
        { from: 'plain-contract', allow: 'plain-contract' },
        { from: 'contract', allow: ['contract', 'plain-contract'] },
        { from: 'gateways', allow: ['gateways', 'plain-contract'] },
        { from: 'gateways', importKind: 'type', allow: SERVER },
        { from: SERVER, allow: ['server', 'server-start', 'contract', 'plain-contract', 'portal', 'gateways', 'manifest'] },
        { from: ['server-start', 'demo'], allow: 'demo' },
      ],
    },
  ],
  'boundaries/external': [
    'error',
    {
      default: 'disallow',
      message: '${file.type} may not import ${dependency.source} (docs/architecture.md#who-may-import-whom)',
      rules: [
        { from: [...CONSOLE, ...SERVER], allow: '**' },
        { from: CONSOLE, disallow: [...SERVER_PACKAGES, 'moment', 'html2canvas'] },
        { from: SERVER, disallow: CONSOLE_PACKAGES },
        { from: 'portal', allow: ['react', 'react-dom'] },
        { from: 'contract', allow: 'zod' },
      ],
    },
  ],
  'boundaries/no-unknown': 'error',
  'boundaries/no-unknown-files': 'error',
};

/** Where people read literals in JSX, beside text: these properties of antd's components. Our own components take message ids. */
const ANTD_WORDS = [
  [
    '(Alert|Card|Drawer|Empty|Modal|Popconfirm|Popover|Result|Statistic|Tooltip)',
    '(title|subTitle|description|content|message|okText|cancelText)',
  ],
  ['(Form.Item|Checkbox|Radio|Descriptions.Item)', '(label|extra|help|tooltip)'],
  ['(Input|Input.*|InputNumber|Select|AutoComplete|DatePicker|DatePicker.*)', '(placeholder|addonBefore|addonAfter|prefix|suffix)'],
];

/** formatjs' rule against literals in JSX, but for those without a letter: a dash or a slash needs no translator. */
const literalWords = {
  ...formatjs.rules['no-literal-string-in-jsx'],
  create(context) {
    const hasLetters = (node) => {
      if (node.type === 'TemplateLiteral') return node.quasis.some((part) => /\p{L}/u.test(part.value.raw));
      const text = node.type === 'JSXAttribute' ? node.value : node;
      return /\p{L}/u.test(context.sourceCode.getText(text));
    };
    const report = (problem) => hasLetters(problem.node) && context.report(problem);
    return formatjs.rules['no-literal-string-in-jsx'].create(Object.create(context, { report: { value: report } }));
  },
};

/** The same for what is handed to antd in objects: menus, columns, modal.confirm(). A message id has no capital and no space. */
const textsInObjects = {
  selector:
    'Property[key.name=/^(?:title|label|content|description|placeholder|message|help|okText|cancelText)$/] > Literal.value[value=/^\\p{Lu}|\\s/u]',
  message: 'What people read is a message of i18n/.',
};

const TABLES = "Tables are imported by a noun's queries.ts, and *Queries.ts beside it (docs/architecture.md#one-noun-four-rooms).";

/** What imports tables without being named after it, and why. */
const OTHERS_WITH_TABLES = [
  // Conditions of scope, for the statements of every noun.
  'auth/tenancy',
  // How all tables refer to each other, read from the schema itself: no statement.
  'deleted/references',
  // Which tables and columns a file that is imported may have, read from the schema itself: no statement.
  'cli/import',
].map((file) => `src/server/${file}.ts`);

const noReExports = { selector: 'ExportAllDeclaration', message: 'Import from the file that has it: no re-exports.' };

/** An index of icons loads all of them, for seconds in a test. */
const iconFilesOnly = (name) => ({ name, message: 'Import each icon from its own file, as the others are.' });

/** Set by `npm run test:long`, which also checks the rules of React's compiler: they take longer than all others. */
const isLong = process.env.PORTICO_LONG === '1';

const noSkippedTests = {
  selector: 'CallExpression[callee.object.name=/^(?:test|it|describe)$/][callee.property.name=/^(?:only|skip)$/]',
  message: 'A test that does not run proves nothing.',
};

/** What oxlint doesn't check (.oxlintrc.json): who may import whom, words of screens, titles of tests. */
export default defineConfig(
  globalIgnores(['dist/', 'coverage/', 'data/', 'demo-data/', 'backups/', '.*/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  importX.flatConfigs.typescript,

  { files: ['**/*.{ts,tsx}'], languageOptions: { parser: tseslint.parser } },

  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { boundaries },
    settings: {
      'boundaries/elements': LAYERS,
      'boundaries/dependency-nodes': ['import', 'dynamic-import', 'export'],
      // Two resolvers, one for each plugin, that do the same.
      'import/resolver': { typescript: true },
    },
    rules: {
      ...importRules,
      // An installation has what the server imports; of the console it has the build.
      'import-x/no-extraneous-dependencies': [
        'error',
        {
          devDependencies: ['main.tsx', 'app/**', 'features/**', 'shared/**', 'portal/**'].map((of) => `**/src/${of}`),
          optionalDependencies: false,
        },
      ],
      'no-console': 'error',
      'no-restricted-syntax': ['error', noReExports],
    },
  },
  {
    files: ['{src,test/support}/**/*.{ts,tsx}'],
    plugins: { names: { rules: { 'plain-english': plainNames } } },
    rules: { 'names/plain-english': 'error' },
  },
  {
    files: ['src/server/database/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['../http/*', '../backups/*'], message: 'The database knows neither requests nor backups.' }] },
      ],
    },
  },
  {
    files: ['src/server/**/*.ts'],
    ignores: ['src/server/**/{queries,*Queries}.ts', 'src/server/database/**', ...OTHERS_WITH_TABLES],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ group: ['**/database/schema', '**/database/schema/*'], message: TABLES }] }],
    },
  },
  // Drizzle, the migrations and what reads the schema itself need all tables in one module.
  { files: ['src/server/database/schema.ts'], rules: { 'no-restricted-syntax': 'off' } },
  // The command's own words go to the terminal.
  { files: ['src/server/cli.ts', 'src/server/cli/*.ts'], rules: { 'no-console': 'off' } },

  {
    files: ['src/{app,features,portal,shared}/**/*.{ts,tsx}', 'src/main.tsx'],
    extends: isLong ? [reactHooks.configs.flat['recommended-latest']] : [],
    plugins: { words: { rules: { 'no-literal-string-in-jsx': literalWords } } },
    rules: {
      'words/no-literal-string-in-jsx': ['error', { props: { include: ANTD_WORDS } }],
      'no-restricted-syntax': ['error', noReExports, textsInObjects],
      'no-restricted-imports': ['error', ...['@ant-design/icons', '@ant-design/icons-svg'].map(iconFilesOnly)],
    },
  },
  {
    files: ['test/**/*.{ts,tsx}'],
    // It sets the seed.
    ignores: ['test/support/run/property.ts'],
    rules: {
      'no-restricted-imports': ['error', { name: 'fast-check', message: 'Import test/support/run/property, which sets the seed.' }],
    },
  },
  {
    files: ['src/features/**/*.{ts,tsx}'],
    // It reads font files that come with the console.
    ignores: ['src/features/printing/typefaces.ts'],
    rules: { 'no-restricted-globals': ['error', { name: 'fetch', message: "Calls to the server are endpoints of the feature's api.ts." }] },
  },

  {
    files: ['src/**/index.{ts,tsx}', 'src/**/{utils,misc,helpers,common}.{ts,tsx}', 'src/**/{utils,misc,helpers,common}/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'Program', message: 'A file is named after what it holds: no index, utils, misc, helpers or common.' },
      ],
    },
  },

  {
    files: ['test/**/*.{ts,tsx}'],
    plugins: { titles: { rules: { 'plain-english': testTitles } } },
    rules: {
      'titles/plain-english': 'error',
      'no-restricted-syntax': ['error', noSkippedTests],
    },
  },
);
