import { screen } from '@testing-library/react';
import { answerWith, type Answers } from '../support/console/answers';
import { answersOfDashboard, madeUpHotspot, pageOfHotspots } from '../support/console/answersMadeUp';
import { openConsole } from '../support/console/render';
import { madeUp } from '../support/console/renderAs';

export const CREATE = { name: 'hotspots/create', args: null } as const;
export const MODIFY = { name: 'hotspots/modify', args: { id: 7 } } as const;
export const KEY = 'hotspots/modify 7';

export const around = (answers: Answers = {}): Answers => ({
  ...answersOfDashboard('reseller'),
  'GET /api/hotspots': pageOfHotspots([{}]),
  'GET /api/hotspots/7': { body: madeUpHotspot() },
  'GET /api/disclaimers/accounts/2': { body: [] },
  'GET /api/preferences/accounts/2': { body: [] },
  ...answers,
});
export const description = () => screen.findByLabelText('Description', { selector: 'textarea' });

export async function openModify(answers: Answers = {}, tab: Record<string, string> = {}) {
  const calls = answerWith(around(answers));
  const rendered = await openConsole({ as: madeUp('reseller'), at: '/hotspots', tab });
  await screen.findByRole('row', { name: /city-library/ });
  return { calls, ...rendered };
}
