/** What each type of unit is sent, and what is read from its packets. */
import { describe, expect, test } from '@jest/globals';
import { UNIT_KINDS, type UnitKind } from '../../../src/contract/plain/wire';
import type { Grant } from '../../../src/server/access/authorise';
import { parseAccounting } from '../../../src/server/radius/accountingRequest';
import { classOf, grantAttributes, kindOf, softwareIn } from '../../../src/server/radius/attributes';
import { attribute, CODE, valueOf, type Attribute } from '../../../src/server/radius/codec';
import { ACCT_STATUS, ATTRIBUTES, type AttributeName } from '../../../src/server/radius/dictionary';

const GRANT: Grant = {
  seconds: 3600,
  bytes: 5_000_000,
  kbpsDown: 2000,
  kbpsUp: 512,
  idleSeconds: 1800,
  interimSeconds: 300,
  why: 'midnight',
  begins: null,
};
const MAX = 2 ** 32 - 1;

const NAMES = Object.keys(ATTRIBUTES) as AttributeName[];

/** Attributes as values by name. */
function read(attributes: readonly Attribute[]): Record<string, unknown> {
  const of = ({ vendor, type }: Attribute) =>
    NAMES.find((name) => ATTRIBUTES[name].vendor === vendor && ATTRIBUTES[name].type === type) ?? '?';
  return Object.fromEntries(attributes.map((each) => [of(each), valueOf({ attributes: [each] }, of(each) as AttributeName)]));
}

const sentTo = (kind: UnitKind, different: Partial<Grant> = {}) => read(grantAttributes({ ...GRANT, ...different }, kind));

const COMMON = {
  'Session-Timeout': 3600,
  'Idle-Timeout': 1800,
  'Acct-Interim-Interval': 300,
  'WISPr-Bandwidth-Max-Up': 512_000,
  'WISPr-Bandwidth-Max-Down': 2_000_000,
};

const OWN: Record<UnitKind, Record<string, unknown>> = {
  generic: {},
  unifi: {},
  omada: {},
  aruba: {},
  opennds: {},
  wlc: {},
  mikrotik: { 'Mikrotik-Rate-Limit': '512k/2000k', 'Mikrotik-Total-Limit': 5_000_000, 'Mikrotik-Total-Limit-Gigawords': 0 },
  coovachilli: {
    'CoovaChilli-Bandwidth-Max-Up': 512,
    'CoovaChilli-Bandwidth-Max-Down': 2000,
    // Minus what passes at 2 Mbit/s until the unit checks again, plus the tolerance.
    'CoovaChilli-Max-Total-Octets': 4_500_000,
    'CoovaChilli-Max-Total-Gigawords': 0,
    'Acct-Interim-Interval': 60,
  },
  ruckus: { 'Ruckus-Max-DL-UL-Quota': 5_000_000 },
  pfsense: {
    'pfSense-Bandwidth-Max-Up': 512_000,
    'pfSense-Bandwidth-Max-Down': 2_000_000,
    'pfSense-Max-Total-Octets': 5_000_000,
  },
};

test.each(UNIT_KINDS)('a unit of the kind %s gets the common attributes and those of its kind', (kind) => {
  expect(sentTo(kind)).toEqual({ ...COMMON, ...OWN[kind] });
});

test.each(UNIT_KINDS)('a unit of the kind %s gets no attribute for a missing limit', (kind) => {
  const { 'Session-Timeout': seconds, 'Idle-Timeout': idle, 'Acct-Interim-Interval': interim } = COMMON;
  expect(sentTo(kind, { bytes: null, kbpsDown: null, kbpsUp: null })).toEqual({
    'Session-Timeout': seconds,
    'Idle-Timeout': idle,
    'Acct-Interim-Interval': interim,
  });
});

describe('limits above 32 bits of bytes', () => {
  const tenGiB = 10 * 2 ** 30;

  test.each([
    ['mikrotik', { 'Mikrotik-Total-Limit': 2 ** 31, 'Mikrotik-Total-Limit-Gigawords': 2 }],
    ['coovachilli', { 'CoovaChilli-Max-Total-Octets': 2 ** 31, 'CoovaChilli-Max-Total-Gigawords': 2 }],
    // The guest is logged out at 4 GiB, and gets the rest at the next login.
    ['pfsense', { 'pfSense-Max-Total-Octets': MAX }],
  ] as const)('are sent to %s as far as it can count', (kind, limit) => {
    expect(sentTo(kind, { bytes: tenGiB })).toMatchObject(limit);
  });

  test('are not sent to Ruckus, where 4 GiB would be less than allowed', () => {
    expect(sentTo('ruckus', { bytes: MAX })).toMatchObject({ 'Ruckus-Max-DL-UL-Quota': MAX });
    expect(sentTo('ruckus', { bytes: MAX + 1 })).toEqual(COMMON);
  });
});

test('rates are sent with at most 32 bits', () => {
  expect(sentTo('pfsense', { kbpsDown: 5_000_000 })).toMatchObject({ 'pfSense-Bandwidth-Max-Down': MAX, 'WISPr-Bandwidth-Max-Down': MAX });
});

test.each([
  ['Mikrotik-Host-IP', '10.5.50.2', 'mikrotik'],
  ['CoovaChilli-Version', '1.6', 'coovachilli'],
  ['Aruba-Essid-Name', 'Guests', 'aruba'],
  ['Ruckus-SSID', 'Guests', 'ruckus'],
  ['WISPr-Location-ID', 'isocc=it', 'generic'],
] as const)('a unit that sends %s is recognized by it, unless staff chose its kind', (name, value, kind) => {
  const attributes = [attribute('User-Name', 'anna'), attribute(name, value)];
  expect(kindOf({ attributes })).toBe(kind);
  expect(kindOf({ attributes }, 'pfsense')).toBe('pfsense');
  expect(kindOf({ attributes }, 'unheard of')).toBe(kind);
});

describe('an accounting report', () => {
  const reportOf = (...attributes: Attribute[]) =>
    parseAccounting(
      {
        code: CODE.accountingRequest,
        id: 1,
        authenticator: Buffer.alloc(16),
        attributes: [attribute('Acct-Status-Type', ACCT_STATUS.interim), attribute('Acct-Session-Id', 's-1'), ...attributes],
      },
      0,
      'generic',
    );

  test('names the guest to whom access was granted', () => {
    expect(reportOf(classOf(7))).toMatchObject({ guestId: 7 });
  });

  // The second one is too large for the database's integers.
  test.each(['portico 2147483648', 'portico 9999999999', 'portico -1', 'portico', 'portico 1 ', 'other 1'])(
    'names no guest with the class "%s"',
    (text) => {
      expect(reportOf(attribute('Class', Buffer.from(text)))).toMatchObject({ guestId: null });
    },
  );
});

test('a long software name is cut between characters, as the database would reject half of one', () => {
  const softwareOf = (text: string) =>
    softwareIn({ code: 1, id: 1, authenticator: Buffer.alloc(16), attributes: [attribute('CoovaChilli-Version', text)] });
  expect(softwareOf(`${'x'.repeat(99)}🙂 and more`)).toBe(`${'x'.repeat(99)}🙂`);
  expect(softwareOf('1.6\nbeta')).toBe('1.6\nbeta');
});
