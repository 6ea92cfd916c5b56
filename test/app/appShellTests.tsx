import { screen, within } from '@testing-library/react';
import type { Role } from '../../src/contract/plain/roles';
import { answerWith, type Answers } from '../support/console/answers';
import { answersOfDashboard, answersOfProfile } from '../support/console/answersMadeUp';
import { openConsole } from '../support/console/render';
import { madeUp } from '../support/console/renderAs';

export const menu = () => within(screen.getByRole('navigation', { name: 'Main menu' }));
export const entries = () =>
  menu()
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
export const dashboardShows = () => screen.findByRole('heading', { level: 1, name: 'Dashboard' });

export async function openAs(role: Role, answers: Answers = {}, at = '/') {
  const calls = answerWith({ ...answersOfProfile(role), ...answersOfDashboard(role, answers) });
  return { calls, ...(await openConsole({ as: madeUp(role), at })) };
}
