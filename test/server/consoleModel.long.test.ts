/**
 * Drives the console's real stores of two people who share a hotspot, and the real server, at random, and compares the selectors with the
 * database after each step. PORTICO_SEED=number chooses other steps, PORTICO_ROUNDS=number more.
 */
import { beforeAll, expect, test } from '@jest/globals';
import { and, count, eq, gt, inArray } from 'drizzle-orm';
import fc from '../support/run/property';
import { SEED, timesRounds } from '../support/run/rounds';
import type { Store } from '../../src/app/store';
import { accounts, devices, hotspot_preferences, hotspot_vouchers, hotspots, units, users } from '../../src/server/database/schema';
import { api } from '../../src/shared/api';
import { refetchAll } from '../../src/shared/refetch';
import { consoleOf } from '../support/console/consoleInNode';
import { call, known, quiet } from '../support/console/endpoints';
import { serve } from '../support/server/server';

const STEPS = timesRounds(800);
const STEPS_A_RUN = 50;

const HOTSPOT = 1;
/** The hotspots of the reseller to whom the shared hotspot belongs. */
const MINE = [1, 2, 3];
const PEOPLE = ['reseller1', 'customer11'] as const;
type Person = (typeof PEOPLE)[number];

const server = serve();
const stores = new Map<Person, Store>();
beforeAll(async () => {
  for (const person of PEOPLE) stores.set(person, await consoleOf(server, person));
});

const PAGE = { page: 1, limit: 100 };
const rowsOf = (data: unknown) => (data as { data: Record<string, unknown>[] }).data;
const pick = (rows: readonly Record<string, unknown>[], ...keys: string[]) =>
  rows.map((row) => Object.fromEntries(keys.map((key) => [key, row[key]]))).sort((a, b) => Number(a.id) - Number(b.id));

const byKey = (rows: readonly { key: string; value: string }[]) => Object.fromEntries(rows.map(({ key, value }) => [key, value] as const));

/** A part of a screen: what its selector returns, and what the database contains. */
interface Part {
  endpoint: string;
  arg?: unknown;
  says: (data: unknown) => unknown;
  truth: () => Promise<unknown>;
}

const db = () => server.db();
const PARTS: Record<string, Part> = {
  vouchers: {
    endpoint: 'listVouchers',
    arg: { hotspotId: HOTSPOT, filters: {}, ...PAGE, limit: 5000, sort: 'created', order: 'desc' },
    says: (data) => pick(rowsOf(data), 'id', 'code', 'printed'),
    truth: async () =>
      pick(await db().select().from(hotspot_vouchers).where(eq(hotspot_vouchers.hotspot_id, HOTSPOT)), 'id', 'code', 'printed'),
  },
  units: {
    endpoint: 'listUnits',
    arg: { ...PAGE, hotspot: HOTSPOT },
    says: (data) => pick(rowsOf(data), 'id', 'name', 'description'),
    truth: async () => pick(await db().select().from(units).where(eq(units.hotspot_id, HOTSPOT)), 'id', 'name', 'description'),
  },
  unit: {
    endpoint: 'getUnit',
    arg: 1,
    says: (data) => (data as { name: string }).name,
    truth: async () => (await db().select().from(units).where(eq(units.id, 1)))[0]?.name,
  },
  guests: {
    endpoint: 'listGuests',
    arg: { ...PAGE, hotspot: HOTSPOT },
    says: (data) => pick(rowsOf(data), 'id', 'name', 'kbps_down'),
    truth: async () => pick(await validGuests(), 'id', 'name', 'kbps_down'),
  },
  'MAC entries': {
    endpoint: 'listMacEntries',
    arg: { ...PAGE, hotspot: HOTSPOT, sort: 'name', order: 'asc' },
    says: (data) => pick(rowsOf(data), 'id', 'username'),
    truth: async () =>
      pick(
        (await validGuests()).filter(({ account_type }) => account_type === 'mac'),
        'id',
        'username',
      ),
  },
  devices: {
    endpoint: 'listDevices',
    arg: { ...PAGE, hotspot: HOTSPOT },
    says: (data) => (data as { total: number }).total,
    truth: async () => (await db().select({ n: count() }).from(devices).where(eq(devices.hotspot_id, HOTSPOT)))[0]?.n,
  },
  preferences: {
    endpoint: 'listHotspotPreferences',
    arg: HOTSPOT,
    says: (data) => byKey(data as { key: string; value: string }[]),
    truth: async () => {
      const rows = await db().select().from(hotspot_preferences).where(eq(hotspot_preferences.hotspot_id, HOTSPOT));
      // Feedback settings have a call of their own.
      return byKey(rows.filter(({ key }) => !key.startsWith('marketing_')));
    },
  },
  hotspot: {
    endpoint: 'getHotspot',
    arg: HOTSPOT,
    says: (data) => (data as { description: string }).description,
    truth: async () => (await db().select().from(hotspots).where(eq(hotspots.id, HOTSPOT)))[0]?.description,
  },
};

