import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { integration, type Integration } from '../../src/contract/integrations';
import { account_integrations, integrations } from '../../src/server/database/schema';
import { accountIdOf, passwordOf, RECORDED_AT } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

const server = serve();
const SECRET = '0123456789abcdef';

const list = async (as: string): Promise<Integration[]> => z.array(integration).parse((await server.as(as).get('/api/integrations')).body);

/** What the platform decodes from the two strings, if the signature matches its secret. */
function readHandOver({ auth_login_url: payload, iv_array: signature }: Integration): unknown {
  expect(signature).toBe(createHmac('sha256', SECRET).update(payload).digest('base64url'));
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

describe('the signed sign-in for a platform', () => {
  const exp = RECORDED_AT.getTime() / 1000 + 60;

  test.each([
    ['desk11', 1],
    ['customer12', 2],
    ['reseller1', 0],
    ['admin', 0],
  ])('identifies %s, its hotspot and expiry, signed with the platform’s secret', async (username, hotspot) => {
    const [first] = await list(username);
    expect(first && readHandOver(first)).toEqual({ username, hotspot, exp, jti: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });

  test('differs each time and for each platform', async () => {
    const all = [...(await list('desk11')), ...(await list('desk11'))];
    expect(new Set(all.map(({ iv_array }) => iv_array)).size).toBe(all.length);
  });

  test('contains no password material, like every other answer', async () => {
    const { body } = await server.as('desk11').get('/api/integrations');
    const shown = [
      JSON.stringify(body),
      ...z
        .array(integration)
        .parse(body)
        .map(({ auth_login_url }) => Buffer.from(auth_login_url, 'base64url').toString()),
    ];
    for (const text of shown)
      for (const secret of [passwordOf('desk11'), SECRET, 'argon2', 'webhook_token', 'password']) expect(text).not.toContain(secret);
  });

  test('is missing where the platform has no secret to verify it', async () => {
    await server.db().update(integrations).set({ webhook_token: '' }).where(eq(integrations.id, 3));
    expect((await list('desk11')).find(({ id }) => id === 3)).toMatchObject({ auth_login_url: '', iv_array: '' });
  });
});

test('the webhook addresses are visible to the admin only', async () => {
  expect((await list('admin')).map(({ webhook_url }) => webhook_url)).toEqual(expect.arrayContaining(['http://127.0.0.1:9099/hook']));
  for (const as of ['reseller1', 'customer11', 'desk11'])
    expect((await list(as)).every(({ webhook_url }) => webhook_url === '')).toBe(true);
});

test('a reseller sees the integrations enabled for it, as do its customers and desks', async () => {
  expect(await list('reseller2')).toEqual([]);
  await server
    .db()
    .insert(account_integrations)
    .values({ account_id: accountIdOf('reseller2'), integration_id: 2 });
  for (const as of ['reseller2', 'customer21', 'desk22']) expect((await list(as)).map(({ id }) => id)).toEqual([2]);
  expect((await list('customer11')).map(({ id }) => id)).toEqual([1, 2, 3]);
});
