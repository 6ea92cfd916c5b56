import { beforeEach } from '@jest/globals';
import { login_failures, login_places } from '../../src/server/database/schema';
import { passwordOf, RECORDED_AT } from '../support/backEnd/recordings';
import { login, serve, type Answer } from '../support/server/server';

export const LIMIT = 3;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const TOMORROW = new Date(RECORDED_AT.getTime() + DAY);

// Behind a reverse proxy, so that tests can use different client addresses.
export const server = serve({ config: { loginLimit: LIMIT, trustProxy: ['127.0.0.1'] } });

beforeEach(async () => {
  server.clock.now = RECORDED_AT;
  await server.db().delete(login_failures);
  await server.db().delete(login_places);
});

export const pass = (milliseconds: number) => (server.clock.now = new Date(server.clock.now.getTime() + milliseconds));

export const tryLogin = (username: string, password: string, address = '192.0.2.1'): Promise<Answer> =>
  server.withToken().post('/api/login', { username, password }, { 'X-Forwarded-For': address });

export async function signedIn(username: string) {
  return server.withToken(await login(server.withToken(), username, passwordOf(username)));
}
