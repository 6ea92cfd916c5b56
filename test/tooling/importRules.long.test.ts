import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { lintProject } from '../support/run/lintProject';

/** A minimal source tree with one file per folder. */
const PROJECT = {
  'src/app/store.ts': 'export const store = 1;',
  'src/features/vouchers/VouchersPage.ts': 'export const page = 1;',
  'src/features/hotspots/api.ts': 'export const hotspotsApi = 1;',
  'src/features/hotspots/slice.ts': 'export const hotspotsSlice = 1;',
  'src/features/hotspots/HotspotPicker.tsx': 'export const HotspotPicker = 1;',
  'src/features/hotspots/HotspotsTab.tsx': 'export const HotspotsTab = 1;',
  'src/features/hotspots/HotspotsPage.tsx': 'export const HotspotsPage = 1;',
  'src/features/hotspots/deep/api.ts': 'export const notTheDoor = 1;',
  'src/shared/paths.ts': 'export const paths = 1;',
  'src/shared/round.ts': "import './about';",
  'src/contract/plain/wire.ts': 'export const PAGE_SIZES = 1;',
  'src/contract/plain/roles.ts': 'export const ROLES = 1;',
  'src/contract/vouchers.ts': 'export const voucher = 1; export type Voucher = number;',
  'src/server/auth/tenancy.ts': 'export const scope = 1;',
  'src/demo/phones.ts': 'export const phones = 1;',
  'i18n/en.json': '{}',
  'test/support/anything.ts': 'export const anything = 1;',
};

type Case = [file: string, line: string, verdict: 'allowed' | 'forbidden'];

