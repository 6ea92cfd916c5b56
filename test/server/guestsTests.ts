import { expect } from '@jest/globals';
import { guest, guestDetails } from '../../src/contract/guests';
import { pageOf } from '../../src/contract/lists';
import type { users } from '../../src/server/database/schema';
import { user_histories } from '../../src/server/database/schema';
import { digestOf } from '../support/server/database';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { serve, type Answer } from '../support/server/server';
import { insertEndedSession, insertGuest, insertSession } from '../factories/rows';

export const server = serve();
const DAY = 86_400_000;
export const inDays = (days: number) => new Date(RECORDED_AT.getTime() + days * DAY);

const NEW = { hotspot_id: 1, account_type: 'email', valid_from: inDays(-1), valid_until: inDays(1), created: inDays(-1) };

export async function created(row: Partial<typeof users.$inferInsert> = {}): Promise<number> {
  const one = await insertGuest(server.db(), {
    ...NEW,
    name: 'Ada Bianchi',
    username: crypto.randomUUID(),
    email: 'ada@example.com',
    ...row,
  });
  return one.id;
}

export async function archived(row: Partial<typeof user_histories.$inferInsert> = {}): Promise<number> {
  const [one] = await server
    .db()
    .insert(user_histories)
    .values({ ...NEW, name: 'Old Guest', username: crypto.randomUUID(), user_id: 5000, valid_until: inDays(-100), ...row })
    .returning({ id: user_histories.id });
  return one?.id ?? 0;
}

export const SESSION = {
  hotspot_id: 1,
  unit_id: 1,
  device_id: 1,
  device_mac: 'AA-BB-CC-00-00-01',
  ip_address: '10.9.9.9',
  bytes_up: 10,
  bytes_down: 100,
  duration: 60,
  auth_time: inDays(-2),
  start_time: inDays(-2),
  update_time: inDays(-2),
};

export async function used(userId: number, username: string): Promise<number> {
  const ended = await insertEndedSession(server.db(), {
    ...SESSION,
    session_id: 1,
    user_id: userId,
    username,
    session_key: `key-${username}`,
  });
  await insertSession(server.db(), { ...SESSION, user_id: userId, username, session_key: `running-${username}` });
  return ended.id;
}

export async function changesNothing(call: () => Promise<Answer>): Promise<Answer> {
  const before = await digestOf(server.db());
  const answer = await call();
  expect(await digestOf(server.db())).toBe(before);
  return answer;
}

export const list = async (query: string, as = 'reseller1') => {
  const { status, body } = await server.as(as).get(`/api/users?${query}`);
  expect(status).toBe(200);
  return pageOf(guest).parse(body);
};
export const read = async (id: number) => guestDetails.parse((await server.as('reseller1').get(`/api/users/${id}`)).body);

/** Unicode's collation, by which lists are sorted. */
export const ICU = new Intl.Collator('en');
