import { expect, test } from '@jest/globals';
import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { failureOf, isLost, isMissing, type Failure } from '../../src/shared/failure';

const refused = (status: number, data?: unknown): FetchBaseQueryError => ({ status, data });

test.each<[what: string, error: FetchBaseQueryError | SerializedError, failure: Partial<Failure>]>([
  ['no network', { status: 'FETCH_ERROR', error: 'TypeError: Failed to fetch' }, { kind: 'away' }],
  ['a time-out', { status: 'TIMEOUT_ERROR', error: 'AbortError' }, { kind: 'away' }],
  ["a proxy's page", { status: 'PARSING_ERROR', originalStatus: 502, data: '<html>', error: 'SyntaxError' }, { kind: 'away' }],
  ['a proxy without a server', refused(502), { kind: 'away' }],
  ['a server that is not ready', refused(503, { message: 'not ready', code: 'not_ready' }), { kind: 'away', code: 'not_ready' }],
  ['a server whose disk is full, which answers', refused(503, { message: 'full', code: 'disk_full' }), { kind: 'disk_full' }],
  ['a server that is too busy', refused(503, { message: 'x', code: 'busy', retry_after: 2 }), { kind: 'busy', retryAfter: 2 }],
  ['a gateway time-out', refused(504), { kind: 'away' }],
  ['a fault', refused(500, { message: 'Internal Server Error' }), { kind: 'broken' }],
  ['a fault without a message', refused(500, null), { kind: 'broken', message: '' }],
  ['an unforeseen status', refused(418), { kind: 'broken' }],
  ['an error thrown in the console itself', { name: 'Error', message: 'oops' }, { kind: 'broken', message: 'oops' }],
  ['an error without a name or message', {}, { kind: 'broken', message: '' }],

  ['a missing token', refused(401, { message: 'API token required' }), { kind: 'login_lost' }],
  ['a wrong token', refused(401, { message: 'API token is invalid', code: 'unauthenticated' }), { kind: 'login_lost' }],
  ['an expired token', refused(401, { message: 'API token is expired' }), { kind: 'login_lost' }],
  ["another's hotspot (existing)", refused(401, { message: 'This hotspot is not yours' }), { kind: 'forbidden' }],
  ["another's guest (existing)", refused(401, { message: 'This user is not yours' }), { kind: 'forbidden' }],
  ['a role without the right (existing)', refused(401, { message: 'Permission denied' }), { kind: 'forbidden' }],
  ['a 401 that mentions a token later', refused(401, { message: 'Your API token …' }), { kind: 'forbidden' }],
  ['a 401 without a body', refused(401), { kind: 'forbidden' }],
  ['a wrong password', refused(401, { message: 'Password is invalid' }), { kind: 'forbidden', message: 'Password is invalid' }],
  [
    'the duty to replace the one-time password',
    refused(403, { message: 'Unauthorized action', code: 'forbidden' }),
    { kind: 'forbidden', code: 'forbidden' },
  ],
  [
    'an object that is not found',
    refused(403, { message: 'x', code: 'must_change_password' }),
    { kind: 'forbidden', code: 'must_change_password' },
  ],

  ['not found', refused(404, { message: 'No hotspot found!' }), { kind: 'not_found', message: 'No hotspot found!' }],
  ['a duplicate (existing)', refused(409, { id: 0, status: 'hotspot already exists' }), { kind: 'duplicate', code: 'duplicate' }],
  ['a duplicate', refused(409, { message: 'x', code: 'duplicate', status: 'x', id: 0 }), { kind: 'duplicate', code: 'duplicate' }],
  ['another conflict', refused(409, { message: 'x', code: 'no_customer_account' }), { kind: 'conflict', code: 'no_customer_account' }],
  ['a bad body (existing)', refused(400, { message: 'Request fields malformed', error: 'EOF' }), { kind: 'malformed', fields: [] }],
  [
    'the same idempotency key with another body',
    refused(400, { message: 'x', code: 'malformed', fields: { name: 'too long', business_email: 'no mail' } }),
    { kind: 'malformed', fields: ['name', 'business_email'] },
  ],
  ['a body that is too large', refused(422, { message: 'x' }), { kind: 'malformed' }],
  ['too many attempts', refused(413, { message: 'x', code: 'too_large' }), { kind: 'too_large' }],
  [
    'too many attempts without a waiting time',
    refused(429, { message: 'x', code: 'too_often', retry_after: 40 }),
    { kind: 'too_often', retryAfter: 40 },
  ],
  ['a text in place of an object', refused(429, { message: 'x' }), { kind: 'too_often', retryAfter: 0 }],
  ['words where an object is meant', refused(404, 'not found'), { kind: 'not_found', message: '', code: '', fields: [] }],
])('classifies %s', (_what, error, failure) => {
  expect(failureOf(error)).toMatchObject(failure);
});

test('shown data stays while the server is away or busy, and is dropped when it refuses', () => {
  const away: FetchBaseQueryError = { status: 'FETCH_ERROR', error: '' };
  expect(isLost({ currentData: [1] })).toBe(false);
  expect(isLost({ error: away, currentData: [1] })).toBe(false);
  expect(isLost({ error: refused(503, { message: 'x', code: 'busy' }), currentData: [1] })).toBe(false);
  expect(isLost({ error: refused(429), currentData: [1] })).toBe(false);
  expect(isLost({ error: away })).toBe(true);
  expect(isLost({ error: refused(500), currentData: [1] })).toBe(true);
});

test.each([404, 403, 400])('status %d means that the object does not exist for the caller', (status) => {
  expect(isMissing(refused(status))).toBe(true);
});

test.each([429, 500, 502, 503])('status %d does not mean that the object is missing', (status) => {
  expect(isMissing(refused(status))).toBe(false);
});
