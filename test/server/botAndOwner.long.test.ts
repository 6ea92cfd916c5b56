/** A password-guessing bot with many addresses, and owners who still have to get in. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Mail } from '../../src/server/messages/mailer';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

const mails: Mail[] = [];
const from = (address: string, agent = 'bot') => ({ 'X-Forwarded-For': address, 'User-Agent': encodeURIComponent(agent) });

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A server that counts attempts by the address that its proxy names. Its mails are in `mails`. */
function attackedServer() {
  const server = serve({
    config: { loginLimit: 10, trustProxy: ['127.0.0.1'] },
    mailer: {
      isConfigured: true,
      send: async (mail) => {
        mails.push(mail);
        return 'sent';
      },
    },
  });
  const login = async (username: string, password: string, address: string, agent?: string) =>
    (await server.withToken().post('/api/login', { username, password }, from(address, agent))).status;
  const pass = (milliseconds: number) => (server.clock.now = new Date(server.clock.now.getTime() + milliseconds));

  let days = 0;
  beforeEach(() => {
    mails.length = 0;
    // Tests are days apart, so that no earlier attempts count.
    days += 2;
    server.clock.now = new Date(RECORDED_AT.getTime() + days * DAY);
  });

  /** Also for the tests that follow. */
  const passDays = (count: number) => {
    pass(count * DAY);
    days += count;
  };
  return { server, login, pass, passDays };
}

const { server, login, pass, passDays } = attackedServer();

const BROWSER = 'The owner’s browser';

/** Ten wrong passwords from each of ten addresses, then one every 150 ms while `meanwhile` runs nine times, three seconds apart. */
async function underAttack(username: string, addresses: string[], meanwhile: (time: number) => Promise<unknown>): Promise<unknown[]> {
  let polls = 0;
  const poll = () => login(username, `wrong ${polls}`, addresses[polls++ % addresses.length] ?? '');
  while (polls < 100) await poll();
  const seen: unknown[] = [];
  for (let time = 0; time < 9; time += 1) {
    for (let after = 0; after < 3_000; after += 150) {
      pass(150);
      await poll();
    }
    seen.push(await meanwhile(time));
  }
  return seen;
}

const TEN = Array.from({ length: 10 }, (_, i) => `198.51.100.${i}`);
const NINE_IN = Array.from({ length: 9 }, () => 201);

describe("an attack on an owner's password", () => {
  test('lets the owner in from a recent place in 9 of 9 tries', async () => {
    expect(await login('customer11', 'pw-customer11', '192.0.2.11', BROWSER)).toBe(201);
    passDays(20);
    expect(await underAttack('customer11', TEN, () => login('customer11', 'pw-customer11', '192.0.2.11', BROWSER))).toEqual(NINE_IN);
  });

  test('lets the owner in from new places in 9 of 9 tries', async () => {
    expect(await underAttack('customer12', TEN, (time) => login('customer12', 'pw-customer12', `203.0.113.${time}`))).toEqual(NINE_IN);
  });

  test("lets the owner in from the attacker's network in 9 of 9 tries with the browser of a recent sign-in", async () => {
    expect(await login('customer13', 'pw-customer13', TEN[0] ?? '', BROWSER)).toBe(201);
    expect(await underAttack('customer13', TEN, () => login('customer13', 'pw-customer13', TEN[0] ?? '', BROWSER))).toEqual(NINE_IN);
  });

  test('gets five guesses a day from each address, in whatever way', async () => {
    for (let i = 0; i < 100; i += 1) await login('desk11', 'wrong', `203.0.113.${i}`);
    let looked = 0;
    for (let hour = 0; hour < 23; hour += 1) {
      for (let guess = 0; guess < 3; guess += 1) if ((await login('desk11', 'wrong', '198.51.100.200')) === 401) looked += 1;
      pass(60 * MINUTE);
    }
    expect(looked).toBe(5);
  });

  test('counts all addresses of an IPv6 network as one, and each IPv4 address in any notation as itself', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) statuses.push(await login('desk12', 'wrong', `2001:db8:1:2:${i}::${i}`));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    expect(await login('desk12', 'pw-desk12', '2001:db8:1:3::1')).toBe(201);
    for (let i = 0; i < 10; i += 1) await login('desk13', 'wrong', i % 2 === 0 ? '203.0.113.9' : '::ffff:203.0.113.9');
    expect(await login('desk13', 'wrong', '::ffff:cb00:7109')).toBe(429);
  });
});

