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

describe('the password of another role', () => {
  const desk = `/api/accounts/${accountIdOf('desk11')}`;
  const reseller = server.as('reseller1');
  const account = { username: 'spiaggia', name: 'Bagno Azzurro', email: 'ada@lido.example', type: 'desk', hotspot_id: 1 };
  const tooWeak = (characters: number) => ({
    status: 400,
    body: { code: 'weak_password', fields: { password: expect.stringContaining(`${characters} characters`) } },
  });

  test.each(['password', 'Password123', 'iloveyou', 'qwerty12', '12345678', 'abcd1234', 'princess', 'juventus1', 'p@ssw0rd'])(
    'cannot be %s, as others’ can’t, however it is set',
    async (password) => {
      expect(await reseller.put(desk, { password })).toMatchObject(tooWeak(8));
      expect(await reseller.post('/api/accounts', { ...account, password })).toMatchObject(tooWeak(8));
    },
  );

  test.each(['spiaggia', 'Azzurro1', 'lido.example', 'Portico1'])(
    'cannot be %s, which is a name of the account or the product',
    async (password) => {
      expect(await reseller.post('/api/accounts', { ...account, password })).toMatchObject(tooWeak(8));
    },
  );

  test('can be eight generated letters and digits', async () => {
    expect((await server.as('admin').put(`/api/accounts/${accountIdOf('reseller2')}`, { password: 'k7Rt2pQx' })).status).toBe(200);
  });

  test('has eight characters from our own console, and six from others, as with existing back ends', async () => {
    const fromAnother = { 'X-Portico-Console': '' };
    expect(await reseller.put(desk, { password: 'k7Rt2pQ' })).toMatchObject(tooWeak(8));
    expect((await reseller.put(desk, { password: 'k7Rt2pQx' })).status).toBe(200);
    expect((await reseller.put(desk, { password: 'new-pw' }, fromAnother)).status).toBe(200);
    expect((await reseller.put(desk, { password: 'new-p' }, fromAnother)).status).toBe(400);
    expect(await reseller.put(desk, { password: 'qwerty' }, fromAnother)).toMatchObject(tooWeak(6));
  });
});
