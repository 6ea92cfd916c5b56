import { describe, expect, test } from '@jest/globals';
import {
  authorise,
  isCutByTraffic,
  isVoucherUse,
  ownerOfDevice,
  type AccessFacts,
  type Grant,
  type GuestFacts,
} from '../../../src/server/access/authorise';
import type { VoucherFacts } from '../../../src/server/access/vouchers';
import { REFUSAL_CODES, type RefusalCode } from '../../../src/contract/plain/access';
import { PORTAL_LANGUAGES } from '../../../src/contract/plain/wire';
import { refusalForGuest } from '../../../src/server/access/refusals';

const ROME = 'Europe/Rome';
const HOUR = 3600;
const MB = 1_048_576;

/** 10:30 in Rome, on a Sunday in winter. */
const NOW = new Date('2026-11-22T09:30:00Z');

const GUEST: GuestFacts = {
  isMacEntry: false,
  hasAutoLogin: true,
  validFrom: new Date('2026-11-01T00:00:00Z'),
  validUntil: new Date('2026-12-01T00:00:00Z'),
  limit: { seconds: 0, bytes: 0 },
  kbpsDown: 0,
  kbpsUp: 0,
};

const VOUCHER: VoucherFacts = {
  type: 'auth',
  duration: 0,
  expires: new Date('2026-12-01T00:00:00Z'),
  remainingUses: 1,
  isUsedByGuest: false,
  limit: { seconds: 0, bytes: 0 },
  kbpsDown: 0,
  kbpsUp: 0,
};

const FACTS: AccessFacts = {
  now: NOW,
  zone: ROME,
  method: 'portal',
  isProven: true,
  hotspot: {
    isClosed: false,
    hasVoucherLogin: true,
    hasAutoLogin: true,
    mayBeElsewhere: false,
    kbpsDown: 0,
    kbpsUp: 0,
    areVoucherLimitsTotal: false,
  },
  guest: GUEST,
  voucher: null,
  usedToday: { seconds: 0, bytes: 0 },
  usedInAll: { seconds: 0, bytes: 0 },
  isElsewhere: false,
  hasTriedTooOften: false,
  devices: null,
};

interface Different extends Partial<Omit<AccessFacts, 'hotspot' | 'guest' | 'voucher'>> {
  hotspot?: Partial<AccessFacts['hotspot']>;
  guest?: Partial<GuestFacts> | null;
  voucher?: Partial<VoucherFacts> | null;
}

const factsOf = ({ hotspot, guest, voucher, ...rest }: Different = {}): AccessFacts => ({
  ...FACTS,
  ...rest,
  hotspot: { ...FACTS.hotspot, ...hotspot },
  guest: guest === null ? null : { ...GUEST, ...guest },
  voucher: voucher ? { ...VOUCHER, ...voucher } : null,
});
const decide = (different: Different = {}) => authorise(factsOf(different));

function granted(different: Different = {}): Grant {
  const decision = decide(different);
  if ('refusal' in decision) throw new Error(decision.refusal);
  return decision.grant;
}

test('a guest without limits has access until its validity ends', () => {
  expect(granted()).toEqual({
    seconds: (Date.parse('2026-12-01T00:00:00Z') - NOW.getTime()) / 1000,
    why: 'validity',
    bytes: null,
    kbpsDown: null,
    kbpsUp: null,
    idleSeconds: 1800,
    interimSeconds: 300,
    begins: null,
  });
});

const day = (limit: { seconds?: number; bytes?: number }) => ({ limit: { seconds: 0, bytes: 0, ...limit } });
const used = (amount: { seconds?: number; bytes?: number }) => ({ seconds: 0, bytes: 0, ...amount });
const later = new Date(NOW.getTime() + 1);

