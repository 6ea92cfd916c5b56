import { describe, expect, test } from '@jest/globals';
import fc from '../support/run/property';
import { isPrivateMac, leadingMac, macOf } from '../../src/contract/plain/macAddress';

const SAME = 'EC-F4-BB-37-DD-AA';
const NOTATIONS = [
  'ec:f4:bb:37:dd:aa',
  'EC-F4-BB-37-DD-AA',
  'ec.f4.bb.37.dd.aa',
  'ecf-4bb-37d-daa',
  'ecf.4bb.37d.daa',
  'ecf:4bb:37d:daa',
  'ecf4.bb37.ddaa',
  'ecf4-bb37-ddaa',
  'ecf4:bb37:ddaa',
  'ecf4bb-37ddaa',
  'ECF4BB:37DDAA',
  'ecf4bb.37ddaa',
  'ecf4bb37ddaa',
];

describe('a MAC address', () => {
  test.each(NOTATIONS)('is recognized when written as %s, surrounded by spaces or followed by a network’s name', (written) => {
    expect(macOf(` ${written} `)).toBe(SAME);
    for (const name of ['', ':Guests', ':Cafe', ':', ' Guests', '-5GHz:0', ':e0']) expect(leadingMac(`${written}${name}`)).toBe(SAME);
  });

  test('is recognized in every grouping, whatever its digits', () => {
    const digits = fc
      .array(fc.integer({ min: 0, max: 15 }), { minLength: 12, maxLength: 12 })
      .map((all) => all.map((digit) => digit.toString(16)).join(''));
    fc.assert(
      fc.property(digits, fc.constantFrom(2, 3, 4, 6), fc.constantFrom(':', '-', '.'), (all, size, separator) => {
        fc.pre(!(size === 3 && separator === '.' && /^\d+$/.test(all)));
        const written = (all.match(new RegExp(`.{${size}}`, 'g')) ?? []).join(separator);
        const expected = (all.toUpperCase().match(/../g) ?? []).join('-');
        expect([macOf(written), leadingMac(`${written}:Guests`)]).toEqual([expected, expected]);
      }),
    );
  });

  test.each([
    '',
    'ec:f4:bb:37:dd',
    'ec:f4:bb:37:dd:aa:01',
    'ec:f4-bb:37:dd:aa',
    'ecf4-bb37.ddaa',
    'ecf4bb37dda',
    'ecf4bb37ddaa0',
    'ec f4 bb 37 dd aa',
    '192.168.100.101',
    'gg:f4:bb:37:dd:aa',
    'ecf4bb3-7ddaa',
    'ecf4-bb37-ddaa:Guests',
  ])('is not read from %j', (text) => {
    expect(macOf(text)).toBe('');
  });

  test.each(['', 'Guests', '192.168.100.101', '192.168.100.101:Guests', 'ecf4bb37ddaa0', 'ecf4-bb37-ddaa0', 'ecf4bb37-ddaa'])(
    'is not found at the beginning of %j',
    (text) => {
      expect(leadingMac(text)).toBe('');
    },
  );

  test('is private if its second bit says so, in any notation', () => {
    const random = ['02:00:00:00:00:01', 'a6-1f-00-00-00-01', '9e.00.11.22.33.44', 'DA0011223344', '4aff.0000.0001'];
    const given = ['EC-F4-BB-37-DD-AA', '00:11:22:33:44:55', '9c0011223344', '01-00-5E-00-00-01', '', 'Guests', '2600'];
    expect([random.map(isPrivateMac), given.map(isPrivateMac)]).toEqual([random.map(() => true), given.map(() => false)]);
  });
});
