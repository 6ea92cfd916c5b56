/**
 * Attempts to gain privileges: foreign ids in bodies and queries, fields that no form sends, changing one's own type. The tables of ids are
 * compared with the server's own API description, so that no new id can be forgotten here.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { PAPER_DEFAULTS, PAPER_FORMATS, type PaperTemplate } from '../../src/contract/plain/paperModel';
import { accounts, accounts_hotspots, disclaimers, disclaimers_accounts, paper_templates } from '../../src/server/database/schema';
import { changesNothingOn } from '../support/server/changesNothing';
import { accountIdOf, fixture, RECORDED_AT } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';
import { insertVoucher } from '../factories/rows';

const server = serve({
  webhooks: { post: async () => ({ status: 200, body: '' }), refusalOf: async () => null },
});
const changesNothing = changesNothingOn(server);

const operation = z.object({
  parameters: z.array(z.object({ in: z.string(), name: z.string() })).default([]),
  requestBody: z
    .object({
      content: z.object({
        'application/json': z.object({ schema: z.object({ properties: z.record(z.string(), z.unknown()).default({}) }) }),
      }),
    })
    .optional(),
});
type Operation = z.infer<typeof operation>;
const docs = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

let described: { route: string; what: Operation }[] = [];
beforeAll(async () => {
  const { paths } = docs.parse((await server.withToken().get('/api/docs/json')).body);
  described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, what]) => ({ route: `${method.toUpperCase()} ${path}`, what })),
  );
});

const IS_ID = /^(hotspot|user|unit|account)$|_ids?$/;

const NEW_HOTSPOT = {
  name: 'grabbed',
  description: 'd',
  business_name: 'b',
  business_vat: '1',
  business_address: 'a',
  business_email: 'e@example.com',
};
const NEW_ACCOUNT = { uuid: 'grab', username: 'grab', name: 'G', email: 'g@example.com', type: 'desk', password: 'grab-it-all' };

type Caller = 'reseller1' | 'customer11' | 'desk11';

interface Grab {
  callers: Caller[];
  /** A request body with the id of this foreign or missing object. */
  body: (foreign: number) => object;
  foreign: () => Promise<number> | number;
  path?: string;
}

/** Creates a disclaimer of reseller2. */
async function foreignDisclaimer(): Promise<number> {
  const [created] = await server
    .db()
    .insert(disclaimers)
    .values({ type: 'privacy', title: 'Theirs', body: 'x' })
    .returning({ id: disclaimers.id });
  await server
    .db()
    .insert(disclaimers_accounts)
    .values({ disclaimer_id: created?.id ?? 0, account_id: accountIdOf('reseller2') });
  return created?.id ?? 0;
}
async function foreignVoucher(): Promise<number> {
  const row = { hotspot_id: 4, code: crypto.randomUUID(), auto_login: true, remain_use: -1, type: 'normal', created: RECORDED_AT } as const;
  const created = await insertVoucher(server.db(), row);
  return created.id;
}

const EMPTY_TEMPLATE: PaperTemplate = { version: 1, format: PAPER_FORMATS.a4, cut: 'none', elements: [], pictures: {} };

async function foreignTemplate(): Promise<number> {
  const row = { account_id: accountIdOf('reseller2'), name: 'Theirs', template: EMPTY_TEMPLATE, changed: RECORDED_AT };
  const [created] = await server.db().insert(paper_templates).values(row).returning({ id: paper_templates.id });
  return created?.id ?? 0;
}

