import type { Answers } from '../../support/console/answers';
import { madeUpHotspot, pageOfHotspots, pageOfRows } from '../../support/console/answersMadeUp';
import { madeUpAccount } from '../../support/console/renderAs';

export const at = '/accounts?hotspotId=0';

const PLANS = [
  { id: 1, name: 'Free', period: 365, included_sms: 0, max_units: 1 },
  { id: 3, name: 'Standard', period: 365, included_sms: 1000, max_units: 10 },
].map((plan) => ({ ...madeUpAccount('reseller').subscription.subscription_plan, ...plan }));

export const luca = madeUpAccount('customer', { id: 7, name: 'Luca Bianchi', username: 'luca', email: 'luca@example.com' });
export const known: Answers = {
  'GET /api/accounts': pageOfRows([luca, madeUpAccount('desk', { id: 8, username: 'desk.luca' })]),
  'GET /api/accounts/7': { body: luca },
  'GET /api/hotspots': pageOfHotspots([{ id: 7 }]),
  'GET /api/hotspots/7': { body: madeUpHotspot() },
  'GET /api/subscription_plans': { body: PLANS },
};