describe('refused access', () => {
  test.each<[string, RefusalCode, Different]>([
    ['an unknown code or device', 'not_known', { guest: null }],
    ['an own voucher whose guest was deleted', 'not_known', { method: 'voucher', guest: null, voucher: {} }],
    ['a code after too many tries', 'too_many_tries', { method: 'voucher', voucher: {}, hasTriedTooOften: true }],
    ['a wrong password', 'wrong_secret', { isProven: false }],
    ['a voucher where the hotspot is closed', 'hotspot_closed', { method: 'voucher', voucher: {}, hotspot: { isClosed: true } }],
    [
      'a MAC entry where the hotspot is closed',
      'hotspot_closed',
      { method: 'mac', guest: { isMacEntry: true }, hotspot: { isClosed: true } },
    ],
    ['a guest of a closed hotspot', 'hotspot_closed', { hotspot: { isClosed: true } }],
    ['a voucher where vouchers are off', 'way_off', { method: 'voucher', voucher: {}, hotspot: { hasVoucherLogin: false } }],
    ['a voucher that leads to the registration', 'registration_needed', { method: 'voucher', guest: null, voucher: { type: 'normal' } }],
    ['a known device where automatic log-in is off', 'login_needed', { method: 'mac', hotspot: { hasAutoLogin: false } }],
    ['a device of a guest without automatic log-in', 'login_needed', { method: 'mac', guest: { hasAutoLogin: false } }],
    ['a voucher at the moment it expires', 'expired', { voucher: { expires: NOW } }],
    ['a voucher without remaining uses', 'no_uses_left', { method: 'voucher', voucher: { remainingUses: 0 } }],
    ['a pool voucher whose code has tried too often', 'too_many_tries', { method: 'voucher', guest: null, hasTriedTooOften: true }],
    ['a guest before its validity', 'too_early', { guest: { validFrom: new Date(NOW.getTime() + 10_001) } }],
    ['a guest at the moment its validity ends', 'expired', { guest: { validUntil: NOW } }],
    ['a guest without a validity', 'expired', { guest: { validUntil: null } }],
    ['a device that is online at another unit', 'other_unit', { isElsewhere: true }],
    ['a guest whose daily time is used up', 'used_up_today', { guest: day({ seconds: HOUR }), usedToday: used({ seconds: HOUR }) }],
    ['a guest whose daily traffic is used up', 'used_up_today', { guest: day({ bytes: MB }), usedToday: used({ bytes: MB + 1 }) }],
    [
      'a voucher whose total time is used up',
      'time_used_up',
      {
        guest: day({ seconds: HOUR }),
        voucher: day({ seconds: HOUR }),
        usedInAll: used({ seconds: HOUR }),
        hotspot: { areVoucherLimitsTotal: true },
      },
    ],
    [
      'a voucher whose total traffic is used up',
      'traffic_used_up',
      { guest: day({ bytes: MB }), voucher: day({ bytes: MB }), usedInAll: used({ bytes: MB }), hotspot: { areVoucherLimitsTotal: true } },
    ],
  ])('is the decision for %s', (_, refusal, different) => expect(decide(different)).toEqual({ refusal }));

  test('counts as no login attempt when a passing device asks, even where the hotspot is closed', () => {
    expect(decide({ method: 'mac', guest: { hasAutoLogin: false }, hotspot: { isClosed: true } })).toEqual({ refusal: 'login_needed' });
    expect(decide({ method: 'mac', guest: null, hotspot: { isClosed: true } })).toEqual({ refusal: 'not_known' });
  });

  test('names a wrong password before anything that reveals the voucher', () => {
    expect(decide({ method: 'voucher', isProven: false, voucher: { remainingUses: 0 }, hotspot: { hasVoucherLogin: false } })).toEqual({
      refusal: 'wrong_secret',
    });
  });
});

