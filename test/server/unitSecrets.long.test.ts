/** To whom units' secrets are sent, and what is recorded about that. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { CONSOLE_HEADER } from '../../src/contract/plain/wire';
import { audit_entries, units } from '../../src/server/database/schema';
import { serve } from '../support/server/server';

const server = serve({ config: { httpAaa: true, opennds: true } });

const SECRET = 'a-secret-that-lists-lack';
const PATHS = [
  '/api/units?page=1&limit=100',
  '/api/units/1?live=true',
  '/api/sessions?page=1&limit=100',
  '/api/histories?page=1&limit=100',
];

beforeAll(async () => {
  await server.db().update(units).set({ secret: SECRET });
});

/** A call by the console of an existing back end or by a program, neither of which sends our header. */
const getAsOther = (username: string, path: string) => server.as(username).call('GET', path, undefined, { [CONSOLE_HEADER]: '' });

describe('our own console', () => {
  test.each(PATHS)('gets no secret from %s', async (path) => {
    const { status, body } = await server.as('reseller1').get(path);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain('"secret":""');
    expect(JSON.stringify(body)).not.toContain(SECRET);
    expect(JSON.stringify(body)).not.toMatch(/"faskey":"/);
  });

  test('is shown the secrets of a unit on demand, which the audit trail records without them', async () => {
    const before = await server.db().$count(audit_entries);
    const shown = await server.as('reseller1').post('/api/units/1/secret', {});
    expect(shown).toMatchObject({ status: 200, body: { secret: SECRET, faskey: expect.stringMatching(/^[0-9a-f]{32}$/) } });
    expect(await server.db().$count(audit_entries)).toBe(before + 1);
    const [entry] = await server.db().select().from(audit_entries).orderBy(desc(audit_entries.id)).limit(1);
    expect(entry).toMatchObject({ action: 'units.show_secret', account_name: 'reseller1', kind: 'unit', object_id: 1, changes: [] });
    expect(JSON.stringify(entry)).not.toContain(SECRET);
  });

  test.each([
    ['customer11', 403],
    ['desk11', 403],
    ['reseller2', 404],
  ] as const)('shows %s no secret, and records nothing', async (username, status) => {
    const before = await server.db().$count(audit_entries);
    expect(await server.as(username).post('/api/units/1/secret', {})).toMatchObject({ status });
    expect(await server.db().$count(audit_entries)).toBe(before);
  });
});

describe('consoles and programs of existing back ends', () => {
  test.each(PATHS.slice(0, 3))('get the secrets from %s as recorded', async (path) => {
    expect(JSON.stringify((await getAsOther('reseller1', path)).body)).toContain(SECRET);
  });

  test.each(PATHS)('get none from %s as a customer or a desk', async (path) => {
    for (const username of ['customer11', 'desk11']) expect(JSON.stringify((await getAsOther(username, path)).body)).not.toContain(SECRET);
  });
});

test('refuses a secret that is sent with other changes instead of ignoring it', async () => {
  expect(await server.as('reseller1').put('/api/units/1', { name: 'Renamed', secret: 'another-secret-012345' })).toMatchObject({
    status: 400,
    body: { fields: { secret: expect.any(String) } },
  });
  const [unit] = await server.db().select().from(units).where(eq(units.id, 1));
  expect(unit).toMatchObject({ secret: SECRET });
  expect(unit?.name).not.toBe('Renamed');
});
