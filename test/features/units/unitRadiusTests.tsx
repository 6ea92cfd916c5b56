import { screen, within } from '@testing-library/react';
import type { UnitRadius } from '../../../src/contract/units';
import { UnitPage } from '../../../src/features/units/UnitPage';
import { answerWith, type Answers } from '../../support/console/answers';
import { madeUpHotspot, madeUpUnit } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';

export const RADIUS: UnitRadius = {
  kind: '',
  address: '',
  portal: null,
  server: null,
  garden_hosts: [],
  faskey: null,
  may_be_unsigned: false,
  coa_port: 3799,
  previous_secret_until: null,
  http_proof: 'address',
  heard: { at: '2026-11-20T11:02:03Z', address: '198.51.100.7', kind: 'mikrotik', software: '', clock_ahead: 3, is_http_signed: null },
  ports: { authentication: 1812, accounting: 1813, tls: null },
  has_http: false,
  last_login: null,
  is_lopsided: false,
  shared: [],
  misnamed: [],
  unsigned_arrivals: null,
  refused: [],
};
export const activity = { sessions: 4, last_seen: '2026-11-20T11:02:03Z', state: 'active' };

export const answers = (change: Partial<UnitRadius> = {}, more: Answers = {}): Answers => ({
  'GET /api/units/7': { body: { ...madeUpUnit(), activity, hotspot_name: 'city-library', radius: { ...RADIUS, ...change } } },
  'GET /api/hotspots/7': { body: madeUpHotspot() },
  ...more,
});

export async function opened(change: Partial<UnitRadius> = {}, more: Answers = {}, as = madeUp('reseller')) {
  const calls = answerWith(answers(change, more));
  const { user } = renderPage(<UnitPage />, { at: '/units/7', as });
  const region = within(await screen.findByRole('region', { name: 'RADIUS' }));
  return { calls, user, region };
}
