import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { DisconnectTarget } from '../../../src/server/access/reachQueries';
import { hotspot_vouchers, login_failures, login_tokens, portal_codes, portal_tries, users } from '../../../src/server/database/schema';
import type { Delivery, Mail } from '../../../src/server/messages/mailer';
import type { Message } from '../../../src/server/messages/sms/gateways';
import { setPreferences } from '../../support/peers/portalUnit';
import { setOnlyPreferences } from '../../support/radius/radius';
import { serve, type Answer } from '../../support/server/server';
import { insertGuest, insertUnit, insertVoucher } from '../../factories/rows';

export const mails: Mail[] = [];
export const state: { delivery: Delivery; hasGateway: boolean; isGatewayAway: boolean } = {
  delivery: 'sent',
  hasGateway: false,
  isGatewayAway: false,
};
const mailer = { isConfigured: true, send: async (mail: Mail) => (state.delivery === 'sent' && mails.push(mail), state.delivery) };
export const texts: Message[] = [];
const sms = {
  get isConfigured() {
    return state.hasGateway;
  },
  send: async (message: Message) => (state.isGatewayAway ? { failed: 'away' } : (texts.push(message), null)),
};
export const ended: DisconnectTarget[] = [];
export const server = serve({
  mailer,
  sms,
  config: { httpAaa: true, zone: 'Europe/Rome', loginLimit: 4 },
  endSession: async (session) => (ended.push(session), { outcome: 'acknowledged' }),
});

export const HOTSPOT = 1;
export const FIRST = new Date('2026-11-22T09:30:00Z');
export const md5 = (text: string) => createHash('md5').update(text).digest('hex');
export const UNIT = { uuid: '9c1f5f3e-old', mac_address: '00-11-22-33-44-77', name: 'Old lobby', secret: 'a secret that no guest knows' };
export const OTHER = { uuid: '9c1f5f3e-other', mac_address: '00-11-22-33-44-78', name: 'Old garden', secret: 'another secret' };
export const proofOf = ({ uuid, secret }: { uuid: string; secret: string }) => ({ uuid, digest: md5(secret + uuid) });
export const ids: Record<string, number> = {};

export const later = (seconds: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000);
};

export const prefer = (values: Record<string, string>) => setPreferences(server, HOTSPOT, values);

beforeAll(async () => {
  server.clock.now = FIRST;
  for (const unit of [UNIT, OTHER]) {
    const created = await insertUnit(server.db(), { ...unit, hotspot_id: HOTSPOT, created: FIRST });
    ids[unit.uuid] = created.id;
  }
});
beforeEach(async () => {
  later(11 * 60);
  mails.length = 0;
  texts.length = 0;
  ended.length = 0;
  state.delivery = 'sent';
  state.hasGateway = false;
  state.isGatewayAway = false;
  const db = server.db();
  for (const table of [portal_codes, portal_tries, login_failures, login_tokens]) await db.delete(table);
  await setOnlyPreferences(db, HOTSPOT, {
    voucher_login: 'true',
    user_expiration_days: '7',
    temp_session_duration: '240',
    'CoovaChilli-Max-Navigation-Time': '3600',
  });
});

export const pathWith = (path: string, query: Record<string, string>) => `/wax${path}?${new URLSearchParams(query).toString()}`;
export const called = (method: string, path: string, query: Record<string, string>, body?: unknown): Promise<Answer> =>
  server.withToken().call(method, pathWith(path, query), body);

/** The calls that a phone at a unit makes through the pages. */
export function phone(unit = UNIT) {
  phones += 1;
  const mac = `02-00-00-00-05-${phones.toString(16).padStart(2, '0').toUpperCase()}`;
  const session = { ...proofOf(unit), sessionid: `63a1b2c3000000${phones}` };
  return {
    mac,
    sessionid: session.sessionid,
    ask: (path: string, query: Record<string, string> = {}) => called('GET', path, { ...session, ...query }),
    say: (method: string, path: string, body?: unknown) => called(method, path, session, body),
    email: (address: string, query: Record<string, string> = {}) =>
      called('GET', `/register/email/${encodeURIComponent(address)}`, {
        ...session,
        uamip: '10.1.0.1',
        uamport: '3990',
        reset: 'true',
        mac,
        ...query,
      }),
    login: async (username: string, password: string) => {
      const { status, body } = await called('GET', '/aaa/login', { ...session, username, password });
      expect(status).toBe(201);
      return body;
    },
  };
}
let phones = 0;
export type Phone = ReturnType<typeof phone>;

/** What a unit's script does every ten seconds, with these phones connected. */
export function unitWith(here: readonly Phone[], unit = UNIT) {
  const aaa = async (query: Record<string, string>) => {
    const { status, body } = await called('GET', '/aaa', { ...proofOf(unit), timezone: 'Europe/Rome', ap: unit.mac_address, ...query });
    return { status, text: String(body) };
  };
  const waiting = () => called('GET', '/aaa/auth', { ...proofOf(unit), secret: unit.secret });
  return {
    aaa,
    waiting,
    poll: async () => {
      const { status, body } = await waiting();
      if (status === 404) return [];
      expect(status).toBe(200);
      const done: { type: string; username: string; text: string }[] = [];
      for (const one of body as { session_id: string; type: string; username: string; password: string; session_timeout: number }[]) {
        const device = here.find(({ sessionid }) => sessionid === one.session_id);
        if (!device) continue;
        const { username, password, type } = one;
        const about = { user: username, mac: device.mac, ip: '10.1.0.9', sessionid: device.sessionid, nasid: '1' };
        const { text } =
          type === 'temporary'
            ? { text: String(one.session_timeout) }
            : await aaa({ stage: 'login', service: 'login', pass: password, ...about });
        if (type === 'temporary' || text.startsWith('Auth: 1')) await aaa({ stage: 'counters', status: 'start', ...about });
        done.push({ type, username, text });
      }
      return done;
    },
  };
}

export const codeIn = (mail: Mail | undefined) => /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
let people = 0;
export const newEmail = () => `guest${(people += 1)}@mail.example`;
export const guestNamed = async (username: string) => (await server.db().select().from(users).where(eq(users.username, username)))[0];

export async function voucher(change: Partial<typeof hotspot_vouchers.$inferInsert> = {}) {
  const code = `old${Math.random().toString(36).slice(2, 10)}`;
  const limits = { max_time: 1800, bandwidth_down: 4000, bandwidth_up: 1000 };
  const created = {
    hotspot_id: HOTSPOT,
    code,
    auto_login: false,
    remain_use: 2,
    duration: 3,
    type: 'normal' as const,
    created: FIRST,
    ...limits,
  };
  const row = await insertVoucher(server.db(), { ...created, ...change });
  if (row.type === 'auth')
    await insertGuest(server.db(), {
      hotspot_id: HOTSPOT,
      voucher_id: row.id,
      username: row.code.toUpperCase(),
      account_type: 'voucher',
      max_navigation_time: 1800,
      created: FIRST,
    });
  return row;
}
export const voucherOf = async (id: number) => (await server.db().select().from(hotspot_vouchers).where(eq(hotspot_vouchers.id, id)))[0];
export const usesLeft = async (id: number) => (await voucherOf(id))?.remain_use;
