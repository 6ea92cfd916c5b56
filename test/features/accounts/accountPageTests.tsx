import type { Account } from '../../../src/contract/accounts';
import type { Role } from '../../../src/contract/plain/roles';
import { AccountPage } from '../../../src/features/accounts/AccountPage';
import { answerWith, type Answers, type Call } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { madeUp, madeUpAccount } from '../../support/console/renderAs';

export const ok = { body: { status: 'success' } };
export const text = { id: 5, type: 'privacy', title: 'Privacy (deutsch)', body: '<p>Hallo {{.PrivacyName}}, {{.BusinessName}}</p>' };
const platform = { id: 4, name: 'Ledgerly', description: 'Books', site: '', logo: '', webhook_url: '', privacy: '' };

export function resellerAnswers(change: Partial<Account> = {}, answers: Answers = {}): Answers {
  return {
    'GET /api/accounts/7': {
      body: madeUpAccount('reseller', { id: 7, name: 'Rete Nord', username: 'retenord', ...change }),
      headers: { ETag: '"1"' },
    },
    'GET /api/stats/sms/accounts/7': { body: { id: 1, account_id: 7, sms_count: 10, sms_max_count: 500, sms_threshold: 0 } },
    'GET /api/disclaimers/accounts/7': { body: [text] },
    'GET /api/integrations': { body: [platform] },
    'GET /api/account_integrations/7': { body: [] },
    'GET /api/disclaimers/5': { body: text, headers: { ETag: '"5"' } },
    'GET /api/disclaimers/5/hotspots': { body: [{ id: 7, name: 'city-library', description: '', account_id: 7 }] },
    'GET /api/hotspots/7': { body: madeUpHotspot({ business_name: 'Library & Sons' }) },
    ...answers,
  };
}

export function open(role: Role, answers: Answers) {
  const calls = answerWith(answers);
  return { calls, ...renderPage(<AccountPage />, { as: madeUp(role), at: '/accounts/7' }) };
}

export const changing = (calls: Call[]) => calls.filter(({ method }) => method !== 'GET');
