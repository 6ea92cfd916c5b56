/** A password-guessing bot with many addresses, and owners who still have to get in. */
import { describe, expect, test } from '@jest/globals';
import { MINUTE, attackedServer } from './botAndOwnerTests';

const { login, pass } = attackedServer();

describe("an attack on an owner's password", () => {
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