/** Every id a request body may contain, with the role that could abuse it. */
const IN_BODIES: Record<string, Grab> = {
  'POST /api/accounts hotspot_id': { callers: ['reseller1'], foreign: () => 4, body: (hotspot_id) => ({ ...NEW_ACCOUNT, hotspot_id }) },
  'POST /api/hotspots privacy_disclaimer_id': {
    callers: ['reseller1'],
    foreign: foreignDisclaimer,
    body: (privacy_disclaimer_id) => ({ ...NEW_HOTSPOT, privacy_disclaimer_id }),
  },
  'POST /api/hotspots tos_disclaimer_id': {
    callers: ['reseller1'],
    foreign: foreignDisclaimer,
    body: (tos_disclaimer_id) => ({ ...NEW_HOTSPOT, tos_disclaimer_id }),
  },
  'PUT /api/hotspots/{id} privacy_disclaimer_id': {
    callers: ['reseller1'],
    foreign: foreignDisclaimer,
    body: (privacy_disclaimer_id) => ({ privacy_disclaimer_id }),
  },
  'PUT /api/hotspots/{id} tos_disclaimer_id': {
    callers: ['reseller1'],
    foreign: foreignDisclaimer,
    body: (tos_disclaimer_id) => ({ tos_disclaimer_id }),
  },
  'POST /api/units hotspot_id': {
    callers: ['reseller1'],
    foreign: () => 4,
    body: (hotspot_id) => ({ hotspot_id, name: 'grab', mac_address: '02-66-00-00-00-01', uuid: 'grab' }),
  },
  'POST /api/vouchers hotspot_id': {
    callers: ['reseller1', 'customer11', 'desk11'],
    foreign: () => 4,
    body: (hotspot_id) => ({ hotspot_id, remain_use: -1 }),
  },
  'POST /api/voucher_batches hotspot_id': {
    callers: ['reseller1', 'customer11', 'desk11'],
    foreign: () => 4,
    body: (hotspot_id) => ({ hotspot_id, duration: 1, rows: [{ name: 'Ada', email: '', room: '', days: '' }] }),
  },
  'POST /api/paper_templates hotspot_id': {
    callers: ['reseller1', 'customer11'],
    foreign: () => 4,
    body: (hotspot_id) => ({ hotspot_id, is_given: false, name: 'grab', template: EMPTY_TEMPLATE }),
  },
  'PUT /api/paper/hotspots/{id} template_id': {
    callers: ['reseller1', 'customer11'],
    foreign: foreignTemplate,
    body: (template_id) => ({ ...PAPER_DEFAULTS, design: 'template', template_id }),
  },
  'PUT /api/vouchers voucher_ids': {
    callers: ['reseller1', 'customer11', 'desk11'],
    foreign: foreignVoucher,
    body: (id) => ({ voucher_ids: [id], printed: true }),
  },
  // This value is an id, although its field isn't named like one.
  'PUT /api/preferences/accounts/{id} value': {
    callers: ['reseller1'],
    foreign: foreignDisclaimer,
    path: `/api/preferences/accounts/${accountIdOf('reseller1')}`,
    body: (id) => ({ key: 'custom_disclaimers_privacy', value: String(id) }),
  },
};

/** Ids anybody may use: plans are shared. */
const EVERYBODYS = ['POST /api/accounts subscription_plan_id', 'PUT /api/accounts/{id}/subscription subscription_plan_id'];

test('every id that a body can name is covered', () => {
  const documented = described.flatMap(({ route, what }) =>
    Object.keys(what.requestBody?.content['application/json'].schema.properties ?? {})
      .filter((name) => IS_ID.test(name))
      .map((name) => `${route} ${name}`),
  );
  const tried = Object.keys(IN_BODIES).filter((field) => IS_ID.test(field.split(' ').at(-1) ?? ''));
  expect(documented.sort()).toEqual([...tried, ...EVERYBODYS].sort());
});

test.each(Object.entries(IN_BODIES))("%s treats another tenant's id like a missing one, and changes nothing", async (field, grab) => {
  const [method = '', pattern = ''] = field.split(' ');
  const path = grab.path ?? pattern.replace('{id}', '1');
  const theirs = await grab.foreign();
  for (const caller of grab.callers) {
    const [foreign, missing] = [
      await changesNothing(() => server.as(caller).call(method, path, grab.body(theirs))),
      await changesNothing(() => server.as(caller).call(method, path, grab.body(999_999))),
    ];
    expect([400, 404]).toContain(foreign.status);
    expect({ caller, status: foreign.status, body: foreign.body }).toEqual({ caller, status: missing.status, body: missing.body });
  }
});

test('an id of another tenant in a query is treated like a missing one in every request', async () => {
  const session = fixture.tables.sessions?.find((row) => Number(row.hotspot_id) === 4);
  const foreign: Record<string, number> = {
    hotspot: 4,
    user: Number(session?.user_id),
    unit: Number(session?.unit_id),
    account: accountIdOf('reseller2'),
  };
  const taking = described.flatMap(({ route, what }) =>
    what.parameters.filter((one) => one.in === 'query' && IS_ID.test(one.name)).map(({ name }) => ({ route, name })),
  );
  expect(taking.length).toBeGreaterThan(8);
  for (const { route, name } of taking) {
    const path = route.replace('GET ', '').replace('{type}', 'sessions').replace('{id}', '1');
    for (const caller of ['reseller1', 'customer11', 'desk11']) {
      const [theirs, none] = [
        await server.as(caller).get(`${path}?${name}=${foreign[name]}`),
        await server.as(caller).get(`${path}?${name}=999999`),
      ];
      expect({ route, name, caller, answer: [theirs.status, theirs.body] }).toEqual({
        route,
        name,
        caller,
        answer: [none.status, none.body],
      });
    }
  }
});