describe('granted access', () => {
  test.each<[string, Different]>([
    ['a guest a moment before its validity ends', { guest: { validUntil: later } }],
    ['a guest at the moment its validity begins', { guest: { validFrom: NOW } }],
    [
      'a guest whose validity another log-in has started by a clock ten seconds ahead',
      { guest: { validFrom: new Date(NOW.getTime() + 10_000) } },
    ],
    [
      'a MAC entry where automatic log-in is off',
      { method: 'mac', guest: { isMacEntry: true, hasAutoLogin: false }, hotspot: { hasAutoLogin: false } },
    ],
    ['a guest without automatic log-in who logs in', { guest: { hasAutoLogin: false } }],
    ['a known device', { method: 'mac' }],
    ['a login token after too many tries of codes', { method: 'portal', voucher: {}, hasTriedTooOften: true }],
    ['a device online elsewhere, where that is allowed', { isElsewhere: true, hotspot: { mayBeElsewhere: true } }],
    ['a guest who used the last use', { method: 'voucher', voucher: { remainingUses: 0, isUsedByGuest: true } }],
    ['a known device of a voucher whose last use is spent', { method: 'mac', voucher: { remainingUses: 0 } }],
    ['a guest of the login page, where vouchers are off', { voucher: {}, hotspot: { hasVoucherLogin: false } }],
    ['a guest who used a lot in total, but nothing today', { guest: day({ seconds: HOUR }), usedInAll: used({ seconds: 90 * HOUR }) }],
  ])('is the decision for %s', (_, different) => expect(granted(different).seconds).toBeGreaterThan(0));
});

describe('devices at once', () => {
  const online = (sessionId: number | null) => ({ isOfGuest: true, sessionId });
  const atOnce = (different: Partial<NonNullable<AccessFacts['devices']>> = {}) => ({
    devices: { mostOfHotspot: 2, disconnectsOldest: false, voucher: null, others: [online(7), online(8)], ...different },
  });

  test('keep out one more than the hotspot lets each guest have', () => {
    expect(decide(atOnce())).toEqual({ refusal: 'too_many_devices' });
    expect(decide(atOnce({ mostOfHotspot: 3 }))).not.toHaveProperty('refusal');
  });

  test('give way where the hotspot says so, the one that is online longest first', () => {
    expect(decide(atOnce({ disconnectsOldest: true }))).toMatchObject({ ends: [7], grant: { why: 'validity' } });
    expect(decide(atOnce({ disconnectsOldest: true, mostOfHotspot: 1 }))).toMatchObject({ ends: [7, 8] });
  });

  test('end no session where there is room, or where they are not counted', () => {
    expect(decide(atOnce({ disconnectsOldest: true, mostOfHotspot: 3 }))).not.toHaveProperty('ends');
    expect(decide({ devices: null })).not.toHaveProperty('ends');
  });

  test('do not concern a MAC entry, which is one device', () => {
    expect(decide({ ...atOnce(), guest: { isMacEntry: true } })).not.toHaveProperty('refusal');
    expect(decide({ ...atOnce({ disconnectsOldest: true }), guest: { isMacEntry: true } })).not.toHaveProperty('ends');
  });

  test('are the last reason for a refusal', () => {
    const guest = day({ seconds: HOUR });
    expect(decide({ ...atOnce(), guest, usedToday: used({ seconds: HOUR }) })).toEqual({ refusal: 'used_up_today' });
  });
});

