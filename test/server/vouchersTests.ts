import { expect } from '@jest/globals';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import { voucher, vouchersCreated, type Voucher } from '../../src/contract/vouchers';
import { users } from '../../src/server/database/schema';
import { changesNothingOn } from '../support/server/changesNothing';
import { serve } from '../support/server/server';

export const server = serve();
export const changesNothing = changesNothingOn(server);

export const DAY = 86_400_000;
export const NEW = { hotspot_id: 2, remain_use: -1, time: 'duration', duration: 7, expiration: 14, type: 'normal', num_vouchers: 1 };
export const AUTH = { ...NEW, type: 'auth', user_name: 'Ada Rossi', user_mail: 'ada@example.com' };

export async function created(body: object = {}, as = 'reseller1'): Promise<number[]> {
  const { status, body: answer } = await server.as(as).post('/api/vouchers', { ...NEW, ...body });
  expect({ status, answer }).toMatchObject({ status: 201, answer: { status: 'success' } });
  return vouchersCreated.parse(answer).ids;
}

export async function listed(query = '', as = 'reseller1', hotspot = 2): Promise<Voucher[]> {
  const { status, body } = await server.as(as).get(`/api/vouchers/${hotspot}${query}`);
  expect(status).toBe(200);
  return z.array(voucher).parse(body);
}

export const only = async (ids: number[], as?: string) => (await listed('', as)).filter(({ id }) => ids.includes(id));
export const guestsNamed = (usernames: string[]) => server.db().select().from(users).where(inArray(users.username, usernames));
