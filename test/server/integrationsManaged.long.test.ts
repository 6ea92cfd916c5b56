/** Integrations an admin adds, changes, tries out and removes (docs/wire.md#calls-only-our-server-has). */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { access_tokens, account_integrations, hotspot_integrations, integrations } from '../../src/server/database/schema';
import { createWebhooks } from '../../src/server/messages/webhooks';
import { changesNothingOn } from '../support/server/changesNothing';
import { accountIdOf } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

const SECRET = 'a-secret-of-theirs';
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A local platform that echoes what it is sent. */
const platform = http.createServer((request, response) => {
  if (request.url === '/hangs') return;
  response.writeHead(request.url === '/fails' ? 503 : 200);
  response.end(`${JSON.stringify(request.headers)} ${'x'.repeat(2000)}`);
});
let base = '';
/** Whether local addresses may be called; set by the tests about what an operator allows. */
let allowed = false;
const webhooksOf = (allowPrivate: boolean) => createWebhooks({ allowPrivate, timeout: 300 });

const server = serve({
  webhooks: {
    post: (target, body, id) => webhooksOf(allowed).post(target, body, id),
    refusalOf: (url) => webhooksOf(allowed).refusalOf(url),
  },
});
const changesNothing = changesNothingOn(server);

beforeAll(async () => {
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
});
afterAll(async () => {
  platform.closeAllConnections();
  await new Promise((resolve) => platform.close(resolve));
});

const NEW = {
  name: 'Loyalty',
  description: 'Points for guests',
  site: 'https://loyalty.example.com/login',
  logo: `data:image/jpeg;base64,${PNG}`,
  webhook_token: SECRET,
  privacy: '<p>They get <b>names</b>.</p><script>steal()</script>',
};
const admin = () => server.as('admin');
const add = async (change: object = {}) => ((await admin().post('/api/integrations', { ...NEW, ...change })).body as { id: number }).id;

test('an added integration can be read, listed and changed, and its secret stays on the server', async () => {
  const id = await add();
  const read = await admin().get(`/api/integrations/${id}`);
  expect(read.body).toEqual({
    id,
    name: 'Loyalty',
    description: 'Points for guests',
    site: NEW.site,
    // Stored with its real type, not the claimed one.
    logo: `data:image/png;base64,${PNG}`,
    webhook_url: '',
    pre_auth_redirect_url: '',
    post_auth_redirect_url: '',
    privacy: '<p>They get <b>names</b>.</p>',
    has_webhook_token: true,
  });
  const list = await admin().get('/api/integrations');
  expect(list.body).toContainEqual(expect.objectContaining({ id, name: 'Loyalty' }));
  expect(JSON.stringify([read.body, list.body])).not.toContain(SECRET);

  const seen = read.headers.get('ETag') ?? '';
  const changed = await admin().put(`/api/integrations/${id}`, { name: 'Loyalty 2', webhook_token: '', logo: '' }, { 'If-Match': seen });
  expect(changed.status).toBe(200);
  expect((await admin().get(`/api/integrations/${id}`)).headers.get('ETag')).toBe(changed.headers.get('ETag'));
  const [row] = await server.db().select().from(integrations).where(eq(integrations.id, id));
  expect(row).toMatchObject({ name: 'Loyalty 2', webhook_token: SECRET, logo: '', site: NEW.site });

  const late = await changesNothing(() => admin().put(`/api/integrations/${id}`, { name: 'Loyalty 3' }, { 'If-Match': seen }));
  expect(late).toMatchObject({ status: 412, body: { code: 'stale', current: { id, name: 'Loyalty 2', has_webhook_token: true } } });
  expect(JSON.stringify(late.body)).not.toContain(SECRET);
});

test('a deleted integration is off everywhere, and its tokens end', async () => {
  allowed = true;
  const id = await add({ webhook_url: `${base}/hook` });
  expect((await admin().post(`/api/account_integrations/${accountIdOf('reseller1')}/${id}`, {})).status).toBe(201);
  expect((await server.as('reseller1').put(`/api/hotspot_integrations/1/${id}`, {})).status).toBe(200);
  const tokens = () => server.db().$count(access_tokens, eq(access_tokens.description, 'Loyalty'));
  expect(await tokens()).toBe(1);
  expect(await admin().delete(`/api/integrations/${id}`)).toMatchObject({ status: 200 });
  expect(await tokens()).toBe(0);
  expect(await server.db().$count(hotspot_integrations, eq(hotspot_integrations.integration_id, id))).toBe(0);
  expect(await server.db().$count(account_integrations, eq(account_integrations.integration_id, id))).toBe(0);
  expect((await admin().get(`/api/integrations/${id}`)).status).toBe(404);
  allowed = false;
});

