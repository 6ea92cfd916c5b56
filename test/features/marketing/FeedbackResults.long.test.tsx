import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { FeedbackResults as Results } from '../../../src/contract/feedback';
import { FeedbackResults } from '../../../src/features/marketing/FeedbackResults';
import { answerWith } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';

const RESULTS: Results = {
  obstacle: null,
  planned: 4,
  sent: 30,
  failed: 1,
  opened: 20,
  answered: 2,
  refused: 3,
  total: 2,
  stars: [{ month: '2026-10', counts: [1, 0, 0, 0, 3] }],
  data: [
    {
      id: 2,
      answered: '2026-11-20T10:00:00Z',
      kind: 'review',
      stars: 4,
      message: 'Nice',
      user_id: 33,
      name: 'Anna',
      email: 'anna@example.com',
    },
    { id: 1, answered: '2026-10-20T10:00:00Z', kind: 'feedback', stars: null, message: 'Cold room', user_id: 0, name: '', email: '' },
  ],
};

const show = (results: unknown, status = 200) => {
  answerWith({ 'GET /api/marketing/7/results': [{ status, body: results }, { body: RESULTS }] });
  return renderPage(<FeedbackResults hotspotId={7} />, { at: '/marketing?hotspotId=7' });
};

test('the results show counts, the average of each month, and answers with a way to reply', async () => {
  show(RESULTS);
  const answers = await screen.findByRole('table', { name: 'Answers' });
  expect(screen.getByText('Unsubscribed').nextSibling).toHaveTextContent('3');
  expect(
    within(screen.getByRole('row', { name: /October 2026/ }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['1', '0', '0', '0', '3', '4.0']);
  expect(within(answers).getByRole('img', { name: '4 stars' })).toBeVisible();
  expect(within(answers).getByRole('link', { name: 'Reply by e-mail' })).toHaveAttribute('href', 'mailto:anna@example.com');
  expect(within(answers).getByText('Erased guest')).toBeVisible();
});

test('a hotspot without any question sent or planned shows no counts', async () => {
  const none = { planned: 0, sent: 0, failed: 0, opened: 0, answered: 0, refused: 0, total: 0 };
  show({ ...RESULTS, ...none, data: [], stars: [] });
  expect(await screen.findByText('No guest has been asked yet.')).toBeVisible();
  expect(screen.queryByText('Unsubscribed')).toBeNull();
});

test('a server that cannot write to guests says why', async () => {
  show({ ...RESULTS, obstacle: 'no_public_url', data: [], total: 0, stars: [] });
  expect(await screen.findByRole('alert')).toHaveTextContent('the server doesn’t know its public address');
  expect(screen.queryByRole('table')).toBeNull();
});

test('results that cannot be read are read again on request', async () => {
  const { user } = show({}, 500);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Cold room')).toBeVisible();
});
