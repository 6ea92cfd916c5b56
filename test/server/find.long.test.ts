import { beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { foundItem, type FoundItem } from '../../src/contract/find';
import { accounts, devices, hotspot_vouchers, hotspots, sessions, units, user_histories, users } from '../../src/server/database/schema';
import { vouchersCreated } from '../../src/contract/vouchers';
import { accountIdOf, RECORDED_AT } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';
import { insertGuest } from '../factories/rows';

const server = serve();

const find = async (as: string, q: string): Promise<FoundItem[]> => {
  const { status, body } = await server.as(as).get(`/api/find?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return z.object({ data: z.array(foundItem) }).parse(body).data;
};
const kinds = (found: FoundItem[]) => [...new Set(found.map((item) => item.kind))];

/** Names everything on hotspots 1 (reseller1's) and 4 (reseller2's) "findable". */
beforeAll(async () => {
  for (const hotspot_id of [1, 4]) {
    const guest = { hotspot_id, account_type: 'email', created: RECORDED_AT };
    const created = await server
      .db()
      .insert(users)
      .values(
        Array.from({ length: 7 }, (_, n) => ({
          ...guest,
          name: `Findable ${n}`,
          username: `f${n}-${hotspot_id}`,
          email: `mail${n}@f.test`,
        })),
      )
      .returning({ id: users.id });
    await server
      .db()
      .insert(devices)
      .values({ hotspot_id, user_id: created[0]?.id ?? 0, mac_address: `FE-ED-00-00-00-0${hotspot_id}`, created: RECORDED_AT });
    const voucher = { hotspot_id, auto_login: false, remain_use: 1, type: 'normal' as const, created: RECORDED_AT };
    await server
      .db()
      .insert(hotspot_vouchers)
      .values([
        { ...voucher, code: 'findable-desk', owner_id: hotspot_id === 1 ? accountIdOf('desk11') : null },
        { ...voucher, code: 'findable-other', owner_id: accountIdOf('reseller1') },
      ]);
    const unit = {
      hotspot_id,
      mac_address: `02-FE-ED-00-00-0${hotspot_id}`,
      name: 'findable-ap',
      uuid: `findable-${hotspot_id}`,
      created: RECORDED_AT,
    };
    await server.db().insert(units).values(unit);
  }
});

test('the search finds at most five of a kind, only on the caller’s hotspots', async () => {
  const found = await find('reseller1', 'FINDABLE');
  expect(kinds(found)).toEqual(['guest', 'voucher', 'unit']);
  expect(found.filter((item) => item.kind === 'guest')).toHaveLength(5);
  expect(found.every((item) => item.hotspot_id === 1)).toBe(true);
  expect(new Set((await find('admin', 'findable')).map((item) => item.hotspot_id))).toEqual(new Set([1, 4]));
  for (const as of ['customer11', 'desk11']) expect((await find(as, 'findable')).every((item) => item.hotspot_id === 1)).toBe(true);
});

test('a desk finds the vouchers that it created, and neither units nor managers', async () => {
  const found = await find('desk11', 'findable');
  expect(kinds(found)).toEqual(['guest', 'voucher']);
  expect(found.filter((item) => item.kind === 'voucher').map((item) => item.title)).toEqual(['findable-desk']);
  expect(kinds(await find('desk11', 'desk11'))).not.toContain('account');
});

test('managers are found only by those who manage them', async () => {
  expect(await find('reseller1', 'desk11')).toEqual([
    expect.objectContaining({ kind: 'account', id: accountIdOf('desk11'), title: 'desk11' }),
  ]);
  expect((await find('reseller2', 'desk11')).map((item) => item.kind)).not.toContain('account');
  expect((await find('customer11', 'desk11')).map((item) => item.kind)).not.toContain('account');
});

test.each(['qz', 'QZ', 'qz n', 'vera q', 'q'])('“%s” finds a guest whatever the accents and apostrophes in the name', async (q) => {
  const names = ['Vera Qz-N', "Vera Q'z N", 'Véra Qẑ N', 'Vera Ǫż N', 'Vera ｑｚ N'];
  const rows = names.map((name, at) => ({ hotspot_id: 1, account_type: 'email', created: RECORDED_AT, name, username: `vera-${q}-${at}` }));
  const created = await server.db().insert(users).values(rows).returning({ id: users.id });
  const found = (await find('customer11', q)).filter(({ kind }) => kind === 'guest');
  expect(found.map(({ title }) => title).sort()).toEqual([...names].sort());
  for (const { id } of created) await server.db().delete(users).where(eq(users.id, id));
});

test('a guest is found by e-mail and by the address of its device', async () => {
  expect(await find('reseller1', 'MAIL3@f.te')).toEqual([
    expect.objectContaining({ kind: 'guest', title: 'Findable 3', subtitle: 'mail3@f.test' }),
  ]);
  expect(await find('customer11', 'fe-ed-00-00-00')).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'guest', title: 'Findable 0', hotspot_id: 1 })]),
  );
  expect(await find('reseller1', 'FE-ED-00-00-00-04')).toEqual([]);
});

test('a guest with a running session is marked as online', async () => {
  const [running] = await server
    .db()
    .select({ id: sessions.user_id, hotspot: sessions.hotspot_id })
    .from(sessions)
    .where(eq(sessions.hotspot_id, 1))
    .limit(1);
  await server.db().update(users).set({ name: 'Findable here' }).where(eq(users.id, running!.id));
  expect(await find('reseller1', 'findable here')).toEqual([
    expect.objectContaining({ id: running!.id, online: true, sessions: [expect.any(Number)] }),
  ]);
  expect((await find('reseller1', 'mail3@f.te'))[0]).not.toHaveProperty('online');
});

test('archived guests follow the others on the caller’s hotspots, and expired ones are marked', async () => {
  const guest = { account_type: 'email', created: RECORDED_AT, username: 'longgone', name: 'Longgone' };
  const over = await insertGuest(server.db(), {
    ...guest,
    hotspot_id: 1,
    username: 'longgone-2',
    valid_until: new Date('2020-01-01T00:00:00Z'),
  });
  const gone = await server
    .db()
    .insert(user_histories)
    .values([1, 4].map((hotspot_id) => ({ ...guest, hotspot_id, user_id: 7001, valid_until: new Date('2019-01-01T00:00:00Z') })))
    .returning({ id: user_histories.id });
  expect(await find('reseller1', 'longgone')).toEqual([
    { kind: 'guest', id: over.id, hotspot_id: 1, title: 'Longgone', subtitle: 'longgone-2', expired: true },
    { kind: 'guest', id: gone[0]?.id, hotspot_id: 1, title: 'Longgone', subtitle: 'longgone', expired: true, archived: true },
  ]);
  expect((await find('desk11', 'longgone')).map(({ archived }) => archived)).toEqual([undefined, true]);
});

test('names in which a word begins so come first, then the newest', async () => {
  const guest = { hotspot_id: 1, account_type: 'email', created: RECORDED_AT, valid_until: new Date('2099-01-01T00:00:00Z') };
  const insertNamed = (name: string, n: number) => insertGuest(server.db(), { ...guest, name, username: `begins-${n}`, email: '' });
  for (const [n, name] of ['Zara Quoxel', 'Quòxel-Rossi', 'Ugo Maxiquox', 'Anna Equoxa'].entries()) await insertNamed(name, n);
  expect((await find('reseller1', 'quox')).map(({ title }) => title)).toEqual([
    'Quòxel-Rossi',
    'Zara Quoxel',
    'Anna Equoxa',
    'Ugo Maxiquox',
  ]);
  // Whoever is valid comes before whoever isn't.
  await insertGuest(server.db(), { ...guest, name: 'Quox Gone', username: 'begins-9', valid_until: new Date('2020-01-01T00:00:00Z') });
  expect((await find('reseller1', 'quox')).at(-1)?.title).toBe('Quox Gone');
});

describe('2,400 hotspots of like names, each with a unit and a manager', () => {
  beforeAll(async () => {
    const created = RECORDED_AT;
    const numbers = Array.from({ length: 2400 }, (_, n) => n + 1);
    const foundHotspots = await server
      .db()
      .insert(hotspots)
      .values(numbers.map((n) => ({ account_id: accountIdOf('reseller1'), name: `Lodge-${n}`, uuid: `lodge-${n}`, created })))
      .returning({ id: hotspots.id });
    await server
      .db()
      .insert(units)
      .values(
        foundHotspots.map(({ id }, n) => ({
          hotspot_id: id,
          mac_address: `loft ${n}`,
          name: `attic-${n + 1}`,
          uuid: `attic-${n}`,
          created,
        })),
      );
    const manager = { type: 'customer' as const, password_hash: '-', creator_id: accountIdOf('reseller1'), created };
    await server
      .db()
      .insert(accounts)
      .values(numbers.map((n) => ({ ...manager, uuid: `host-${n}`, username: `host-${n}`, name: `host ${n}` })));
  });

  test.each(['lodge-2', 'LODGE-24', 'lodge-2400', 'attic-1', 'attic-24', 'host-1', 'Host-240'])(
    'the one that is called %s exactly is found first',
    async (q) => {
      const found = await find('reseller1', q);
      expect(found[0]?.title.toLowerCase()).toBe(q.toLowerCase());
      expect(found.length).toBeLessThanOrEqual(5);
    },
  );

  test('a part of the name finds five, and other resellers find none', async () => {
    expect((await find('reseller1', 'lodge')).map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'hotspot'));
    expect(await find('reseller2', 'lodge')).toEqual([]);
  });
});

test.each(['', '   ', '%', '_', '\\', "'; drop table users; --", 'nothing-is-called-so'])('the search finds nothing for %j', async (q) => {
  expect(await find('admin', q)).toEqual([]);
});

test('the search refuses a text that is too long', async () => {
  expect((await server.as('admin').get(`/api/find?q=${'q'.repeat(201)}`)).status).toBe(400);
});

describe('codes as they are read aloud', () => {
  const codes = async (as: string, q: string) => (await find(as, q)).filter(({ kind }) => kind === 'voucher').map(({ title }) => title);

  beforeAll(async () => {
    const voucher = { hotspot_id: 1, auto_login: false, remain_use: -1, type: 'normal' as const, created: RECORDED_AT };
    const created = await server
      .db()
      .insert(hotspot_vouchers)
      .values([
        { ...voucher, code: '6rnxyhqz', type: 'auth', user_name: 'Rossi, Mario', room: '101', duration: 7 },
        { ...voucher, code: 'pool-2010', owner_id: accountIdOf('reseller1') },
        { ...voucher, code: 'ex-ghab3-sa' },
        { ...voucher, code: 'poo12o1o', owner_id: accountIdOf('reseller1') },
        { ...voucher, hotspot_id: 4, code: '6rnxyhqz' },
      ])
      .returning({ id: hotspot_vouchers.id });
    await insertGuest(server.db(), {
      hotspot_id: 1,
      voucher_id: created[0]?.id ?? 0,
      username: '6RNXYHQZ',
      name: 'Rossi, Mario (6RNXYHQZ)',
      account_type: 'voucher',
      created: RECORDED_AT,
    });
  });

  test.each(['6RNX YHQZ', '6rnx-yhqz', '6rnxyhqz', ' 6R NX YH QZ ', '6RNX–YHQZ', '６ＲＮＸ　ＹＨＱＺ', 'nx-yh'])(
    'finds the code by %j',
    async (q) => {
      const found = await find('reseller1', q);
      expect(found.map(({ kind, hotspot_id }) => [kind, hotspot_id])).toEqual([
        ['guest', 1],
        ['voucher', 1],
      ]);
      expect(found[1]).toMatchObject({
        title: '6rnxyhqz',
        voucher: { remain_use: -1, duration: 7, expires: null, zone: 'UTC', guest_name: 'Rossi, Mario', room: '101' },
      });
    },
  );

  test.each(['EX-GHAB3-SA', 'exghab3.sa', 'ex-gha b3-sa', 'EXGHAB3SA'])('finds by %j a code that has separators itself', async (q) => {
    expect(await codes('reseller1', q)).toEqual(['ex-ghab3-sa']);
  });

  test('stand beside the vouchers of a room that is typed, at the caller’s hotspots only', async () => {
    expect(await codes('reseller1', '101')).toEqual(['6rnxyhqz']);
    expect(await codes('reseller2', '101')).toEqual([]);
  });

  test('find their guest in the list of guests', async () => {
    for (const q of ['6RNX YHQZ', '6rnx-yhqz', '6RNXYHQZ']) {
      const { body } = await server.as('reseller1').get(`/api/users_expired?q=${encodeURIComponent(q)}`);
      expect(body).toMatchObject({ data_users: [{ username: '6RNXYHQZ', hotspot_id: 1 }], total: 1 });
    }
  });

  test('find 0 for o and 1 for l, and first the code that is written exactly so', async () => {
    expect(await codes('reseller1', 'P00L 2O1O')).toEqual(['poo12o1o', 'pool-2010']);
    expect(await codes('reseller1', 'pool-2010')).toEqual(['pool-2010', 'poo12o1o']);
    expect(await codes('reseller1', 'poo12o1o')).toEqual(['poo12o1o', 'pool-2010']);
    expect(await codes('reseller2', 'pool-2010')).toEqual([]);
    // A desk doesn't find vouchers that it didn't create, however the code is typed.
    expect(await codes('desk11', 'P00L 2010')).toEqual([]);
  });

  test('are found in the list of vouchers, too', async () => {
    const { body } = await server.as('reseller1').get('/api/vouchers/1?code=6RNX%20YHQZ');
    expect(body).toMatchObject([{ code: '6rnxyhqz' }]);
    expect(body).toHaveLength(1);
    expect((await server.as('reseller1').get('/api/vouchers/1?code=6RNX%20YHQX')).body).toEqual([]);
  });

  test.each(['6RNX YHQZ', '6rnx-yhqz', 'Mario Rossi', "rossi'", 'RÓSSI', 'room 101', '101'])(
    'are found in the list of vouchers by code, guest and room: %j',
    async (q) => {
      const listed = async (as: string, hotspot = 1) =>
        ((await server.as(as).get(`/api/vouchers/${hotspot}?q=${encodeURIComponent(q)}`)).body as { code: string }[]).map(
          ({ code }) => code,
        );
      expect(await listed('reseller1')).toEqual(q === 'room 101' ? [] : ['6rnxyhqz']);
      // Not for another hotspot, another tenant, or a desk that didn't create it.
      expect(await listed('reseller1', 2)).toEqual([]);
      expect((await server.as('reseller2').get(`/api/vouchers/1?q=${encodeURIComponent(q)}`)).status).toBe(404);
      expect(await listed('desk11')).toEqual([]);
    },
  );

  test('are found in the list of vouchers by who was let in with them, and by a code that was replaced', async () => {
    const staff = server.as('desk11');
    const voucher = { hotspot_id: 1, type: 'normal', time: 'duration', duration: 7, expiration: 0, num_vouchers: 1, remain_use: -1 };
    const created = vouchersCreated.parse((await staff.post('/api/vouchers', voucher)).body);
    const old = created.vouchers[0]?.code ?? '';
    const id = created.ids[0] ?? 0;
    await insertGuest(server.db(), {
      hotspot_id: 1,
      voucher_id: id,
      username: 'LETIN1',
      name: 'Ólafur Helgi',
      account_type: 'voucher',
      created: RECORDED_AT,
    });
    const listed = async (q: string) =>
      ((await staff.get(`/api/vouchers/1?q=${encodeURIComponent(q)}`)).body as { id: number }[]).map((row) => row.id);
    expect(await listed('helgi olafur')).toEqual([id]);
    expect((await staff.post(`/api/vouchers/voucher/${id}/replacement`, {})).status).toBe(201);
    const now = await listed(`${old.slice(0, 4)} ${old.slice(4)}`.toUpperCase());
    expect(now).toHaveLength(1);
    expect(now).not.toEqual([id]);
  });

  test('lead from a replaced code, and one replaced before it, to the one that is valid now', async () => {
    const created = await server.as('desk11').post('/api/vouchers', {
      hotspot_id: 1,
      type: 'normal',
      time: 'duration',
      duration: 7,
      expiration: 0,
      num_vouchers: 1,
      remain_use: -1,
      code: 'lost-once',
      auto_login: true,
      bandwidth_up: 0,
      bandwidth_down: 0,
      max_traffic: 0,
      max_time: 0,
      user_name: '',
      user_mail: '',
    });
    const replace = async (id: number) => {
      const { body } = await server.as('desk11').post(`/api/vouchers/voucher/${id}/replacement`, {});
      return z.object({ voucher: z.object({ id: z.number(), code: z.string() }) }).parse(body).voucher;
    };
    const second = await replace(z.object({ ids: z.array(z.number()) }).parse(created.body).ids[0] ?? 0);
    const third = await replace(second.id);
    for (const typed of ['LOST ONCE', second.code]) {
      const [found] = (await find('desk11', typed)).filter(({ kind }) => kind === 'voucher');
      expect(found).toMatchObject({ id: third.id, title: third.code, voucher: { replaced: { account_name: 'desk11' } } });
    }
    expect(await codes('reseller2', 'lost-once')).toEqual([]);
    await server.as('reseller1').delete(`/api/vouchers/voucher/${third.id}`);
    expect(await codes('reseller1', 'lost-once')).toEqual([]);
  });
});

describe('names however they are typed', () => {
  beforeAll(async () => {
    const names = [
      'O’Neill, Sinéad',
      'Anne-Marie  Dupont',
      'Γιώργος Παππάς',
      'Пётр Ильич',
      'DÍAZ Přema',
      'Șandor Bălan',
      'Guðrún Þórsdóttir',
      'Jürgen Weiß',
      'Mario\u{a0}Rossi',
    ];
    await server
      .db()
      .insert(users)
      .values(
        names.map((name, at) => ({
          hotspot_id: 1,
          name,
          username: `n${at}`,
          account_type: 'email',
          valid_until: new Date('2999-01-01T00:00:00Z'),
          created: RECORDED_AT,
        })),
      );
  });
  const names = async (path: string) => {
    const { body } = await server.as('reseller1').get(path);
    return z
      .object({ data: z.array(z.object({ name: z.string() })) })
      .parse(body)
      .data.map(({ name }) => name);
  };

  test.each([
    ["O'Neill", 'O’Neill, Sinéad'],
    ['oneill', 'O’Neill, Sinéad'],
    ['sinead o`neill', 'O’Neill, Sinéad'],
    ['Anne Marie Dupont', 'Anne-Marie  Dupont'],
    ['dupont, annemarie'.replace('annemarie', 'anne-marie'), 'Anne-Marie  Dupont'],
    ['γιωργος', 'Γιώργος Παππάς'],
    ['ΓΙΩΡΓΟΣ', 'Γιώργος Παππάς'],
    ['петр', 'Пётр Ильич'],
    ['ПЁТР', 'Пётр Ильич'],
    ['gudrun thorsdottir', 'Guðrún Þórsdóttir'],
    ['weiss juergen'.replace('ue', 'u'), 'Jürgen Weiß'],
    ['Weiß', 'Jürgen Weiß'],
    ['rossi m', 'Mario\u{a0}Rossi'],
    ['dí', 'DÍAZ Přema'],
    ['prema', 'DÍAZ Přema'],
    ['balan sandor', 'Șandor Bălan'],
    ['Rossi,  Mario', 'Mario\u{a0}Rossi'],
  ])('finds by %j the guest %j with Ctrl K and in the list', async (q, name) => {
    expect((await find('reseller1', q)).map(({ title }) => title)).toContain(name);
    expect(await names(`/api/users?q=${encodeURIComponent(q)}`)).toContain(name);
  });

  test('find a short word of several only where another begins with it', async () => {
    expect((await find('reseller1', 'rossi ro')).map(({ title }) => title)).toContain('Mario\u{a0}Rossi');
    expect((await find('reseller1', 'mario si')).map(({ title }) => title)).not.toContain('Mario\u{a0}Rossi');
  });

  test.each(['-', "'", '’ -', '%', '_'])('find no guest by the signs %j', async (q) => {
    expect(kinds(await find('reseller1', q))).not.toContain('guest');
  });
});
