import { each, namesOf } from '../../../src/contract/plain/fields';
import { GUEST_FIELDS } from '../../../src/contract/plain/guestFields';
import { UNIT_FIELDS } from '../../../src/contract/plain/unitFields';
import type { Guest } from '../../../src/contract/guests';
import type { Unit } from '../../../src/contract/units';
import { MacEntriesTab } from '../../../src/features/mac-auth/MacEntriesTab';
import type { Answers } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';

const at = '/hotspots/7?tab=mac';

export const unit = (change: Partial<Unit> = {}): Unit => ({
  id: 3,
  hotspot_id: 7,
  mac_address: '02-00-00-00-00-01',
  ...each(namesOf(UNIT_FIELDS), () => ''),
  name: 'lobby',
  description: 'Lobby',
  uuid: 'c3a24f27370a19bc16fc50975fa9e74a',
  secret: 'sesame',
  created: '2025-03-04T09:30:00Z',
  ...change,
});

export const entry = (change: Partial<Guest> = {}): Guest => ({
  id: 1,
  hotspot_id: 7,
  ...each(namesOf(GUEST_FIELDS), () => ''),
  name: 'Printer',
  username: 'AA-BB-CC-00-00-01',
  email: '',
  email_verified: false,
  account_type: 'mac',
  reason: '',
  country: '',
  marketing_auth: false,
  survey_auth: false,
  kbps_down: 2048,
  kbps_up: 0,
  max_navigation_traffic: 0,
  max_navigation_time: 0,
  auto_login: true,
  valid_from: '2025-03-04T09:30:00Z',
  valid_until: '2035-03-04T09:30:00Z',
  created: '2025-03-04T09:30:00Z',
  ...change,
});

export const page = (...data: unknown[]) => ({ body: { data, total: data.length } });

export const tabAnswers = (answers: Answers = {}): Answers => ({
  'GET /api/users': page(entry()),
  'GET /api/units': page(unit()),
  ...answers,
});

export const open = (options: Parameters<typeof renderPage>[1] = {}, id = 7) =>
  renderPage(<MacEntriesTab hotspot={madeUpHotspot({ id })} />, { at, as: madeUp('reseller'), ...options });