const CASES: Case[] = [
  ['src/main.tsx', "import './app/store'", 'allowed'],
  ['src/main.tsx', "import './server/auth/tenancy'", 'forbidden'],

  ['src/app/x.ts', "import './store'", 'allowed'],
  ['src/app/x.ts', "import '../features/hotspots/HotspotsPage'", 'allowed'],
  ['src/app/x.ts', "void import('../features/hotspots/HotspotsPage')", 'allowed'],
  ['src/app/x.ts', "import '../shared/paths'", 'allowed'],
  ['src/app/x.ts', "import '../contract/plain/roles'", 'allowed'],
  ['src/app/x.ts', "void import('../../i18n/en.json', { with: { type: 'json' } })", 'allowed'],
  ['src/app/x.ts', "import '../server/auth/tenancy'", 'forbidden'],
  ['src/app/x.ts', "import type {} from '../server/auth/tenancy'", 'forbidden'],
  ['src/app/x.ts', "import '../../test/support/anything'", 'forbidden'],

  ['src/features/vouchers/x.ts', "import './VouchersPage'", 'allowed'],
  ['src/features/vouchers/x.ts', "import '../hotspots/api'", 'allowed'],
  ['src/features/vouchers/x.ts', "import '../hotspots/slice'", 'allowed'],
  ['src/features/vouchers/x.ts', "import '../hotspots/HotspotPicker'", 'allowed'],
  ['src/features/vouchers/x.ts', "void import('../hotspots/HotspotPicker')", 'allowed'],
  ['src/features/vouchers/x.ts', "void import('../hotspots/HotspotsTab')", 'forbidden'],
  ['src/features/vouchers/api.ts', "import '../hotspots/api'", 'allowed'],
  ['src/features/vouchers/api.ts', "import './VouchersPage'", 'allowed'],
  ['src/features/vouchers/x.ts', "import '../../shared/paths'", 'allowed'],
  ['src/features/vouchers/x.ts', "import '../hotspots/HotspotsPage'", 'forbidden'],
  ['src/features/vouchers/x.ts', "import type {} from '../hotspots/HotspotsPage'", 'forbidden'],
  ['src/features/vouchers/x.ts', "export { HotspotsPage } from '../hotspots/HotspotsPage'", 'forbidden'],
  ['src/features/vouchers/x.ts', "void import('../hotspots/HotspotsPage')", 'forbidden'],
  ['src/features/vouchers/x.ts', "import '../hotspots/deep/api'", 'forbidden'],
  ['src/features/vouchers/api.ts', "import '../hotspots/HotspotsPage'", 'forbidden'],
  ['src/features/vouchers/x.ts', "import '../../app/store'", 'forbidden'],
  ['src/features/vouchers/x.ts', "import '../../server/auth/tenancy'", 'forbidden'],

  ['src/shared/x.ts', "import './paths'", 'allowed'],
  ['src/shared/x.ts', "import '../contract/plain/wire'", 'allowed'],
  ['src/shared/x.ts', "import '../features/hotspots/api'", 'forbidden'],
  ['src/shared/x.ts', "import '../app/store'", 'forbidden'],
  ['src/shared/x.ts', "import '../server/auth/tenancy'", 'forbidden'],

  ['src/contract/x.ts', "import 'zod'", 'allowed'],
  ['src/contract/x.ts', "import './vouchers'", 'allowed'],
  ['src/contract/x.ts', "import './plain/wire'", 'allowed'],
  ['src/contract/x.ts', "import '../shared/paths'", 'forbidden'],
  ['src/contract/x.ts', "import '../server/auth/tenancy'", 'forbidden'],
  ['src/contract/x.ts', "import '../features/hotspots/api'", 'forbidden'],
  ['src/contract/x.ts', "import '../app/store'", 'forbidden'],
  ['src/contract/x.ts', "import 'react'", 'forbidden'],
  ['src/contract/x.ts', "import 'dayjs'", 'forbidden'],
  ['src/contract/x.ts', "import 'node:fs'", 'forbidden'],
  ['src/contract/plain/wire.ts', "import './roles'", 'allowed'],
  ['src/contract/plain/wire.ts', "import 'zod'", 'forbidden'],
  ['src/contract/plain/roles.ts', "import 'zod'", 'forbidden'],
  ['src/contract/plain/wire.ts', "import '../vouchers'", 'forbidden'],

  ['src/server/x.ts', "import './auth/tenancy'", 'allowed'],
  ['src/server/x.ts', "import '../contract/vouchers'", 'allowed'],
  ['src/server/x.ts', "import '../demo/phones'", 'forbidden'],
  ['src/server/app.ts', "import '../demo/phones'", 'allowed'],
  ['src/demo/x.ts', "import '../server/auth/tenancy'", 'allowed'],
  ['src/demo/x.ts', "import 'react'", 'forbidden'],
  ['src/server/x.ts', "import '../contract/plain/roles'", 'allowed'],
  ['src/server/x.ts', "import 'fastify'", 'allowed'],
  ['src/server/x.ts', "import 'zod'", 'allowed'],
  ['src/server/x.ts', "import 'node:fs/promises'", 'allowed'],
  ['src/server/x.ts', "import '../shared/paths'", 'forbidden'],
  ['src/server/x.ts', "import '../features/hotspots/api'", 'forbidden'],
  ['src/server/x.ts', "import '../app/store'", 'forbidden'],
  ['src/server/x.ts', "import 'react'", 'forbidden'],
  ['src/server/x.ts', "import 'antd'", 'forbidden'],
  ['src/server/x.ts', "import '@ant-design/icons'", 'forbidden'],
  ['src/server/x.ts', "import '@reduxjs/toolkit'", 'forbidden'],

  ...['src/main.tsx', 'src/app/x.ts', 'src/features/vouchers/x.ts', 'src/features/vouchers/slice.ts', 'src/shared/x.ts'].flatMap(
    (file): Case[] => {
      const contract = path.relative(path.dirname(file), 'src/contract').replace(/^(?!\.)/, './');
      return [
        [file, `import type { Voucher } from '${contract}/vouchers'`, 'allowed'],
        [file, `import { voucher } from '${contract}/vouchers'`, 'forbidden'],
        [file, `import { type Voucher as Again } from '${contract}/vouchers'`, 'forbidden'],
        [file, `export { voucher } from '${contract}/vouchers'`, 'forbidden'],
        [file, `void import('${contract}/vouchers')`, 'forbidden'],
        [file, `import { PAGE_SIZES } from '${contract}/plain/wire'`, 'allowed'],
        [file, `import { ROLES } from '${contract}/plain/roles'`, 'allowed'],
        [file, "import 'react'", 'allowed'],
        [file, "import 'antd'", 'allowed'],
        [file, "import 'zod'", 'forbidden'],
        [file, "import type {} from 'zod'", 'forbidden'],
        [file, "import 'fastify'", 'forbidden'],
        [file, "import '@fastify/static'", 'forbidden'],
        [file, "import 'drizzle-orm/pg-core'", 'forbidden'],
        [file, "import 'node:path'", 'forbidden'],
        [file, "import 'path'", 'forbidden'],
      ];
    },
  ),

  ['src/features/vouchers/index.ts', 'export const x = 1', 'forbidden'],
  ['src/shared/index.tsx', 'export const x = 1', 'forbidden'],
  ['src/shared/utils.ts', 'export const x = 1', 'forbidden'],
  ['src/server/helpers/x.ts', 'export const x = 1', 'forbidden'],
  ['src/attic/x.ts', 'export const x = 1', 'forbidden'],
  ['src/shared/x.ts', "export * from './paths'", 'forbidden'],
  ['src/shared/about.ts', "import './round'", 'forbidden'],
];

/** The lines of each file, initially PROJECT's own. */
const files = new Map<string, string[]>(Object.entries(PROJECT).map(([file, line]) => [file, [line]]));
const table = CASES.map(([file, line, verdict]) => {
  const lines = files.get(file) ?? [];
  files.set(file, [...lines, line]);
  return { file, line, verdict, at: lines.length + 1 };
});

let complaints: string[] = [];

beforeAll(async () => {
  // Other rules would also report the unused imports.
  complaints = await lintProject(files, /^(?:boundaries\(|import\(no-cycle\)$|eslint-js\(no-restricted-syntax)/);
}, 300_000);

describe('imports between the rooms', () => {
  test.each(table)('$file: $line is $verdict', ({ file, verdict, at }) => {
    const found = complaints.filter((complaint) => complaint.startsWith(`${file}:${at} `));
    if (verdict === 'allowed') expect(found).toEqual([]);
    else expect(found).not.toEqual([]);
  });
});
