import { HotspotPage } from '../../../src/features/hotspots/HotspotPage';
import type { Answers } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';

const BATCHES = 'GET /api/voucher_batches/7';
const wedding = {
  id: 3,
  hotspot_id: 7,
  name: 'Wedding',
  made_by: 'desk',
  created: '2026-11-19T10:00:00Z',
  made: 50,
  used: 30,
  expired: 5,
  left: 15,
};
export const pageAnswers = (answers: Answers = {}): Answers => ({
  'GET /api/hotspots/7': { body: madeUpHotspot() },
  'GET /api/preferences/hotspots/7': { body: [{ key: 'voucher_login', value: 'true' }] },
  'GET /api/units': { body: { data: [], total: 0 } },
  'GET /api/stats/online/7': { body: { online: [], most_online: null } },
  [BATCHES]: { body: [wedding, { ...wedding, id: 2, name: '', made: 12, left: 0 }], headers: { 'X-Total-Count': '2' } },
  ...answers,
});
export const open = () => renderPage(<HotspotPage />, { at: '/hotspots/7?tab=batches' });
