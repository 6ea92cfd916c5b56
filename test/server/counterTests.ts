import { beforeEach, expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { batch, type Batch } from '../../src/contract/batches';
import { voucher, vouchersCreated, type Voucher } from '../../src/contract/vouchers';
import { hotspot_vouchers, users } from '../../src/server/database/schema';
import type { Mail } from '../../src/server/messages/mailer';
import { changesNothingOn } from '../support/server/changesNothing';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';
import { insertEndedSession, insertGuest } from '../factories/rows';

export const sent: Mail[] = [];
export const server = serve({
  mailer: {
    isConfigured: true,
    send: async (mail) => {
      if (mail.to.startsWith('refused')) return { refused: 'no such mailbox', isPermanent: true };
      sent.push(mail);
      return 'sent';
    },
  },
});
export const changesNothing = changesNothingOn(server);

export const DAY = 86_400_000;
beforeEach(() => {
  server.clock.now = RECORDED_AT;
});

export const NEW = { hotspot_id: 2, remain_use: -1, time: 'duration', duration: 7 };

export async function created(body: object = {}, as = 'reseller1'): Promise<Voucher[]> {
  const { status, body: answer } = await server.as(as).post('/api/vouchers', { ...NEW, ...body });
  expect({ status, answer }).toMatchObject({ status: 201 });
  return vouchersCreated.parse(answer).vouchers;
}

export async function one(body: object = {}, as?: string): Promise<Voucher> {
  const [voucher] = await created(body, as);
  if (!voucher) throw new Error('no voucher');
  return voucher;
}

export const vouchersIn = async (query: string, as = 'reseller1', hotspot = 2) =>
  z.array(voucher).parse((await server.as(as).get(`/api/vouchers/${hotspot}${query}`)).body);

export async function batchesOf(hotspot = 2, as = 'reseller1'): Promise<Batch[]> {
  const { status, body } = await server.as(as).get(`/api/voucher_batches/${hotspot}`);
  expect(status).toBe(200);
  return z.array(batch).parse(body);
}

export const batchNamed = async (name: string) => (await batchesOf()).find((one) => one.name === name);
export const guestOf = async ({ code }: Pick<Voucher, 'code'>) => {
  const [guest] = await server.db().select().from(users).where(eq(users.username, code.toUpperCase()));
  return guest;
};

/** Creates the guest of a voucher's first use, with a session of 40 MB and ten minutes. */
export async function use({ code, hotspot_id, type, id, duration }: Voucher): Promise<void> {
  const db = server.db();
  const username = code.toUpperCase();
  const until = new Date(RECORDED_AT.getTime() + duration * DAY);
  if (duration > 0) await db.update(hotspot_vouchers).set({ expires: until }).where(eq(hotspot_vouchers.id, id));
  const row = { hotspot_id, username, name: username, account_type: 'voucher', created: RECORDED_AT, valid_until: until };
  if (type === 'normal') await insertGuest(db, { ...row, voucher_id: id });
  else await db.update(users).set({ valid_until: until }).where(eq(users.username, username));
  const guest = await guestOf({ code });
  await insertEndedSession(db, {
    session_id: id,
    unit_id: 1,
    hotspot_id,
    device_id: 1,
    user_id: guest?.id ?? 0,
    username,
    bytes_up: 10_000_000,
    bytes_down: 30_000_000,
    duration: 600,
    auth_time: RECORDED_AT,
    start_time: RECORDED_AT,
    update_time: RECORDED_AT,
    stop_time: RECORDED_AT,
    session_key: `used ${id}`,
  });
}

export const replace = (id: number, as = 'reseller1') => server.as(as).post(`/api/vouchers/voucher/${id}/replacement`);

/** The voucher that replaces a lost one. */
export const replaced = async (id: number): Promise<Voucher> => {
  const { status, body } = await replace(id);
  expect({ status, body }).toMatchObject({ status: 201 });
  return voucher.parse((body as { voucher: unknown }).voucher);
};
