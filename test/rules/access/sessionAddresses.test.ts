import { describe, expect, test } from '@jest/globals';
import { canonicalAddress, currentMain, mainAddress, reportedAddresses, withAddresses } from '../../../src/server/access/sessionAddresses';
import type { Family, SessionAddress } from '../../../src/server/database/jsonColumns';

describe('an IP address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['  192.0.2.7\n', '192.0.2.7'],
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['192.0.2.0/024', '192.0.2.0/24'],
    ['192.0.2.7/32', '192.0.2.7/32'],
    ['2001:0DB8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['2001:0db8:0001::/64', '2001:db8:1::/64'],
    ['2001:db8::1/128', '2001:db8::1/128'],
    ['::ffff:192.0.2.7', '::ffff:c000:207'],
  ])('%j is %s in its shortest form', (text, expected) => expect(canonicalAddress(text)).toBe(expected));

  test.each([
    '',
    'guest',
    '192.0.2',
    '192.0.2.0/33',
    '2001:db8::/129',
    'fe80::1%eth0',
    '192.0.2.7/',
    '192.0.2.7/24/24',
    '192.0.2.7/1000',
    '192.0.2.7/x',
    '/24',
    'x/192.0.2.7',
    '192.0.2.7 or so',
  ])('isn’t in %j', (text) => expect(canonicalAddress(text)).toBe(''));
});

describe('the addresses in a report', () => {
  const ipv4 = (address: string | undefined) => ({ family: 'ipv4', address }) as const;
  const ipv6 = (address: string | undefined) => ({ family: 'ipv6', address }) as const;

  test('are without duplicates and what is no address', () => {
    const reported = [ipv4(undefined), ipv4('guest'), ipv4('192.0.2.7'), ipv4(' 192.0.2.7'), ipv6('2001:DB8::1'), ipv6('2001:db8:0::1')];
    expect(reportedAddresses(reported).map(({ family, address }) => [family, address])).toEqual([
      ['ipv4', '192.0.2.7'],
      ['ipv6', '2001:db8::1'],
    ]);
  });

  test('are without placeholders', () => {
    const placeholders = ['0.0.0.0', '255.255.255.254', '255.255.255.255'].map(ipv4);
    const network = { family: 'prefix', address: '::/0' } as const;
    expect(reportedAddresses([...placeholders, ipv6('::'), ipv6('0:0:0:0:0:0:0:0'), network])).toEqual([]);
  });

  test('may be the same one in two families', () => {
    const address = '2001:db8::/64';
    const reported = [
      { family: 'prefix', address },
      { family: 'delegated', address },
    ] as const;
    expect(reportedAddresses(reported).map(({ family }) => family)).toEqual(['prefix', 'delegated']);
  });

  test('are the first eight', () => {
    const reported = Array.from({ length: 12 }, (_, nth) => ipv4(`192.0.2.${nth + 1}`));
    expect(reportedAddresses(reported).map(({ address }) => address)).toEqual(reported.slice(0, 8).map(({ address }) => address));
  });

  test('have short hashes, the same for the same address however it is written', () => {
    const [one, other] = [reportedAddresses([ipv6('2001:DB8::1')]), reportedAddresses([ipv6('2001:db8:0:0::1'), ipv6('2001:db8::2')])];
    expect(one[0]?.hash).toMatch(/^[\w-]{6}$/);
    expect(other.map(({ hash }) => hash === one[0]?.hash)).toEqual([true, false]);
  });
});

test.each<[string, [Family, string][], string]>([
  ['none of none', [], ''],
  [
    'IPv4 before others',
    [
      ['delegated', '2001:db8:2::/56'],
      ['ipv6', '2001:db8::1'],
      ['ipv4', '192.0.2.7'],
      ['ipv4', '192.0.2.8'],
    ],
    '192.0.2.7',
  ],
  [
    'IPv6 before prefixes',
    [
      ['delegated', '2001:db8:2::/56'],
      ['prefix', '2001:db8:1::/64'],
      ['ipv6', '2001:db8::1'],
    ],
    '2001:db8::1',
  ],
  [
    'the guest’s own prefix before a delegated one',
    [
      ['delegated', '2001:db8:2::/56'],
      ['prefix', '2001:db8:1::/64'],
    ],
    '2001:db8:1::/64',
  ],
  ['a delegated prefix alone', [['delegated', '2001:db8:2::/56']], '2001:db8:2::/56'],
])('the address to show is %s', (_, addresses, expected) => {
  expect(mainAddress(addresses.map(([family, address]) => ({ family, address })))).toBe(expected);
});

/** `[nth, family, hash, from, until]`. */
type Row = [nth: number, family: Family, hash: string, from: number, until: number | null];
const address = ([nth, family, hash, from, until]: Row): SessionAddress => ({ nth, family, hash, from, until });
const rowOf = ({ nth, family, hash, from, until }: SessionAddress): Row => [nth, family, hash, from, until];

