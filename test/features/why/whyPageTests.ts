import { screen, within } from '@testing-library/react';
import type { Checked, Explanation } from '../../../src/contract/why';

export const checks = () => within(screen.getByRole('list', { name: 'Checks' })).getAllByRole('listitem');
export const stateOf = (name: string) => checks().find((check) => within(check).queryByText(name))!;

const OK: Pick<Checked, 'state' | 'refusals'> = { state: 'ok', refusals: [] };
export const answer = (change: Partial<Explanation> = {}): Explanation => ({
  hotspot_id: 7,
  hotspot_name: 'city-library',
  zone: 'Europe/Rome',
  code: '',
  device_mac: '00-11-22-33-44-55',
  guest: { id: 11, archived: false, name: 'Ada Ricci', valid_from: null },
  voucher: null,
  device_seen: '2026-11-20T09:00:00Z',
  unit: { id: 41, name: 'Lobby', activity: { sessions: 1, last_seen: '2026-11-20T09:30:00Z', state: 'active' } },
  checks: (['device', 'unit', 'open', 'known', 'valid', 'limits', 'elsewhere', 'speed'] as const).map((check) => ({ check, ...OK })),
  online: null,
  elsewhere: null,
  until: '2026-11-30T09:00:00Z',
  seconds_left: null,
  bytes_left: null,
  tries: [],
  kbps_down: null,
  kbps_up: null,
  speed_of: null,
  ...change,
});
export const failing = (...failed: Explanation['checks']) =>
  answer().checks.map((check) => failed.find((one) => one.check === check.check) ?? check);