describe('a guest limit beside a voucher’s', () => {
  const total = { areVoucherLimitsTotal: true };

  test('is taken for its copy, and not applied per day, where the voucher’s is for the whole validity', () => {
    const both = { guest: day({ seconds: HOUR, bytes: MB }), voucher: day({ seconds: HOUR, bytes: MB }), hotspot: total };
    const today = { usedToday: used({ seconds: HOUR / 2, bytes: MB / 2 }), usedInAll: used({ seconds: HOUR / 2, bytes: MB / 2 }) };
    expect(granted({ ...both, ...today })).toMatchObject({ seconds: HOUR / 2, why: 'time_in_all', bytes: MB / 2 });
  });

  test('is applied per day besides, where it is another', () => {
    const both = { guest: day({ seconds: HOUR / 4, bytes: MB / 4 }), voucher: day({ seconds: HOUR, bytes: MB }), hotspot: total };
    expect(granted(both)).toMatchObject({ seconds: HOUR / 4, why: 'time_today', bytes: MB / 4 });
    expect(decide({ ...both, usedToday: used({ bytes: MB / 4 }) })).toEqual({ refusal: 'used_up_today' });
  });

  test('is applied per day where the voucher’s is, too', () => {
    const both = { guest: day({ bytes: MB }), voucher: day({ bytes: MB }) };
    expect(decide({ ...both, usedInAll: used({ bytes: 2 * MB }) })).not.toHaveProperty('refusal');
  });
});

describe('traffic', () => {
  const isCut = (different: Different) => isCutByTraffic(factsOf(different));
  const total = {
    guest: day({ seconds: HOUR, bytes: MB }),
    voucher: day({ seconds: HOUR, bytes: MB }),
    hotspot: { areVoucherLimitsTotal: true },
  };

  test('cuts a guest who has used today’s, or all of the voucher’s', () => {
    expect(isCut({ guest: day({ bytes: MB }), usedToday: used({ bytes: MB }) })).toBe(true);
    expect(isCut({ ...total, usedInAll: used({ bytes: MB }) })).toBe(true);
  });

  test('does not cut a guest below the limit, or without one', () => {
    expect(isCut({ guest: day({ bytes: MB }), usedToday: used({ bytes: MB - 1 }) })).toBe(false);
    expect(isCut({ guest: {}, usedToday: used({ bytes: 1000 * MB }) })).toBe(false);
    expect(isCut({ guest: null })).toBe(false);
  });

  test('is not what cuts a guest whose time is over as well', () => {
    const guest = day({ seconds: HOUR, bytes: MB });
    expect(isCut({ guest, usedToday: used({ seconds: HOUR, bytes: MB }) })).toBe(false);
    expect(isCut({ ...total, usedInAll: used({ seconds: HOUR, bytes: MB }) })).toBe(false);
  });
});

describe('a use of a voucher', () => {
  const isVoucherUsed = (different: Different) => isVoucherUse(factsOf(different));

  test('is a code typed at a unit or on the log-in page', () => {
    expect(isVoucherUsed({ method: 'voucher', voucher: {} })).toBe(true);
    expect(isVoucherUsed({ method: 'portal', voucher: {}, isVoucherOfPortal: true })).toBe(true);
  });

  test('is not the return of a known device, nor what has no guest or no voucher', () => {
    expect(isVoucherUsed({ method: 'mac', voucher: {} })).toBe(false);
    expect(isVoucherUsed({ method: 'portal', voucher: {}, isVoucherOfPortal: false })).toBe(false);
    expect(isVoucherUsed({ method: 'voucher', guest: null, voucher: {} })).toBe(false);
    expect(isVoucherUsed({ method: 'voucher' })).toBe(false);
  });
});