test.each([
  ['name', ''],
  ['name', 'x'.repeat(256)],
  ['site', 'javascript:steal()'],
  ['site', 'https://'],
  ['site', 'https://x y.example.com'],
  ['pre_auth_redirect_url', 'ftp://x.example.com'],
  ['post_auth_redirect_url', '//x.example.com'],
  ['webhook_url', 'file:///etc/passwd'],
  ['webhook_token', 'two words'],
  ['webhook_token', 'line\r\nX-Other: header'],
  ['logo', 'https://spy.example.com/logo.png'],
  ['logo', `data:image/svg+xml;base64,${PNG}`],
  ['logo', `data:image/png;base64,${Buffer.from('<svg onload="steal()"></svg>').toString('base64')}`],
  ['logo', `data:image/png;base64,${PNG}${'A'.repeat(921_083)}`],
  ['privacy', 'x'.repeat(200_001)],
])('the field %s cannot be %j', async (field, value) => {
  for (const call of [
    () => admin().post('/api/integrations', { ...NEW, [field]: value }),
    () => admin().put('/api/integrations/1', { [field]: value }),
  ]) {
    expect(await changesNothing(call)).toMatchObject({ status: 400, body: { code: 'malformed', fields: { [field]: expect.any(String) } } });
  }
});

describe('a webhook to a private address', () => {
  test.each([
    'http://127.0.0.1/',
    'http://localhost:5432/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2130706433/',
    'http://[::ffff:7f00:1]/',
  ])('is refused on saving for %s', async (webhook_url) => {
    for (const call of [
      () => admin().post('/api/integrations', { ...NEW, webhook_url }),
      () => admin().put('/api/integrations/1', { webhook_url }),
    ]) {
      expect(await changesNothing(call)).toMatchObject({
        status: 400,
        body: { fields: { webhook_url: expect.stringContaining('internet') } },
      });
    }
  });

  test('is refused on calling if it was saved while allowed', async () => {
    allowed = true;
    const id = await add({ webhook_url: `${base}/hook` });
    allowed = false;
    expect((await admin().post(`/api/integrations/${id}/test`, {})).body).toEqual({ failed: 'refused', milliseconds: expect.any(Number) });
  });
});

describe('a webhook with http to the internet', () => {
  const webhook_url = 'http://93.184.216.34/hook';

  test('is refused on saving, as guests’ data would go there unencrypted', async () => {
    for (const call of [
      () => admin().post('/api/integrations', { ...NEW, webhook_url }),
      () => admin().put('/api/integrations/1', { webhook_url }),
    ]) {
      expect(await changesNothing(call)).toMatchObject({
        status: 400,
        body: { fields: { webhook_url: expect.stringContaining('PORTICO_WEBHOOKS_HTTP=allow') } },
      });
    }
  });

  test('stays where it was stored before, whatever else is changed', async () => {
    const id = await add({ webhook_url: 'https://93.184.216.34/hook' });
    await server.db().update(integrations).set({ webhook_url }).where(eq(integrations.id, id));
    expect((await admin().put(`/api/integrations/${id}`, { name: 'Renamed', webhook_url })).status).toBe(200);
    expect((await admin().get(`/api/integrations/${id}`)).body).toMatchObject({ name: 'Renamed', webhook_url });
    expect((await admin().put(`/api/integrations/${id}`, { webhook_url: `${webhook_url}/other` })).status).toBe(400);
  });
});

describe('a test of an integration', () => {
  const tried = async (change: object) => (await admin().post(`/api/integrations/${await add(change)}/test`, {})).body;

  test("returns the platform's answer and its duration, with the secret removed even where it is repeated", async () => {
    allowed = true;
    for (const [path, status] of [
      ['/hook', 200],
      ['/fails', 503],
    ] as const) {
      const problem = await tried({ webhook_url: base + path });
      expect(problem).toEqual({ status, body: expect.stringContaining('"x-portico-webhook-token":"…"'), milliseconds: expect.any(Number) });
      expect(JSON.stringify(problem)).not.toContain(SECRET);
      expect((problem as { body: string }).body).toHaveLength(1000);
    }
  });

  test.each([
    ['hangs', () => ({ webhook_url: `${base}/hangs` }), 'too_slow'],
    ['is unreachable', () => ({ webhook_url: 'http://127.0.0.1:1/' }), 'unreachable'],
    ['has no address', () => ({}), 'no_address'],
  ])('reports a platform that %s', async (_what, change, failed) => {
    allowed = true;
    expect(await tried(change())).toEqual({ failed, milliseconds: expect.any(Number) });
  });
});
