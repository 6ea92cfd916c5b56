/** Which rows each condition of auth/tenancy.ts selects for each role, on a database without a server. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asc, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Deletion, Role } from '../../src/contract/plain/roles';
import { PAPER_FORMATS, type PaperTemplate } from '../../src/contract/plain/paperModel';
import * as tenancy from '../../src/server/auth/tenancy';
import type { Scope } from '../../src/server/auth/tenancy';
import { openDatabase, type Database } from '../../src/server/database/client';
import {
  account_integrations,
  accounts,
  accounts_hotspots,
  audit_entries,
  deleted_things,
  disclaimers,
  disclaimers_accounts,
  hotspot_vouchers,
  hotspots,
  integrations,
  outbox,
  paper_templates,
  voucher_batches,
} from '../../src/server/database/schema';
import { insertHotspot, insertStaff, insertVoucher } from '../factories/rows';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { newTestDatabase, type TestDatabase } from '../support/server/database';

/** Reseller 2 owns hotspots 1 and 2, reseller 3 hotspot 3. Customer 4 and the desks 5 and 6 are tied to hotspot 1, desk 7 to none. */
const ACCOUNTS = [
  { id: 1, type: 'admin', creator_id: null },
  { id: 2, type: 'reseller', creator_id: 1 },
  { id: 3, type: 'reseller', creator_id: 1 },
  { id: 4, type: 'customer', creator_id: 2 },
  { id: 5, type: 'desk', creator_id: 2 },
  { id: 6, type: 'desk', creator_id: 2 },
  { id: 7, type: 'desk', creator_id: 3 },
] as const;

const HOTSPOTS = [
  { id: 1, account_id: 2 },
  { id: 2, account_id: 2 },
  { id: 3, account_id: 3 },
];

const scopeOf = (accountId: number, role: Role, hotspotId = 0): Scope => ({ accountId, username: `account${accountId}`, role, hotspotId });
const CALLERS = {
  admin: scopeOf(1, 'admin'),
  reseller: scopeOf(2, 'reseller'),
  customer: scopeOf(4, 'customer', 1),
  desk: scopeOf(5, 'desk', 1),
  untied: scopeOf(7, 'desk'),
};
type Caller = keyof typeof CALLERS;
const EVERYONE = Object.keys(CALLERS) as Caller[];

/** Vouchers and batches: the hotspot and the creator of each. */
const VOUCHERS = [
  { id: 1, hotspot_id: 1, owner_id: 5 },
  { id: 2, hotspot_id: 1, owner_id: 6 },
  { id: 3, hotspot_id: 2, owner_id: 2 },
  { id: 4, hotspot_id: 3, owner_id: 3 },
];

const TEMPLATES = [
  { id: 1, account_id: 2, hotspot_id: 1 },
  { id: 2, account_id: 2, hotspot_id: 2 },
  { id: 3, account_id: 2, hotspot_id: null },
  { id: 4, account_id: 3, hotspot_id: 3 },
  { id: 5, account_id: 3, hotspot_id: null },
];

const DELETED: { id: number; action: Deletion; tenant_id: number; hotspot_id: number; account_id: number }[] = [
  { id: 1, action: 'guests.delete', tenant_id: 2, hotspot_id: 1, account_id: 2 },
  { id: 2, action: 'guests.delete', tenant_id: 2, hotspot_id: 2, account_id: 2 },
  { id: 3, action: 'guests.delete', tenant_id: 3, hotspot_id: 3, account_id: 3 },
  { id: 4, action: 'vouchers.delete', tenant_id: 2, hotspot_id: 1, account_id: 5 },
  { id: 5, action: 'vouchers.delete', tenant_id: 2, hotspot_id: 1, account_id: 6 },
  { id: 6, action: 'paper_templates.delete', tenant_id: 2, hotspot_id: 1, account_id: 4 },
  { id: 7, action: 'units.delete', tenant_id: 2, hotspot_id: 1, account_id: 2 },
  { id: 8, action: 'accounts.delete', tenant_id: 2, hotspot_id: 0, account_id: 2 },
  { id: 9, action: 'disclaimers.delete', tenant_id: 0, hotspot_id: 0, account_id: 1 },
  { id: 10, action: 'guests.delete', tenant_id: 0, hotspot_id: 0, account_id: 7 },
];

