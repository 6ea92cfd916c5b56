/**
 * All lint rules: the recommended ones of ESLint, the "strict" sets of typescript-eslint (with types) and of jsx-a11y, the rules of hooks and
 * of React's compiler; and our own about who may import whom, the words of screens, names, and titles of tests. oxlint checks types in the same pass.
 */
import { builtinModules } from 'node:module';

/** What each feature shows to the others, beside its api.ts, slice.ts and selectors.ts. */
const PUBLIC = {
  accounts: ['AccountPicker.tsx'],
  auth: ['useMay.ts'],
  batches: ['BatchesTab.tsx'],
  'portal-designer': ['CaptivePortalPanel.tsx'],
  counter: ['CounterTools.tsx', 'DeskCounter.tsx', 'LostTicketButton.tsx', 'ScannedCode.tsx', 'VouchersCounter.tsx', 'presetVouchers.ts'],
  dashboard: ['HotspotAlertsPanel.tsx', 'OnlineChart.tsx'],
  deleted: ['UndoHint.tsx', 'WhatEnds.tsx', 'useRestore.ts', 'useSayDeleted.ts'],
  disclaimers: ['DisclaimersPanel.tsx', 'DisclaimersPicker.tsx', 'PrivacyTab.tsx'],
  find: ['FoundStatus.tsx', 'SearchFailed.tsx'],
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

const noSkippedTests = {
  selector: 'CallExpression[callee.object.name=/^(?:test|it|describe)$/][callee.property.name=/^(?:only|skip)$/]',
  message: 'A test that does not run proves nothing.',
};

export default {
  plugins: ['typescript', 'import', 'jsx-a11y', 'react'],
  // Plugins of ESLint, which oxlint runs as well, and our own.
  jsPlugins: [
    { name: 'eslint-js', specifier: 'oxlint-plugin-eslint' },
    { name: 'packages', specifier: 'eslint-plugin-import-x' },
    'eslint-plugin-boundaries',
    './scripts/lintPlugin.mjs',
  ],
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  settings: {
    'boundaries/elements': LAYERS,
    'boundaries/dependency-nodes': ['import', 'dynamic-import', 'export'],
    'import/resolver': { typescript: true },
  },
  categories: { correctness: 'error' },
  ignorePatterns: ['dist', 'coverage', 'data', 'demo-data', 'backups'],
  rules: {
    'no-case-declarations': 'error',
    'no-empty': 'error',
    'no-fallthrough': 'error',
    'no-prototype-builtins': 'error',
    'no-regex-spaces': 'error',
    'no-unexpected-multiline': 'error',
    // An argument that a signature asks for, and that is not needed here.
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
    // antd's components and our own take roles; elements that speak for themselves are chosen by hand.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/control-has-associated-label': 'off',
    // The first field of a dialog has the focus.
    'jsx-a11y/no-autofocus': 'off',
    // Texts sort as they should without it.
    'typescript/require-array-sort-compare': 'off',
  },
  overrides: [
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        'no-array-constructor': 'error',
        'no-useless-constructor': 'error',
        'no-var': 'error',
        'prefer-const': 'error',
        'prefer-rest-params': 'error',
        'prefer-spread': 'error',
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        'typescript/consistent-type-imports': 'error',
        'typescript/no-dynamic-delete': 'error',
        'typescript/no-empty-object-type': 'error',
        'typescript/no-explicit-any': 'error',
        'typescript/no-extraneous-class': 'error',
        'typescript/no-import-type-side-effects': 'error',
        // Packages are told our types by `declare global { namespace … }`.
        'typescript/no-namespace': ['error', { allowDeclarations: true }],
        'typescript/no-non-null-assertion': 'error',
        'typescript/no-non-null-asserted-nullish-coalescing': 'error',
        'typescript/no-require-imports': 'error',
        'typescript/no-unnecessary-type-constraint': 'error',
        'typescript/no-unsafe-function-type': 'error',
        'typescript/prefer-literal-enum-member': 'error',
        'typescript/unified-signatures': 'error',
        'typescript/await-thenable': 'error',
        'typescript/no-array-delete': 'error',
        'typescript/no-base-to-string': 'error',
        // `onClick={() => dispatch(x())}` is how React handlers are written.
        'typescript/no-confusing-void-expression': [
          'error',
          {
            ignoreArrowShorthand: true,
          },
        ],
        'typescript/no-deprecated': 'error',
        'typescript/no-duplicate-type-constituents': 'error',
        'typescript/no-floating-promises': 'error',
        'typescript/no-for-in-array': 'error',
        'typescript/no-generated-empty-object-type': 'error',
        'typescript/no-implied-eval': 'error',
        'typescript/no-meaningless-void-operator': 'error',
        // antd awaits handlers that return a promise, React ignores it; a promise nobody looks at is still found by no-floating-promises.
        'typescript/no-misused-promises': [
          'error',
          {
            checksVoidReturn: {
              attributes: false,
              properties: false,
            },
          },
        ],
        'typescript/no-misused-spread': 'error',
        'typescript/no-mixed-enums': 'error',
        'typescript/no-redundant-type-constituents': 'error',
        'typescript/no-unnecessary-boolean-literal-compare': 'error',
        'typescript/no-unnecessary-condition': 'error',
        'typescript/no-unnecessary-template-expression': 'error',
        'typescript/no-unnecessary-type-arguments': 'error',
        'typescript/no-unnecessary-type-assertion': 'error',
        'typescript/no-unnecessary-type-conversion': 'error',
        'typescript/no-unnecessary-type-parameters': 'error',
        'typescript/no-unsafe-argument': 'error',
        'typescript/no-unsafe-assignment': 'error',
        'typescript/no-unsafe-call': 'error',
        'typescript/no-unsafe-enum-comparison': 'error',
        'typescript/no-unsafe-member-access': 'error',
        'typescript/no-unsafe-return': 'error',
        'typescript/no-unsafe-unary-minus': 'error',
        'typescript/no-useless-default-assignment': 'error',
        'typescript/only-throw-error': 'error',
        'typescript/prefer-promise-reject-errors': 'error',
        'typescript/prefer-reduce-type-parameter': 'error',
        'typescript/prefer-return-this-type': 'error',
        'typescript/related-getter-setter-pairs': 'error',
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        // Numbers read the same in every locale's code; what people read goes through react-intl.
        'typescript/restrict-template-expressions': [
          'error',
          {
            allowNumber: true,
          },
        ],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
        'typescript/unbound-method': 'error',
        'typescript/use-unknown-in-catch-callback-variable': 'error',
      },
    },
    {
      files: ['src/**/*.{ts,tsx}'],
      rules: {
        'import/no-duplicates': 'error',
        'import/first': 'error',
        'import/no-cycle': 'error',
        'import/no-self-import': 'error',
      },
    },
    {
      files: ['{src,test}/**/*.tsx'],
      rules: { 'react/rules-of-hooks': 'error', 'react/exhaustive-deps': 'error' },
    },
    {
      files: ['test/**/*.{ts,tsx}'],
      // `expect(object.method)` only looks at it. What a test relies on fails loudly enough.
      rules: {
        // A test takes a setter out of the component that it mounts.
        'react/globals': 'off',
        'typescript/unbound-method': 'off',
        'typescript/no-non-null-assertion': 'off',
        'no-unsafe-optional-chaining': 'off',
      },
    },
    {
      files: ['**/*.{js,mjs}'],
      env: { node: true, browser: true },
      rules: {
        'no-redeclare': 'error',
        'no-undef': 'error',
        'typescript/no-base-to-string': 'off',
        'typescript/no-duplicate-type-constituents': 'off',
      },
    },
    {
      files: ['src/**/*.{ts,tsx}'],
      rules: {
        ...importRules,
        // An installation has what the server imports; of the console it has the build.
        'packages/no-extraneous-dependencies': [
          'error',
          {
            devDependencies: ['main.tsx', 'app/**', 'features/**', 'shared/**', 'portal/**'].map((of) => `**/src/${of}`),
            optionalDependencies: false,
          },
        ],
        'no-console': 'error',
        'eslint-js/no-restricted-syntax': ['error', noReExports],
      },
    },
    { files: ['{src,test,scripts}/**/*.{ts,tsx,mjs}'], rules: { 'portico/plain-names': 'error' } },
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
      excludeFiles: ['src/server/**/{queries,*Queries}.ts', 'src/server/database/**', ...OTHERS_WITH_TABLES],
      rules: {
        'no-restricted-imports': ['error', { patterns: [{ group: ['**/database/schema', '**/database/schema/*'], message: TABLES }] }],
      },
    },
    // Drizzle, the migrations and what reads the schema itself need all tables in one module.
    { files: ['src/server/database/schema.ts'], rules: { 'eslint-js/no-restricted-syntax': 'off' } },
    // The command's own words go to the terminal.
    { files: ['src/server/cli.ts', 'src/server/cli/*.ts'], rules: { 'no-console': 'off' } },
    {
      files: ['src/{app,features,portal,shared}/**/*.{ts,tsx}', 'src/main.tsx'],
      rules: {
        'portico/literal-words': ['error', { props: { include: ANTD_WORDS } }],
        'eslint-js/no-restricted-syntax': ['error', noReExports, textsInObjects],
        'no-restricted-imports': ['error', { paths: ['@ant-design/icons', '@ant-design/icons-svg'].map(iconFilesOnly) }],
      },
    },
    {
      files: ['src/features/**/*.{ts,tsx}'],
      // It reads font files that come with the console.
      excludeFiles: ['src/features/printing/typefaces.ts'],
      rules: {
        'no-restricted-globals': ['error', { name: 'fetch', message: "Calls to the server are endpoints of the feature's api.ts." }],
      },
    },
    {
      files: ['src/**/index.{ts,tsx}', 'src/**/{utils,misc,helpers,common}.{ts,tsx}', 'src/**/{utils,misc,helpers,common}/**'],
      rules: {
        'eslint-js/no-restricted-syntax': [
          'error',
          { selector: 'Program', message: 'A file is named after what it holds: no index, utils, misc, helpers or common.' },
        ],
      },
    },
    {
      files: ['test/**/*.{ts,tsx}'],
      rules: { 'portico/plain-titles': 'error', 'eslint-js/no-restricted-syntax': ['error', noSkippedTests] },
    },
    {
      files: ['test/**/*.{ts,tsx}'],
      // It sets the seed.
      excludeFiles: ['test/support/run/property.ts'],
      rules: {
        'no-restricted-imports': [
          'error',
          { paths: [{ name: 'fast-check', message: 'Import test/support/run/property, which sets the seed.' }] },
        ],
      },
    },
  ],
};
