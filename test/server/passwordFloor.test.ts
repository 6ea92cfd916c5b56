import { describe, expect, test } from '@jest/globals';
import { isStrongEnough } from '../../src/server/auth/passwordFloor';
import { accountIdOf } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

const server = serve();
const admin = `/api/accounts/${accountIdOf('admin')}`;

describe('an admin', () => {
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
  ])('does not take %s', async (password) => {
    expect(await server.as('admin').put(admin, { password })).toMatchObject({
      status: 400,
      body: { code: 'weak_password', fields: { password: expect.stringContaining('10 characters') } },
    });
  });

  test('takes what nobody tries early, also one that is made up here', async () => {
    expect((await server.as('admin').put(admin, { password: 'moorhen under a bridge' })).status).toBe(200);
    expect(await isStrongEnough('admin', 'k7mw3xqa9phe2rtz', ['admin'])).toBe(true);
    expect(await isStrongEnough('admin', 'Ada, moorhen under a bridge', ['ada', 'Ada Rossi', 'ada@example.com'])).toBe(true);
    expect(await isStrongEnough('admin', 'ada.rossi@example.com1', ['ada', 'Ada Rossi', 'ada@example.com'])).toBe(false);
  });

  test('is told at once, however long the password', async () => {
    const begun = performance.now();
    expect((await server.as('admin').put(admin, { password: 'ab1'.repeat(85) })).status).toBe(400);
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});

test('others take what the contract allows: generated ones have eight letters and digits', async () => {
  expect((await server.as('admin').put(`/api/accounts/${accountIdOf('reseller2')}`, { password: 'k7Rt2pQx' })).status).toBe(200);
});