describe('the granted time', () => {
  test.each<[string, Different, number, Grant['why']]>([
    [
      'is the remainder of the day’s limit',
      { guest: day({ seconds: 2 * HOUR }), usedToday: used({ seconds: HOUR / 2 }) },
      1.5 * HOUR,
      'time_today',
    ],
    ['ends at midnight in the hotspot’s zone', { guest: day({ seconds: 20 * HOUR }) }, 13.5 * HOUR, 'midnight'],
    ['ends at midnight elsewhere', { zone: 'America/New_York', guest: day({ seconds: 23 * HOUR }) }, 19.5 * HOUR, 'midnight'],
    ['ends at midnight for traffic a day, too', { guest: day({ bytes: MB }) }, 13.5 * HOUR, 'midnight'],
    [
      'ends with the validity before midnight',
      { guest: { ...day({ seconds: 5 * HOUR }), validUntil: new Date(NOW.getTime() + 600_000) } },
      600,
      'validity',
    ],
    ['ends with the voucher', { voucher: { expires: new Date(NOW.getTime() + 60_000) } }, 60, 'validity'],
    ['is at least a second', { guest: { validUntil: later } }, 1, 'validity'],
    ['fits what units take', { guest: { validUntil: new Date('2126-01-01T00:00:00Z') } }, 2_147_483_647, 'validity'],
    [
      'is the remainder of the voucher’s limit',
      {
        guest: day({ seconds: 9 * HOUR }),
        voucher: day({ seconds: 9 * HOUR }),
        usedInAll: used({ seconds: 8 * HOUR }),
        usedToday: used({ seconds: 8 * HOUR }),
        hotspot: { areVoucherLimitsTotal: true },
      },
      HOUR,
      'time_in_all',
    ],
  ])('%s', (_, different, seconds, why) => expect(granted(different)).toMatchObject({ seconds, why }));

  test.each([
    ['23 hours when clocks go forward', '2026-03-28T23:00:00Z', 23 * HOUR],
    ['25 hours when they go back', '2026-10-24T22:00:00Z', 25 * HOUR],
    ['the rest of the longer day after they went back', '2026-10-25T01:30:00Z', 21.5 * HOUR],
  ])('is for a whole day %s', (_, now, seconds) => {
    const guest = { ...day({ seconds: 100 * HOUR }), validFrom: null };
    expect(granted({ now: new Date(now), guest })).toMatchObject({ seconds, why: 'midnight' });
  });

  test('starts again at midnight in the hotspot’s zone', () => {
    const guest = day({ seconds: HOUR });
    // 23:59:59 and 00:00:00 in Rome.
    expect(granted({ now: new Date('2026-11-22T22:59:59Z'), guest })).toMatchObject({ seconds: 1, why: 'midnight' });
    expect(granted({ now: new Date('2026-11-22T23:00:00Z'), guest })).toMatchObject({ seconds: HOUR, why: 'time_today' });
  });
});

describe('the granted traffic', () => {
  test.each<[string, Different, number | null]>([
    ['is the remainder of today’s limit', { guest: day({ bytes: 10 * MB }), usedToday: used({ bytes: 4 * MB }) }, 6 * MB],
    ['is unlimited by a time limit', { guest: day({ seconds: HOUR }) }, null],
    [
      'is the smaller remainder of day and voucher',
      {
        guest: day({ bytes: 3 * MB }),
        voucher: day({ bytes: 10 * MB }),
        usedInAll: used({ bytes: 8 * MB }),
        hotspot: { areVoucherLimitsTotal: true },
      },
      2 * MB,
    ],
  ])('%s', (_, different, bytes) => expect(granted(different).bytes).toBe(bytes));
});

test.each<[string, Different, number | null]>([
  ['the guest’s', { guest: { kbpsDown: 1000 }, voucher: { kbpsDown: 2000 }, hotspot: { kbpsDown: 3000 } }, 1000],
  ['the voucher’s without one of the guest', { voucher: { kbpsDown: 2000 }, hotspot: { kbpsDown: 3000 } }, 2000],
  ['the hotspot’s without one of the voucher', { voucher: {}, hotspot: { kbpsDown: 3000 } }, 3000],
  ['unlimited without any', {}, null],
])('the bandwidth is %s', (_, different, kbps) => {
  expect(granted(different).kbpsDown).toBe(kbps);
  const up = JSON.parse(JSON.stringify(different).replaceAll('kbpsDown', 'kbpsUp')) as Different;
  // Only what has no moment in it can be copied so.
  expect(granted({ ...up, ...(up.voucher && { voucher: { ...VOUCHER, kbpsUp: up.voucher.kbpsUp ?? 0 } }) }).kbpsUp).toBe(kbps);
});

