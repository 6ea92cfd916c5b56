import { describe, expect, test } from '@jest/globals';
import { referenceTo, secretBehind, withoutSecrets } from '../../src/shared/secrets';

describe('secrets', () => {
  test.each(['password', 'current_password', 'factor_code', 'setup', 'confirmation', 'webhook_token'])('a typed %s is masked', (name) => {
    expect(withoutSecrets({ deep: [{ [name]: 'geheim' }] })).toEqual({ deep: [{ [name]: '…' }] });
  });

  test('recovery codes are masked as a whole', () => {
    const masked = withoutSecrets({ data: { recovery_codes: ['abcd-efgh-jkmn-pqrs'] } });
    expect(masked).toEqual({ data: { recovery_codes: '…' } });
    expect(withoutSecrets(masked)).toBe(masked);
  });

  test.each(['token', 'Token', 'secret', 'auth_login_url', 'iv_array'])('a %s becomes a reference that leads back to it', (name) => {
    const hidden = withoutSecrets({ [name]: 'geheim' });
    expect(hidden[name]).toMatch(/^secret:[0-9a-f]{16}$/);
    expect(secretBehind(hidden[name] ?? '')).toBe('geheim');
    expect(withoutSecrets({ [name]: 'geheim' })).toEqual(hidden);
    // Hiding twice changes nothing.
    expect(withoutSecrets(hidden)).toBe(hidden);
  });

  test('empty values are not masked, so that a signed-out state stays visible', () => {
    const nobody = { token: null, password: '', secret: undefined };
    expect(withoutSecrets(nobody)).toBe(nobody);
  });

  test('a reference from another browser resolves to nothing, and a plain text to itself', () => {
    expect(secretBehind('secret:0123456789abcdef')).toBeUndefined();
    expect(secretBehind('token-1')).toBe('token-1');
    expect(referenceTo('a')).not.toBe(referenceTo('b'));
  });

  test('an object without secrets is returned as it is, without a copy', () => {
    const held = { page: { rows: [{ id: 1 }] }, user: { password: 'x', name: 'y' } };
    const clean = withoutSecrets(held);
    expect(clean).toEqual({ page: { rows: [{ id: 1 }] }, user: { password: '…', name: 'y' } });
    expect(clean.page).toBe(held.page);
    expect(held.user.password).toBe('x');
  });

  test('a request with the token in its headers is dropped', () => {
    const request = new Request('http://127.0.0.1/', { headers: { Token: 'geheim' } });
    expect(withoutSecrets({ meta: { request, status: 200 } })).toEqual({ meta: { request: undefined, status: 200 } });
  });
});