const LAYOUT: PaperTemplate = { version: 1, format: PAPER_FORMATS.a4, cut: 'none', elements: [], pictures: {} };

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await newTestDatabase('nothing');
  database = await openDatabase(testDatabase);
  const { db } = database;
  for (const account of ACCOUNTS) await insertStaff(db, account);
  for (const hotspot of HOTSPOTS) await insertHotspot(db, hotspot);
  await db.insert(accounts_hotspots).values([4, 5, 6].map((account_id) => ({ account_id, hotspot_id: 1 })));
  for (const voucher of VOUCHERS) await insertVoucher(db, voucher);
  await db.insert(voucher_batches).values(VOUCHERS.map((batch) => ({ ...batch, made: 1, created: RECORDED_AT })));
  await db
    .insert(paper_templates)
    .values(TEMPLATES.map((one) => ({ ...one, name: `template ${one.id}`, template: LAYOUT, changed: RECORDED_AT })));
  await db.insert(disclaimers).values([2, 3, 4].map((id) => ({ id, type: 'tos' as const, title: 'Terms', body: 'Terms' })));
  await db.insert(disclaimers_accounts).values([2, 3, 4].map((id) => ({ disclaimer_id: id, account_id: id })));
  await db.insert(integrations).values([1, 2, 3].map((id) => ({ id, name: `platform ${id}` })));
  await db.insert(account_integrations).values([
    { account_id: 2, integration_id: 1 },
    { account_id: 3, integration_id: 2 },
  ]);
  const entry = { at: RECORDED_AT, account_id: 1, account_name: 'admin', role: 'admin' as const, address: '' };
  const subject = { kind: 'guest' as const, object_id: 1, hotspot_id: 1 };
  await db
    .insert(audit_entries)
    .values([0, 2, 3].map((tenant_id) => ({ ...entry, ...subject, id: tenant_id + 1, tenant_id, action: 'guests.update', changes: [] })));
  const thing = { kind: 'guest' as const, object_id: 1, label: '', guest_ids: [], copy_ids: [] };
  await db.insert(deleted_things).values(DELETED.map((one) => ({ ...thing, ...one, at: RECORDED_AT })));
  const message = { kind: 'answer', channel: 'mail', recipient: 'a@example.com' } as const;
  await db.insert(outbox).values({ ...message, id: 1, hotspot_id: 1, next_try: RECORDED_AT, expires: RECORDED_AT, created: RECORDED_AT });
});
afterAll(async () => {
  await database.close();
  await testDatabase.remove();
});

type Table = PgTable & { id: AnyPgColumn };
type Ids = Record<Caller, number[]>;

async function idsOf(table: Table, condition: SQL): Promise<number[]> {
  const rows = await database.db.select({ id: table.id }).from(table).where(condition).orderBy(asc(table.id));
  return rows.map(({ id }) => Number(id));
}

const ALL = [1, 2, 3, 4, 5, 6, 7];