const validGuests = () =>
  db()
    .select()
    .from(users)
    .where(and(eq(users.hotspot_id, HOTSPOT), gt(users.valid_until, server.clock.now)));

/** Parts that only a reseller's screens have. */
const OF_THE_RESELLER: Record<string, Part> = {
  managers: {
    endpoint: 'listAccounts',
    arg: PAGE,
    says: (data) => pick(rowsOf(data), 'id', 'name'),
    truth: async () => pick(await db().select().from(accounts).where(eq(accounts.creator_id, 2)), 'id', 'name'),
  },
  'total of managers': {
    endpoint: 'getTotal',
    arg: 'accounts',
    says: (data) => data,
    truth: async () => (await db().select({ n: count() }).from(accounts).where(eq(accounts.creator_id, 2)))[0]?.n,
  },
  'total of units': {
    endpoint: 'getTotal',
    arg: 'units',
    says: (data) => data,
    truth: async () => (await db().select({ n: count() }).from(units).where(inArray(units.hotspot_id, MINE)))[0]?.n,
  },
};

const partsOf = (person: Person): [string, Part][] => Object.entries(person === 'reseller1' ? { ...PARTS, ...OF_THE_RESELLER } : PARTS);

interface Model {
  /** The parts that each person has open. */
  open: Record<Person, Set<string>>;
  /** People who haven't returned to the tab since the other one changed something. */
  outdated: Set<Person>;
  made: number;
}

type Command = fc.AsyncCommand<Model, typeof stores>;

/** An action of a person, as a call whose argument is derived from a number; null if there is nothing to apply it to. */
type AuditedAction = (seed: number, created: number) => Promise<[endpoint: string, arg: unknown] | null>;

const one = <T>(rows: readonly T[], seed: number): T | undefined => rows[seed % Math.max(1, rows.length)];
let keys = 0;
const keyed = (body: object) => ({ body, key: `model-${String((keys += 1))}` });

const DEEDS: Record<string, AuditedAction> = {
  'makes vouchers': async (seed, created) => [
    'createVouchers',
    keyed({ hotspot_id: HOTSPOT, code: '', num_vouchers: 1 + (seed % 3), remain_use: -1, duration: 1 + created, time: 'duration' }),
  ],
  'prints a voucher': async (seed) => {
    const voucher = one(await db().select().from(hotspot_vouchers).where(eq(hotspot_vouchers.hotspot_id, HOTSPOT)), seed);
    return voucher ? ['updateVouchers', { voucher_ids: [voucher.id], printed: !voucher.printed }] : null;
  },
  'deletes a voucher': async (seed) => {
    const voucher = one(await db().select().from(hotspot_vouchers).where(eq(hotspot_vouchers.hotspot_id, HOTSPOT)), seed);
    return voucher ? ['deleteVoucher', { id: voucher.id }] : null;
  },
  'modifies a guest': async (seed, created) => {
    const guest = one(
      (await validGuests()).filter(({ account_type }) => account_type !== 'mac'),
      seed,
    );
    return guest
      ? ['updateGuest', { id: guest.id, isArchived: false, change: { name: `Guest ${created}`, kbps_down: created }, etag: '' }]
      : null;
  },
  'makes a MAC entry': async (_seed, created) => [
    'createMacEntry',
    { unit: { id: 1, hotspot_id: HOTSPOT }, entry: { mac: `0A-00-00-${hex(created)}`, name: `till ${created}` } },
  ],
  'deletes a MAC entry': async (seed) => {
    const entry = one(
      (await validGuests()).filter(({ account_type }) => account_type === 'mac'),
      seed,
    );
    return entry ? ['deleteMacEntry', entry.id] : null;
  },
};