describe('the first use', () => {
  const first = (voucher: Partial<VoucherFacts>, now = NOW) =>
    granted({ now, method: 'voucher', guest: { validFrom: null, validUntil: null }, voucher: { expires: null, ...voucher } });

  test('starts the validity until the end of the last day in the hotspot’s zone', () => {
    const until = new Date('2026-11-25T22:59:59Z');
    expect(first({ duration: 3 })).toMatchObject({ begins: { from: NOW, until }, why: 'validity' });
    expect(first({ duration: 3 }).seconds).toBe((until.getTime() - NOW.getTime()) / 1000);
  });

  test('counts days instead of hours across a clock change', () => {
    expect(first({ duration: 1 }, new Date('2026-10-24T10:00:00Z')).begins?.until).toEqual(new Date('2026-10-25T22:59:59Z'));
    expect(first({ duration: 1 }, new Date('2026-03-28T10:00:00Z')).begins?.until).toEqual(new Date('2026-03-29T21:59:59Z'));
  });

  test('ends a voucher with a fixed end at that end', () => {
    expect(first({ expires: new Date('2026-12-01T00:00:00Z') }).begins?.until).toEqual(new Date('2026-12-01T00:00:00Z'));
  });

  test('starts the longest possible validity for a voucher without an end', () => {
    expect(first({}).begins?.until.toISOString().slice(0, 10)).toBe('2126-10-29');
  });

  test('happens only once', () => {
    expect(granted({ method: 'voucher', voucher: { duration: 3, expires: new Date('2026-11-25T22:59:59Z') } }).begins).toBeNull();
  });
});

describe('a device', () => {
  const owner = (id: number, different: Partial<Parameters<typeof ownerOfDevice>[0][number]> = {}) => ({
    id,
    created: new Date('2026-11-01T00:00:00Z'),
    isMacEntry: false,
    hasAutoLogin: true,
    validUntil: GUEST.validUntil,
    ...different,
  });
  const newer = { created: new Date('2026-11-02T00:00:00Z') };
  test.each([
    ['its MAC entry, also an expired one', [owner(1, newer), owner(2, { isMacEntry: true, validUntil: NOW })], 2],
    ['the guest registered last who may get in without logging in', [owner(1), owner(2), owner(3, { hasAutoLogin: false, ...newer })], 2],
    ['the one of them with the later registration, whatever the number', [owner(1, newer), owner(2)], 1],
    [
      'the last guest, if nobody may',
      [owner(1, { validUntil: NOW }), owner(2, { validUntil: null, ...newer }), owner(3, { hasAutoLogin: false })],
      2,
    ],
    ['nobody, if nobody came with it', [], undefined],
  ])('is that of %s', (_, owners, id) => {
    expect(ownerOfDevice(owners, NOW)?.id).toBe(id);
    expect(ownerOfDevice(owners.toReversed(), NOW)?.id).toBe(id);
  });
});

describe('a refusal', () => {
  test.each(REFUSAL_CODES)('explains %s to guests in every language', (code) => {
    const texts = PORTAL_LANGUAGES.map((language) => refusalForGuest(code, language));
    expect(new Set(texts).size).toBe(PORTAL_LANGUAGES.length);
    for (const text of texts) expect(text).toMatch(/^\p{Lu}.*\.$/su);
  });

  test('is English without a translation, and follows a browser’s languages', () => {
    expect(refusalForGuest('expired', 'sv')).toBe(refusalForGuest('expired', 'en'));
    expect(refusalForGuest('expired', '')).toBe(refusalForGuest('expired', 'en'));
    expect(refusalForGuest('expired', 'IT-it')).toBe(refusalForGuest('expired', 'it'));
  });

  test('does not reveal to a guest whether a code exists', () => {
    for (const language of PORTAL_LANGUAGES) expect(refusalForGuest('not_known', language)).toBe(refusalForGuest('wrong_secret', language));
  });
});