test.each<[string, Row[], string | null]>([
  ['none without addresses', [], null],
  ['none when all are over', [[0, 'ipv4', 'a', 10, 20]], null],
  [
    'the newest of those that a session has now',
    [
      [0, 'ipv4', 'a', 10, null],
      [1, 'ipv4', 'b', 30, null],
      [2, 'ipv4', 'c', 20, null],
      [3, 'ipv4', 'd', 40, 50],
    ],
    'b',
  ],
  [
    'IPv4 even if another is newer',
    [
      [0, 'ipv4', 'a', 10, null],
      [1, 'ipv6', 'b', 30, null],
    ],
    'a',
  ],
])('the current address to show is %s', (_, rows, expected) => expect(currentMain(rows.map(address))).toBe(expected));

describe('the addresses of a session', () => {
  const report = (at: number, ...reported: [Family, string][]) => ({
    at,
    isNewest: true,
    reported: reported.map(([family, hash]) => ({ family, hash })),
  });
  const late = (at: number, ...reported: [Family, string][]) => ({ ...report(at, ...reported), isNewest: false });
  const after = (...reports: ReturnType<typeof report>[]) =>
    reports
      .reduce<readonly SessionAddress[]>((known, { at, isNewest, reported }) => withAddresses(known, reported, { at, isNewest }), [])
      .map(rowOf);

  test('begin with the first report that has any', () => {
    expect(after(report(0), report(10, ['ipv4', 'a'], ['ipv6', 'b']))).toEqual([
      [0, 'ipv4', 'a', 10, null],
      [1, 'ipv6', 'b', 10, null],
    ]);
  });

  test.each([
    ['with the same ones', [{ family: 'ipv4', hash: 'a' }]],
    ['without any', []],
  ] as const)('are the same object after a report %s', (_, reported) => {
    const known = [address([0, 'ipv4', 'a', 10, null])];
    expect(withAddresses(known, reported, { at: 20, isNewest: true })).toBe(known);
  });

  test('change with a report of another one, and with one of the first again', () => {
    const reports = [report(10, ['ipv4', 'a']), report(20, ['ipv4', 'b']), report(30, ['ipv4', 'a']), report(40, ['ipv4', 'c'])];
    expect(after(...reports)).toEqual([
      [0, 'ipv4', 'a', 10, 20],
      [1, 'ipv4', 'b', 20, 30],
      [2, 'ipv4', 'a', 30, 40],
      [3, 'ipv4', 'c', 40, null],
    ]);
  });

  test('are of each family what its last report says', () => {
    expect(after(report(10, ['ipv4', 'a'], ['ipv6', 'b'], ['ipv6', 'c']), report(20, ['ipv6', 'c'], ['ipv6', 'd']))).toEqual([
      [0, 'ipv4', 'a', 10, null],
      [1, 'ipv6', 'b', 10, 20],
      [2, 'ipv6', 'c', 10, null],
      [3, 'ipv6', 'd', 20, null],
    ]);
  });

  test('may be the same in two families', () => {
    expect(after(report(10, ['prefix', 'a']), report(20, ['delegated', 'a']), report(30, ['prefix', 'b']))).toEqual([
      [0, 'prefix', 'a', 10, 30],
      [1, 'delegated', 'a', 20, null],
      [2, 'prefix', 'b', 30, null],
    ]);
  });

  test('never end before they begin, as when the clock of their unit has been set back', () => {
    expect(after(report(20, ['ipv4', 'a']), report(10, ['ipv4', 'b']))).toEqual([
      [0, 'ipv4', 'a', 20, 20],
      [1, 'ipv4', 'b', 10, null],
    ]);
  });

  test('had another one until the next when that arrives late, and those of now stay', () => {
    expect(after(report(20, ['ipv6', 'c']), report(30, ['ipv4', 'b']), late(10, ['ipv4', 'a']))).toEqual([
      [0, 'ipv6', 'c', 20, null],
      [1, 'ipv4', 'b', 30, null],
      [2, 'ipv4', 'a', 10, 30],
    ]);
  });

  test('had two at once if a late report has another one than that which began just then', () => {
    expect(after(report(30, ['ipv4', 'b']), report(40, ['ipv4', 'c']), late(30, ['ipv4', 'a']))).toEqual([
      [0, 'ipv4', 'b', 30, 40],
      [1, 'ipv4', 'c', 40, null],
      [2, 'ipv4', 'a', 30, 40],
    ]);
  });

  test('had another one only when it was reported if none follows it in its family', () => {
    expect(after(report(10, ['ipv4', 'a']), late(20, ['ipv4', 'b'], ['ipv6', 'c']))).toEqual([
      [0, 'ipv4', 'a', 10, null],
      [1, 'ipv4', 'b', 20, 20],
      [2, 'ipv6', 'c', 20, 20],
    ]);
  });

  test.each([10, 15, 20])('aren’t changed by a late report of one that they had at %d', (at) => {
    const known = [address([0, 'ipv4', 'a', 10, 20]), address([1, 'ipv4', 'b', 20, null])];
    expect(withAddresses(known, [{ family: 'ipv4', hash: 'a' }], { at, isNewest: false })).toBe(known);
  });

  test.each([5, 25])('have one again that they had at another time than %d', (at) => {
    const known = [address([0, 'ipv4', 'a', 10, 20])];
    expect(withAddresses(known, [{ family: 'ipv4', hash: 'a' }], { at, isNewest: false })).toHaveLength(at === 5 ? 1 : 2);
  });

  test('had the next one since the late report that has it, and the one before until then', () => {
    expect(after(report(10, ['ipv4', 'a'], ['ipv6', 'x']), report(40, ['ipv4', 'b'], ['ipv6', 'y']), late(30, ['ipv4', 'b']))).toEqual([
      [0, 'ipv4', 'a', 10, 30],
      [1, 'ipv6', 'x', 10, 40],
      [2, 'ipv4', 'b', 30, null],
      [3, 'ipv6', 'y', 40, null],
    ]);
  });

  test.each([
    ['that began just then for no time', [0, 'ipv4', 'a', 30, 40], [0, 'ipv4', 'a', 30, 30]],
    ['that began later as long as it did', [0, 'ipv4', 'a', 40, 40], [0, 'ipv4', 'a', 40, 40]],
  ] as const)('had the one before %s', (_, before, then) => {
    const known = [address([1, 'ipv4', 'b', 40, null]), address([...before])];
    expect(withAddresses(known, [{ family: 'ipv4', hash: 'b' }], { at: 30, isNewest: false }).map(rowOf)).toEqual([
      [1, 'ipv4', 'b', 30, null],
      then,
    ]);
  });

  test('had the next one of several, not a later one, since a late report', () => {
    const known: Row[] = [
      [0, 'ipv4', 'c', 50, null],
      [1, 'ipv4', 'b', 40, 50],
    ];
    const reported = [{ family: 'ipv4', hash: 'b' }] as const;
    expect(withAddresses(known.map(address), reported, { at: 20, isNewest: false }).map(rowOf)).toEqual([
      [0, 'ipv4', 'c', 50, null],
      [1, 'ipv4', 'b', 20, 50],
    ]);
  });

  test('had each until it was really over, whatever began later', () => {
    const known: Row[] = [
      [0, 'ipv4', 'a', 10, 20],
      [1, 'ipv4', 'z', 35, 40],
      [2, 'ipv4', 'y', 30, 40],
      [3, 'ipv4', 'b', 40, null],
    ];
    const reported = [{ family: 'ipv4', hash: 'b' }] as const;
    expect(withAddresses(known.slice(0, 1).concat(known.slice(3)).map(address), reported, { at: 30, isNewest: false }).map(rowOf)).toEqual([
      [0, 'ipv4', 'a', 10, 20],
      [3, 'ipv4', 'b', 30, null],
    ]);
    // At 30 the next one is Y, so that B was had once more.
    expect(withAddresses(known.map(address), reported, { at: 25, isNewest: false }).at(-1)).toEqual(address([4, 'ipv4', 'b', 25, 30]));
  });

  test('are the newest sixteen, and all of those that they have now', () => {
    const changes = Array.from({ length: 20 }, (_, nth) => report(nth, ['ipv6', 'always'], ['ipv4', `${nth}`]));
    const remembered = after(...changes);
    expect(remembered).toHaveLength(16);
    expect(remembered[0]).toEqual([0, 'ipv6', 'always', 0, null]);
    expect(remembered.slice(1).map(([, , hash]) => hash)).toEqual(Array.from({ length: 15 }, (_, nth) => `${nth + 5}`));
  });

  test('are the same object after a report without news, also if they are sixteen', () => {
    const known = Array.from({ length: 16 }, (_, nth) => address([nth, 'ipv4', `${nth}`, nth, nth]));
    expect(withAddresses(known, [], { at: 50, isNewest: true })).toBe(known);
  });

  test('forget those first that came first, whenever they are over', () => {
    const rows = Array.from({ length: 17 }, (_, nth): Row => [16 - nth, 'ipv4', `${nth}`, nth, nth]);
    expect(
      withAddresses(rows.map(address), [{ family: 'ipv6', hash: 'x' }], { at: 50, isNewest: true })
        .map(({ nth }) => nth)
        .sort((one, other) => one - other),
    ).toEqual(Array.from({ length: 16 }, (_, nth) => nth + 2));
  });

  test.each([true, false])('are stored up to the five hundredth, in the newest report: %p', (isNewest) => {
    const known = (nth: number) => [address([nth, 'ipv4', 'a', 10, null])];
    const add = (nth: number) => withAddresses(known(nth), [{ family: 'ipv6', hash: 'b' }], { at: 20, isNewest });
    expect(add(498)).toHaveLength(2);
    expect(add(499)).toHaveLength(1);
  });
});