test.each<[what: string, Table, (scope: Scope) => SQL, Ids]>([
  [
    'the hotspots that it reads',
    hotspots,
    tenancy.readableHotspots,
    { admin: [1, 2, 3], reseller: [1, 2], customer: [1], desk: [1], untied: [] },
  ],
  [
    'the hotspots that it manages',
    hotspots,
    tenancy.ownHotspots,
    { admin: [1, 2, 3], reseller: [1, 2], customer: [], desk: [], untied: [] },
  ],
  [
    'what belongs to its hotspots',
    hotspot_vouchers,
    (scope) => tenancy.onHotspot(scope, hotspot_vouchers.hotspot_id),
    { admin: [1, 2, 3, 4], reseller: [1, 2, 3], customer: [1, 2], desk: [1, 2], untied: [] },
  ],
  [
    'what belongs to its hotspots while none is chosen',
    hotspot_vouchers,
    (scope) => tenancy.onChosenHotspot(scope, hotspot_vouchers.hotspot_id, 0),
    { admin: [1, 2, 3, 4], reseller: [1, 2, 3], customer: [1, 2], desk: [1, 2], untied: [] },
  ],
  [
    'what belongs to a chosen hotspot, or for accounts of one hotspot to that',
    hotspot_vouchers,
    (scope) => tenancy.onChosenHotspot(scope, hotspot_vouchers.hotspot_id, 2),
    { admin: [3], reseller: [3], customer: [1, 2], desk: [1, 2], untied: [] },
  ],
  [
    'nothing of a hotspot that belongs to another reseller',
    hotspot_vouchers,
    (scope) => tenancy.onChosenHotspot(scope, hotspot_vouchers.hotspot_id, 3),
    { admin: [4], reseller: [], customer: [1, 2], desk: [1, 2], untied: [] },
  ],
  // As a sum of an account's hotspots: row 1 for the admin, as no account has the id 0.
  [
    'the sums of its hotspots',
    audit_entries,
    (scope) => tenancy.ownSums(scope, audit_entries.tenant_id),
    { admin: [1], reseller: [3], customer: [], desk: [], untied: [] },
  ],
  [
    'the accounts that it manages',
    accounts,
    tenancy.managedAccounts,
    { admin: ALL, reseller: [4, 5, 6], customer: [], desk: [], untied: [] },
  ],
  [
    'the accounts that it manages, and itself',
    accounts,
    tenancy.readableAccounts,
    { admin: ALL, reseller: [2, 4, 5, 6], customer: [4], desk: [5], untied: [7] },
  ],
  ['its own account', accounts, (scope) => tenancy.ownAccount(scope), { admin: ALL, reseller: [2], customer: [4], desk: [5], untied: [7] }],
  [
    'what belongs to its own account',
    disclaimers_accounts,
    (scope) => tenancy.ownAccount(scope, disclaimers_accounts.account_id),
    { admin: [1, 2, 3], reseller: [1], customer: [3], desk: [], untied: [] },
  ],
  [
    'the vouchers of its hotspots, for a desk those that it created',
    hotspot_vouchers,
    tenancy.visibleVouchers,
    { admin: [1, 2, 3, 4], reseller: [1, 2, 3], customer: [1, 2], desk: [1], untied: [] },
  ],
  [
    'the batches of its hotspots, for a desk those that it created',
    voucher_batches,
    tenancy.visibleBatches,
    { admin: [1, 2, 3, 4], reseller: [1, 2, 3], customer: [1, 2], desk: [1], untied: [] },
  ],
  [
    'the print templates that it may use, with those that its reseller shares',
    paper_templates,
    tenancy.usablePaperTemplates,
    { admin: [1, 2, 3, 4, 5], reseller: [1, 2, 3], customer: [1, 3], desk: [1, 3], untied: [] },
  ],
  [
    'the print templates that it may change',
    paper_templates,
    tenancy.managedPaperTemplates,
    { admin: [1, 2, 3, 4, 5], reseller: [1, 2, 3], customer: [1], desk: [1], untied: [] },
  ],
  [
    'the disclaimers of the accounts that it manages',
    disclaimers,
    tenancy.managedDisclaimers,
    { admin: [2, 3, 4], reseller: [4], customer: [], desk: [], untied: [] },
  ],
  [
    'the audit entries about its objects',
    audit_entries,
    tenancy.readableEntries,
    { admin: [1, 3, 4], reseller: [3], customer: [], desk: [], untied: [] },
  ],
  [
    'the deleted objects that it could have deleted, for a desk only vouchers that it deleted itself',
    deleted_things,
    tenancy.restorableThings,
    { admin: DELETED.map(({ id }) => id), reseller: [1, 2, 4, 5, 6, 7, 8], customer: [1, 4, 5, 6], desk: [1, 4], untied: [] },
  ],
  ['the outbox for an admin', outbox, tenancy.readableMessages, { admin: [1], reseller: [], customer: [], desk: [], untied: [] }],
  [
    'the integrations that are enabled for its reseller',
    integrations,
    tenancy.usableIntegrations,
    { admin: [1, 2, 3], reseller: [1], customer: [1], desk: [1], untied: [] },
  ],
])('an account sees %s', async (_, table, condition, expected) => {
  for (const caller of EVERYONE) expect([caller, await idsOf(table, condition(CALLERS[caller]))]).toEqual([caller, expected[caller]]);
});

test('precomputed sums cover what admins and resellers see while no hotspot is chosen', () => {
  const covered = (chosen: number) => EVERYONE.filter((caller) => tenancy.hasSums(CALLERS[caller], chosen));
  expect(covered(0)).toEqual(['admin', 'reseller']);
  expect(covered(2)).toEqual([]);
});

test('a query that is built once per role reads what belongs to whoever executes it', async () => {
  let built = 0;
  const vouchersOf = tenancy.preparedOncePerRole((db, scope) => {
    built += 1;
    return db
      .select({ id: hotspot_vouchers.id })
      .from(hotspot_vouchers)
      .where(tenancy.onHotspot(scope, hotspot_vouchers.hotspot_id))
      .orderBy(asc(hotspot_vouchers.id))
      .prepare('vouchers_of_role');
  });
  const other = { reseller: scopeOf(3, 'reseller'), customer: scopeOf(4, 'customer', 2), desk: scopeOf(5, 'desk', 3) };
  const callers = [...Object.values(CALLERS), ...Object.values(other), CALLERS.reseller];
  const read = [];
  for (const scope of callers) read.push((await vouchersOf(database.db, scope).execute({ ...scope })).map(({ id }) => id));
  expect(read).toEqual([[1, 2, 3, 4], [1, 2, 3], [1, 2], [1, 2], [], [4], [3], [4], [1, 2, 3]]);
  expect(built).toBe(4);
});
