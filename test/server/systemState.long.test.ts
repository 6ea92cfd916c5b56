/** What the console tells admins about the installation that the server runs in. */
import { expect, test } from '@jest/globals';
import type { SystemState } from '../../src/contract/system';
import { SYSTEM_CHECKS } from '../../src/contract/plain/systemChecks';
import { readConfig } from '../../src/server/config';
import { LIMITS } from '../../src/server/limits/limits';
import { serve } from '../support/server/server';

const SECRETS = ['mail-password', 'sms-password', 'facebook-secret', 'radius-token-of-32-characters-xx'];

const server = serve({
  config: {
    ...readConfig({
      SMTP_URL: `smtp://user:${SECRETS[0]}@127.0.0.1:9`,
      MAIL_FROM: 'wifi@example.com',
      SMS_URL: `http+template://user:${SECRETS[1]}@127.0.0.1:9/?to={number}&text={text}`,
      PORTICO_COLOUR: 'red',
      PORTICO_FREERADIUS_TOKEN: SECRETS[3],
      PORTICO_LOGIN_LIMIT: '0',
    }),
    logLevel: 'silent',
    social: { facebook: { id: 'id', secret: SECRETS[2]! } },
    portalOrigin: 'http://guests.example.com',
  },
});

test('an admin sees each check with what is wrong, and no secret', async () => {
  const { status, body } = await server.as('admin').get('/api/system');
  expect(status).toBe(200);
  const { checks, version } = body as SystemState;
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(checks.map(({ check }) => check)).toEqual(Object.values(SYSTEM_CHECKS).flat());
  const reported = Object.fromEntries(checks.map(({ check, ...rest }) => [check, rest]));
  expect(reported['mail_refused']).toEqual({ state: 'wrong', detail: expect.stringContaining('ECONNREFUSED') });
  expect(reported['sms_unreachable']).toMatchObject({ state: 'wrong' });
  expect(reported['setting_unknown']).toEqual({ state: 'warning', detail: expect.stringContaining('PORTICO_COLOUR') });
  expect(reported['sign_in_unlimited']).toMatchObject({ state: 'warning' });
  expect(reported['node_version']).toEqual({ state: 'ok', detail: '' });
  for (const secret of SECRETS) expect(JSON.stringify(body)).not.toContain(secret);
});

test('an admin sees which proxy requests come from that the settings do not name', async () => {
  await server.withToken().call('GET', '/health/live', undefined, { 'X-Forwarded-For': '198.51.100.7' });
  const { body } = await server.as('admin').get('/api/system');
  expect((body as SystemState).checks).toContainEqual({
    check: 'proxy_untrusted',
    state: 'warning',
    detail: expect.stringContaining('Requests come from 127.0.0.1'),
  });
});

test('nobody else is shown the state of the system, and an admin only so often', async () => {
  for (const username of ['reseller1', 'customer11', 'desk11']) {
    const { status, body } = await server.as(username).get('/api/system');
    expect({ username, status, tells: JSON.stringify(body).includes('PORTICO') }).toEqual({ username, status: 403, tells: false });
  }
  expect((await server.withToken().get('/api/system')).status).toBe(401);
  const admin = server.as('admin');
  const answers = await Promise.all(Array.from({ length: LIMITS.examinations.most + 5 }, () => admin.get('/api/system')));
  const times = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect(times(200) + times(429)).toBe(answers.length);
  expect(times(429)).toBeGreaterThanOrEqual(5);
  expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
});
