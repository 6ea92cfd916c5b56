import { expect, test } from '@jest/globals';
import type { GuestDetails } from '../../../src/contract/guests';
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

test.each<[string, GuestDetails, Parameters<typeof guestState>[1], Parameters<typeof guestState>[2], object]>([
  ['a running session, whatever else', guest({ valid_until: '2020-01-01T00:00:00Z' }), sessions([null]), NONE, { kind: 'online' }],
  ['past its end', guest({ valid_until: '2026-11-21T11:59:59Z' }), NONE, NONE, { kind: 'expired' }],
  ['never expires', guest({ valid_until: null }), NONE, NONE, { kind: 'expired' }],
  ['sessions not read', guest(), undefined, NONE, { kind: 'valid' }],
  ['before its begin', guest({ valid_from: '2026-11-22T00:00:00Z' }), NONE, NONE, { kind: 'early' }],
  ['traffic used up', guest({ max_navigation_traffic: 10, used_today_traffic: 10 }), NONE, NONE, { kind: 'traffic' }],
  ['time used up', guest({ max_navigation_time: 10, used_today_time: 11 }), NONE, NONE, { kind: 'time' }],
  ['never there', guest(), NONE, NONE, { kind: 'never' }],
  [
    'last there',
    guest(),
    NONE,
    sessions(['2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z']),
    { kind: 'offline', last: '2026-11-21T10:00:00Z' },
  ],
  ['too many sessions in no order', guest(), NONE, sessions(['2026-11-20T10:00:00Z'], { total: 9, isSorted: false }), { kind: 'away' }],
])('%s', (_case, who, running, ended, state) => {
  expect(guestState(who, running, ended, NOW)).toMatchObject(state);
});
