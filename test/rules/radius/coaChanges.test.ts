/** What a CoA-Request contains for each type of unit, and which types don't get any. */
import { expect, test } from '@jest/globals';
import { UNIT_KINDS } from '../../../src/contract/plain/wire';
import type { Grant } from '../../../src/server/access/authorise';
import { changeAttributes, takesChanges } from '../../../src/server/radius/changes';
import { valueOf } from '../../../src/server/radius/codec';
import type { AttributeName } from '../../../src/server/radius/dictionary';

const LIMITED: Grant = {
  seconds: 3600,
  why: 'validity',
  bytes: 5_000_000_000,
  kbpsDown: 2048,
  kbpsUp: 512,
  idleSeconds: 1800,
  interimSeconds: 300,
  begins: null,
};
const FREE: Grant = { ...LIMITED, bytes: null, kbpsDown: null, kbpsUp: null };
const USED = { seconds: 600, bytes: 1000 };

const valuesOf = (attributes: ReturnType<typeof changeAttributes>, names: readonly AttributeName[]) =>
  Object.fromEntries(names.map((name) => [name, valueOf({ attributes }, name)]));

const MIKROTIK = ['Session-Timeout', 'Mikrotik-Rate-Limit', 'Mikrotik-Total-Limit', 'Mikrotik-Total-Limit-Gigawords'] as const;
const COOVACHILLI = [
  'Session-Timeout',
  'CoovaChilli-Bandwidth-Max-Down',
  'CoovaChilli-Bandwidth-Max-Up',
  'CoovaChilli-Max-Total-Octets',
  'CoovaChilli-Max-Total-Gigawords',
] as const;
const WISPR = ['Session-Timeout', 'WISPr-Bandwidth-Max-Down', 'WISPr-Bandwidth-Max-Up'] as const;

test('a change adds the usage so far to the remaining limits, as units count from the start of the session', () => {
  const change = { before: FREE, after: LIMITED };
  expect(valuesOf(changeAttributes(change, 'mikrotik', USED), MIKROTIK)).toEqual({
    'Session-Timeout': 4200,
    'Mikrotik-Rate-Limit': '512k/2048k',
    'Mikrotik-Total-Limit': 5_000_001_000 % 2 ** 32,
    'Mikrotik-Total-Limit-Gigawords': 1,
  });
  expect(valuesOf(changeAttributes(change, 'coovachilli', USED), COOVACHILLI)).toEqual({
    'Session-Timeout': 4200,
    'CoovaChilli-Bandwidth-Max-Down': 2048,
    'CoovaChilli-Bandwidth-Max-Up': 512,
    'CoovaChilli-Max-Total-Octets': 5_000_001_000 % 2 ** 32,
    'CoovaChilli-Max-Total-Gigawords': 1,
  });
  expect(valuesOf(changeAttributes(change, 'generic', USED), WISPR)).toEqual({
    'Session-Timeout': 4200,
    'WISPr-Bandwidth-Max-Down': 2_048_000,
    'WISPr-Bandwidth-Max-Up': 512_000,
  });
});

test('a removed limit is sent explicitly, as an omitted one would stay', () => {
  const change = { before: LIMITED, after: FREE };
  expect(valuesOf(changeAttributes(change, 'mikrotik', USED), MIKROTIK)).toEqual({
    'Session-Timeout': 4200,
    'Mikrotik-Rate-Limit': '0/0',
    'Mikrotik-Total-Limit': 0,
    'Mikrotik-Total-Limit-Gigawords': 0,
  });
  expect(valuesOf(changeAttributes(change, 'coovachilli', USED), COOVACHILLI)).toEqual({
    'Session-Timeout': 4200,
    'CoovaChilli-Bandwidth-Max-Down': 0,
    'CoovaChilli-Bandwidth-Max-Up': 0,
    'CoovaChilli-Max-Total-Octets': 0,
    'CoovaChilli-Max-Total-Gigawords': 0,
  });
  expect(valuesOf(changeAttributes(change, 'aruba', USED), WISPR)).toEqual({
    'Session-Timeout': 4200,
    'WISPr-Bandwidth-Max-Down': 2 ** 32 - 1,
    'WISPr-Bandwidth-Max-Up': 2 ** 32 - 1,
  });
});

test.each([['without limits before'], ['unknown before']])(
  'a unit that may refuse an unusual speed gets none without a limit: %s',
  (how) => {
    const before = how === 'unknown before' ? null : FREE;
    expect(valuesOf(changeAttributes({ before, after: FREE }, 'ruckus', USED), WISPR)).toEqual({
      'Session-Timeout': 4200,
      'WISPr-Bandwidth-Max-Down': undefined,
      'WISPr-Bandwidth-Max-Up': undefined,
    });
  },
);

test('the longest session fits into its attribute', () => {
  const after = { ...FREE, seconds: 2 ** 31 - 1 };
  expect(valuesOf(changeAttributes({ before: null, after }, 'generic', USED), WISPR)['Session-Timeout']).toBe(2 ** 31 - 1);
});

test('no changes are sent to UniFi, Omada, pfSense and openNDS', () => {
  expect(UNIT_KINDS.filter((kind) => !takesChanges(kind)).sort()).toEqual(['omada', 'opennds', 'pfsense', 'unifi', 'wlc']);
});