describe('foreign fields in a body', () => {
  /** Columns only the server sets, with values an attacker would want. */
  const WISHES = {
    id: 999,
    uuid: 'grabbed',
    account_id: 1,
    creator_id: 1,
    owner_id: 1,
    disclaimer_id: 1,
    user_id: 1,
    username: 'root',
    password_hash: 'x',
    must_change_password: false,
    token_hash: 'x',
    token_id: 1,
    created: '2000-01-01T00:00:00Z',
    mac_address: '02-66-66-66-66-66',
    secret: 'x',
    integration_terms: 'x',
    account_type: 'vip',
    subscription: { subscription_plan_id: 4 },
    subscription_plan_id: 4,
    sms_max_count: 1_000_000,
  };

  test.each([
    ['reseller1', `/api/accounts/${accountIdOf('reseller1')}`],
    ['customer11', `/api/accounts/${accountIdOf('customer11')}`],
    ['reseller1', '/api/hotspots/1'],
    ['desk11', `/api/users/${Number(fixture.tables.users?.find((row) => row.hotspot_id === 1)?.id)}`],
    ['reseller1', `/api/users_expired/${Number(fixture.tables.user_histories?.find((row) => Number(row.hotspot_id) <= 3)?.id)}`],
    ['admin', '/api/disclaimers/1'],
    ['admin', '/api/integrations/1'],
  ])('are ignored when %s changes %s', async (caller, path) => {
    expect(await changesNothing(() => server.as(caller).put(path, { ...WISHES, hotspot_id: 4 }))).toMatchObject({ status: 200 });
  });

  test('are ignored when reseller1 changes /api/units/1, but for a secret, which is refused', async () => {
    const { secret, ...others } = WISHES;
    const reseller = server.as('reseller1');
    expect(await changesNothing(() => reseller.put('/api/units/1', { ...others, hotspot_id: 4 }))).toMatchObject({ status: 200 });
    expect(await changesNothing(() => reseller.put('/api/units/1', { secret }))).toMatchObject({
      status: 400,
      body: { fields: { secret: 'a secret is only renewed' } },
    });
  });

  test.each(['{"__proto__": {"type": "admin"}}', '{"constructor": {"prototype": {"type": "admin"}}}'])(
    'are refused in the body %s',
    async (body) => {
      const answer = await changesNothing(() => server.as('reseller1').put(`/api/accounts/${accountIdOf('reseller1')}`, body));
      expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } });
    },
  );

  test('are ignored when creating an object', async () => {
    const body = { ...WISHES, ...NEW_ACCOUNT, username: 'wished', uuid: 'wished', hotspot_id: 1 };
    const { status, body: created } = await server.as('reseller1').post('/api/accounts', body);
    expect(status).toBe(201);
    const { id } = z.object({ id: z.number() }).parse(created);
    expect(id).not.toBe(999);
    const [row] = await server.db().select().from(accounts).where(eq(accounts.id, id));
    expect(row).toMatchObject({ type: 'desk', creator_id: accountIdOf('reseller1'), created: server.clock.now });
    const voucher = await server.as('desk11').post('/api/vouchers', { ...WISHES, hotspot_id: 1, remain_use: -1 });
    const [voucherId] = z.object({ ids: z.array(z.number()) }).parse(voucher.body).ids;
    const list = await server.as('desk11').get('/api/vouchers/1');
    expect(list.body).toContainEqual(expect.objectContaining({ id: voucherId, owner_id: accountIdOf('desk11') }));
  });
});

describe('the own account', () => {
  test.each([
    ['reseller1', ['customer', 'desk']],
    ['customer11', ['desk']],
    ['desk11', ['customer']],
  ])('cannot be turned into another type by %s', async (caller, types) => {
    for (const type of types) {
      expect(await changesNothing(() => server.as(caller).put(`/api/accounts/${accountIdOf(caller)}`, { type }))).toMatchObject({
        status: 403,
      });
    }
    // Sending the current type changes nothing.
    for (const type of ['admin', 'reseller'].filter((type) => !caller.startsWith(type))) {
      expect(await changesNothing(() => server.as(caller).put(`/api/accounts/${accountIdOf(caller)}`, { type }))).toMatchObject({
        status: 400,
      });
    }
  });

  test.each(['customer11', 'desk11'])('cannot be detached from its hotspot by %s', async (caller) => {
    const id = accountIdOf(caller);
    expect((await changesNothing(() => server.as(caller).put(`/api/accounts/${id}`, { hotspot_id: 4, hotspot_name: 'x' }))).status).toBe(
      200,
    );
    const tie = and(eq(accounts_hotspots.account_id, id), eq(accounts_hotspots.hotspot_id, 1));
    expect(await server.db().$count(accounts_hotspots, tie)).toBe(1);
    expect(await server.as(caller).get('/api/hotspots/4')).toMatchObject({ status: 404 });
  });
});
