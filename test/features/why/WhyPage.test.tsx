import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Guest } from '../../../src/contract/guests';
import { WhyPage } from '../../../src/features/why/WhyPage';
import { answerWith } from '../../support/console/answers';
import { currentAddress, renderPage } from '../../support/console/render';
import { callApi, loggedIn, madeUp } from '../../support/console/renderAs';
import { checks, answer, failing } from './whyPageTests';

describe('a guest who can’t get online', () => {
  test('is found by e-mail on the real server, with each check in words', async () => {
    const desk = await loggedIn('desk');
    const { data } = (await callApi('GET', '/api/users?limit=50', { token: desk.token })) as { data: Guest[] };
    const guest = data.find(({ email }) => email !== '');
    const { user } = renderPage(<WhyPage />, { as: desk, at: '/why' });
    await user.type(screen.getByRole('searchbox'), `${guest?.email ?? ''}{Enter}`);
    expect(await screen.findByRole('link', { name: guest?.name ?? '' })).toBeVisible();
    expect(currentAddress()).toContain(`/why?q=${encodeURIComponent(guest?.email ?? '')}`);
    expect(checks()).toHaveLength(8);
    for (const check of checks()) expect(check).toHaveTextContent(/OK|Problem|Not checked/);
  });
});

describe('the act that mends a check', () => {
  test('is missing for a desk that may not do it', async () => {
    const checked = failing(
      { check: 'unit', state: 'failed', refusals: [] },
      { check: 'open', state: 'failed', refusals: ['hotspot_closed'] },
    );
    answerWith({ 'GET /api/why': { body: { matches: [], answer: answer({ checks: checked }) } } });
    renderPage(<WhyPage />, { as: madeUp('desk'), at: '/why?guest=11' });
    expect(await screen.findByText('Look at this first: Unit')).toBeVisible();
    for (const check of checks()) expect(within(check).queryByRole('button')).not.toBeInTheDocument();
    for (const check of checks()) expect(within(check).queryByRole('link')).not.toBeInTheDocument();
  });
});

test.each([
  [{ status: 500, body: { message: 'no' } }, 'Couldn’t check this. Try again.'],
  [{ status: 404, body: { message: 'No user found!' } }, 'Not found. It may have been deleted.'],
])('an answer of %j says what happened', async (reply, words) => {
  answerWith({ 'GET /api/why': reply });
  renderPage(<WhyPage />, { at: '/why?guest=11' });
  expect(await screen.findByText(words)).toBeVisible();
});