describe('neighbours behind one address', () => {
  test('do not lock out others who know the password, even when 250 fail', async () => {
    expect(await login('desk21', 'pw-desk21', '192.0.2.77')).toBe(201);
    for (let i = 0; i < 250; i += 1) await login(`neighbour${i}`, 'wrong', '192.0.2.77');
    expect(await login('desk21', 'pw-desk21', '192.0.2.77')).toBe(201);
    // A client from an unknown address gets one attempt, then has to wait.
    expect(await login('desk22', 'pw-desk22', '192.0.2.77')).toBe(201);
    expect(await login('desk23', 'wrong', '192.0.2.77')).toBe(401);
    expect(await login('desk23', 'pw-desk23', '192.0.2.77')).toBe(429);
    pass(5 * MINUTE);
    expect(await login('desk23', 'pw-desk23', '192.0.2.77')).toBe(201);
  });

  test('have 300 tries with ever new names', async () => {
    let looked = 0;
    for (let i = 0; i < 320; i += 1) if ((await login(`name${i}`, 'wrong', '192.0.2.78')) === 401) looked += 1;
    expect(looked).toBe(300);
  });
});

describe('an attack on password resets', () => {
  const request = async (username: string, address: string) =>
    (await server.withToken().post('/api/password_reset', { username }, from(address))).status;
  const set = async (token: string, password: string, address: string) =>
    (await server.withToken().put('/api/password_reset', { token, password }, from(address))).status;
  const codeIn = (mail: Mail | undefined) => /\b[A-Z0-9]{4}(-[A-Z0-9]{4}){4}\b/.exec(mail?.text ?? '')?.[0] ?? '';

  test('does not prevent a new password with wrong codes, from elsewhere or the same address', async () => {
    expect(await request('customer21', '192.0.2.21')).toBe(200);
    for (let i = 0; i < 150; i += 1) await set(`WRONG-${i}`, 'another-pw', TEN[i % 10] ?? '');
    for (let i = 0; i < 20; i += 1) await set(`WRONG-${i}`, 'another-pw', '192.0.2.21');
    expect(await set('WRONG', 'another-pw', '192.0.2.21')).toBe(429);
    expect(await set(codeIn(mails[0]), 'another-pw', '192.0.2.21')).toBe(200);
    expect(await login('customer21', 'another-pw', '192.0.2.21')).toBe(201);
  });

  test('neither invalidates the code that was sent nor blocks the owner with repeated requests', async () => {
    for (let i = 0; i < 100; i += 1) await request('customer22', TEN[i % 10] ?? '');
    expect(mails).toHaveLength(1);
    for (let poll = 0; poll < 12; poll += 1) {
      pass(2 * MINUTE + 1);
      await request('customer22', `203.0.113.${poll}`);
    }
    expect(mails.length).toBeGreaterThan(5);
    expect(await request('customer22', '192.0.2.22')).toBe(200);
    expect(await set(codeIn(mails[0]), 'another-pw', '192.0.2.22')).toBe(200);
    // Using one code invalidates all of them.
    expect(await set(codeIn(mails.at(-1)), 'a-third-pw', '192.0.2.22')).toBe(400);
  });

  test('costs the owner no sign-in', async () => {
    for (let i = 0; i < 20; i += 1) await request('customer23', '192.0.2.23');
    expect(await request('customer23', '192.0.2.23')).toBe(429);
    expect(await login('customer23', 'pw-customer23', '192.0.2.23')).toBe(201);
  });
});
