import { describe, expect, test } from '@jest/globals';
import { isStrongEnough } from '../../src/server/auth/passwordFloor';
import { accountIdOf } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

const server = serve();
const admin = `/api/accounts/${accountIdOf('admin')}`;

describe('the password of an admin', () => {
  test.each([
    'short-1',
    'Password2024',
    'qwertyuiop1234',
    'buongiorno2024',
    'juventus1234',
    'adminadmin12',
    'aaaaaaaaaaaaaaaa',
    'adminportico1',
    'Admin.Portico!',
  ])('cannot be %s', async (password) => {
    expect(await server.as('admin').put(admin, { password })).toMatchObject({
      status: 400,
      body: { code: 'weak_password', fields: { password: expect.stringContaining('10 characters') } },
    });
  });

  test('can be one that is hard to guess, including a generated one', async () => {
    expect((await server.as('admin').put(admin, { password: 'moorhen under a bridge' })).status).toBe(200);
    expect(await isStrongEnough('admin', 'k7mw3xqa9phe2rtz', ['admin'])).toBe(true);
    expect(await isStrongEnough('admin', 'Ada, moorhen under a bridge', ['ada', 'Ada Rossi', 'ada@example.com'])).toBe(true);
    expect(await isStrongEnough('admin', 'ada.rossi@example.com1', ['ada', 'Ada Rossi', 'ada@example.com'])).toBe(false);
  });

  test('is judged at once, however long', async () => {
    const startedAt = performance.now();
    expect((await server.as('admin').put(admin, { password: 'ab1'.repeat(85) })).status).toBe(400);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});

test('can be simpler for other roles, such as eight generated letters and digits', async () => {
  expect((await server.as('admin').put(`/api/accounts/${accountIdOf('reseller2')}`, { password: 'k7Rt2pQx' })).status).toBe(200);
});