/** Actions that only the reseller may take. */
const DEEDS_OF_THE_RESELLER: Record<string, AuditedAction> = {
  'registers a unit': async (_seed, created) => [
    'createUnit',
    keyed({ hotspot_id: HOTSPOT, name: `unit ${created}`, mac_address: `02-00-00-${hex(created)}`, uuid: `unit-${created}` }),
  ],
  'renames a unit': async (seed, created) => ['updateUnit', { id: 1 + (seed % 2), change: { name: `renamed ${created}` } }],
  'sets a preference': async (_seed, created) => [
    'saveHotspotPreferences',
    { id: HOTSPOT, changes: [{ key: 'user_expiration_days', value: String(created) }] },
  ],
  'describes the hotspot': async (_seed, created) => [
    'updateHotspot',
    { id: HOTSPOT, change: { description: `Library ${created}` }, etag: '' },
  ],
  'makes a manager': async (_seed, created) => [
    'createAccount',
    keyed({
      username: `desk${created}x`,
      name: `Desk ${created}`,
      email: 'd@e.example',
      type: 'desk',
      password: `a long password ${created}`,
      hotspot_id: HOTSPOT,
    }),
  ],
  'renames a manager': async (seed, created) => {
    const account = one(await db().select().from(accounts).where(eq(accounts.creator_id, 2)), seed);
    return account ? ['updateAccount', { id: account.id, change: { name: `Manager ${created}` } }] : null;
  },
};

const hex = (created: number) => [16, 8, 0].map((bits) => ((created >> bits) & 255).toString(16).padStart(2, '0').toUpperCase()).join('-');

let steps = 0;

/** Expects that everything people have open matches the database, except what somebody hasn't returned to since. */
async function compare(model: Model): Promise<void> {
  steps += 1;
  for (const person of PEOPLE) {
    const store = stores.get(person)!;
    await quiet(store);
    if (model.outdated.has(person)) continue;
    for (const [name, part] of partsOf(person)) {
      if (!model.open[person].has(name)) continue;
      const { data, error } = known(store, part.endpoint, part.arg) as { data?: unknown; error?: unknown };
      expect({ person, name, error }).toEqual({ person, name, error: undefined });
      expect({ person, name, says: part.says(data) }).toEqual({ person, name, says: await part.truth() });
    }
  }
}

const openPart = (person: Person, name: string, part: Part): Command => ({
  check: ({ open }) => !open[person].has(name),
  run: async (model) => {
    await call(stores.get(person)!, part.endpoint, part.arg);
    model.open[person].add(name);
    // Refetched; other outdated parts of the screen stay so until the person returns to the tab.
    await compare(model);
  },
  toString: () => `${person} opens ${name}`,
});

const doDeed = (person: Person, name: string, deed: AuditedAction, seed: number): Command => ({
  check: () => true,
  run: async (model) => {
    model.made += 1;
    server.clock.now = new Date(server.clock.now.getTime() + 1000);
    const created = (globalMade += 1);
    const requested = await deed(seed, created);
    if (!requested) return;
    const outcome = await call(stores.get(person)!, ...requested);
    expect({ name, error: outcome.error }).toEqual({ name, error: undefined });
    for (const other of PEOPLE) if (other !== person) model.outdated.add(other);
    await compare(model);
  },
  toString: () => `${person} ${name}`,
});

const comesBack = (person: Person): Command => ({
  check: () => true,
  run: async (model) => {
    stores.get(person)!.dispatch(refetchAll());
    model.outdated.delete(person);
    await compare(model);
  },
  toString: () => `${person} comes back to the tab`,
});

/** Unique for the lifetime of the database, because names must not repeat. */
let globalMade = 0;

const person = fc.constantFrom(...PEOPLE);
const commands = [
  person.chain((who) => fc.constantFrom(...partsOf(who)).map(([name, part]) => openPart(who, name, part))),
  fc
    .tuple(person, fc.nat(1000))
    .chain(([who, seed]) =>
      fc
        .constantFrom(...Object.entries(who === 'reseller1' ? { ...DEEDS, ...DEEDS_OF_THE_RESELLER } : DEEDS))
        .map(([name, deed]) => doDeed(who, name, deed, seed)),
    ),
  person.map(comesBack),
];

test(
  `${String(STEPS)} steps of two people leave screens that match the database`,
  async () => {
    for (let run = 0; steps < STEPS; run += 1) {
      await fc.assert(
        fc.asyncProperty(fc.commands(commands, { maxCommands: STEPS_A_RUN, size: 'max' }), async (chosen) => {
          // Close everything and forget what the previous run has cached.
          for (const store of stores.values()) store.dispatch(api.util.resetApiState());
          const model: Model = { open: { reseller1: new Set(), customer11: new Set() }, outdated: new Set(), made: 0 };
          await fc.asyncModelRun(() => ({ model, real: stores }), chosen);
        }),
        { numRuns: 1, seed: SEED + run, endOnFailure: true },
      );
    }
    expect(steps).toBeGreaterThanOrEqual(STEPS);
  },
  STEPS * 1000 + 60_000,
);
