import { describe, expect, test } from '@jest/globals';
import type { GuestAccess, GuestDetails } from '../../../src/contract/guests';
import type { Session } from '../../../src/contract/sessions';
import { guestState } from '../../../src/features/guests/guestState';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const GUEST = {
  valid_from: null,
  valid_until: '2026-11-30T00:00:00Z',
  max_navigation_traffic: 0,
  max_navigation_time: 0,
} as unknown as GuestDetails;

const guest = (change: Partial<GuestDetails> = {}): GuestDetails => ({ ...GUEST, ...change });
const sessions = (stops: (string | null)[], { total = stops.length, isSorted = true } = {}) => ({
  data: stops.map((stop_time) => ({ stop_time }) as Session),
  total,
  isSorted,
});
const NONE = sessions([]);

type Sessions = Parameters<typeof guestState>[2]['running'];

test.each<[string, GuestDetails, Sessions, Sessions, object]>([
  ['a running session, whatever else applies', guest({ valid_until: '2020-01-01T00:00:00Z' }), sessions([null]), NONE, { kind: 'online' }],
  ['access that has ended', guest({ valid_until: '2026-11-21T11:59:59Z' }), NONE, NONE, { kind: 'expired' }],
  ['access that never expires', guest({ valid_until: null }), NONE, NONE, { kind: 'expired' }],
  ['sessions that are not read yet', guest(), undefined, NONE, { kind: 'valid' }],
  ['access that starts later', guest({ valid_from: '2026-11-22T00:00:00Z' }), NONE, NONE, { kind: 'early' }],
  ['a guest without any session', guest(), NONE, NONE, { kind: 'never' }],
  [
    'a guest whose last session ended',
    guest(),
    NONE,
    sessions(['2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z']),
    { kind: 'offline', last: '2026-11-21T10:00:00Z' },
  ],
  ['too many unsorted sessions', guest(), NONE, sessions(['2026-11-20T10:00:00Z'], { total: 9, isSorted: false }), { kind: 'away' }],
])('shows the state for %s', (_case, who, running, ended, state) => {
  expect(guestState(who, undefined, { running, ended }, NOW)).toMatchObject(state);
});

describe('the state with the server’s answer about access', () => {
  const GRANTED: GuestAccess = {
    refusal: null,
    login_refusal: null,
    device_refusal: null,
    until: '2026-11-30T00:00:00Z',
    seconds_left: null,
    bytes_left: null,
    most_devices: null,
  };
  const LOADED = { running: NONE, ended: NONE };
  const ENDED = { valid_until: '2020-01-01T00:00:00Z', valid_from: '2099-01-01T00:00:00Z' };

  test('is the refusal, unless a session is running', () => {
    const refused: GuestAccess = { ...GRANTED, refusal: 'other_unit' };
    expect(guestState(guest(), refused, LOADED, NOW)).toEqual({ kind: 'refused', refusal: 'other_unit' });
    expect(guestState(guest(), refused, { running: undefined, ended: undefined }, NOW)).toMatchObject({ kind: 'refused' });
    expect(guestState(guest(), refused, { running: sessions([null]), ended: NONE }, NOW)).toMatchObject({ kind: 'online' });
  });

  test('ignores the guest’s own dates', () => {
    expect(guestState(guest(ENDED), GRANTED, LOADED, NOW)).toEqual({ kind: 'never' });
    expect(guestState(guest({ valid_until: null }), GRANTED, { running: undefined, ended: NONE }, NOW)).toEqual({ kind: 'valid' });
  });

  test('reports that a hotspot without a unit admits no guests', () => {
    expect(guestState(guest(), null, LOADED, NOW)).toEqual({ kind: 'no_unit' });
  });
});
