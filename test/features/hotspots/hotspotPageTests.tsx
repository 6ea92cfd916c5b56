import type { Answers } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';

export const at = '/hotspots/7';

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
export const total = (count: number) => ({ body: { data: [], total: count } });

/** A hotspot with a different number on each card, plus the answers the test is about. */
export function hotspot(answers: Answers = {}, preferences: Record<string, string> = {}): Answers {
  return {
    'GET /api/hotspots/7': { body: madeUpHotspot() },
    'GET /api/attention': { body: { data: [] } },
    'GET /api/stats/online/7': { body: { online: [], most_online: null } },
    'GET /api/accounts': total(2),
    'GET /api/units': total(3),
    'GET /api/users': total(1234),
    'GET /api/devices': total(4),
    'GET /api/sessions': total(5),
    'GET /api/stats/sms/hotspots/7': { body: rows(1), headers: { 'X-Total-Count': '60' } },
    'GET /api/stats/reports/sms_history/graph': { body: { labels: [], set0: { name: '', labels: ['20 Nov'], data: [30] }, avg: null } },
    'GET /api/preferences/hotspots/7': { body: Object.entries(preferences).map(([key, value]) => ({ key, value })) },
    ...answers,
  };
}
