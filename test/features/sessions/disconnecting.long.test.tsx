import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { SessionPage } from '../../../src/features/sessions/SessionPage';
import { answerWith, callName } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';
import { running, CARDS } from './disconnectingTests';
import { causeText } from '../../../src/features/sessions/sessionCauses';
import { TERMINATE_CAUSE } from '../../../src/server/radius/dictionary';
import { madeUpSession } from '../../support/console/answersMadeUp';

test('a session without a request to its unit shows none', async () => {
  answerWith(running(true));
  renderPage(<SessionPage />, { at: '/sessions/7' });
  await screen.findByText('key-7', { selector: 'code' });
  expect(screen.queryByText('Last request to the unit')).not.toBeInTheDocument();
});

test('a session that no unit reports has no disconnect button', async () => {
  answerWith(running(false));
  renderPage(<SessionPage />, { at: '/sessions/7' });
  await screen.findByText('key-7', { selector: 'code' });
  expect(screen.queryByRole('button', { name: 'Disconnect' })).not.toBeInTheDocument();
});

test.each([
  ['acknowledged', '', 'The unit is ending the session.'],
  ['ended', '', 'The unit no longer had this session. It’s ended here, too.'],
  ['refused', 'session cannot be removed', 'The unit refused: session cannot be removed. The session goes on.'],
  ['no_answer', '', 'No answer from the unit. The session goes on until its time is up.'],
])('the answer of the unit is shown: %s', async (outcome, cause, words) => {
  const calls = answerWith({ ...running(true), 'POST /api/sessions/7/disconnect': { body: { outcome, cause } } });
  const { user } = renderPage(<SessionPage />, { at: '/sessions/7' });
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(calls.map(callName)).not.toContain('POST /api/sessions/7/disconnect');
  await user.click(dialog.getByRole('button', { name: 'Disconnect' }));
  expect(await dialog.findByText(words)).toBeVisible();
  expect(calls.filter((call) => callName(call) === 'POST /api/sessions/7/disconnect')).toHaveLength(1);
  // Only a session that continues can be disconnected again.
  const isOver = ['acknowledged', 'ended'].includes(outcome);
  expect(dialog.queryAllByRole('button', { name: 'Disconnect' })).toHaveLength(isOver ? 0 : 1);
});

test.each([
  ['disconnect', 'acknowledged', '', 'The unit is ending the session.'],
  ['disconnect', 'with_next_report', '', 'The unit is told with its next report, within about a minute, and then ends the session.'],
  ['change', 'acknowledged', '', 'The unit applies the guest’s new limits.'],
  ['change', 'refused', 'invalid request', 'The unit refused the guest’s new limits: invalid request. They apply from the next login.'],
  ['change', 'no_answer', '', 'The unit didn’t confirm the guest’s new limits. They apply from the next login.'],
  ['change', 'not_possible', '', 'This unit can’t change limits while a guest is online. The new ones apply from the next login.'],
] as const)('the last request to the unit is shown: %s, %s', async (what, outcome, cause, words) => {
  const last_request = { at: '2026-11-20T10:00:00Z', what, outcome, cause };
  answerWith({ ...CARDS, 'GET /api/sessions/7': { body: madeUpSession({ last_request }) } });
  renderPage(<SessionPage />, { at: '/sessions/7' });
  expect(await screen.findByText('Last request to the unit')).toBeVisible();
  expect(screen.getByText((_text, node) => node?.tagName === 'DD' && node.textContent.endsWith(words))).toBeVisible();
});

test('an ended session shows why it ended', async () => {
  answerWith({ ...CARDS, 'GET /api/histories/7': { body: madeUpSession({ terminate_cause: 'idle_timeout' }) } });
  renderPage(<SessionPage />, { at: '/sessions/7?tab=history' });
  expect(await screen.findByText('No traffic for too long')).toBeVisible();
  expect(screen.getByText('Why it ended')).toBeVisible();
});

test.each([...Object.values(TERMINATE_CAUSE), 'no_word', 'unit_restarted', 'replaced', 'unknown_to_unit'])(
  'the cause %s has a description',
  (cause) => {
    expect(causeText(cause)).toMatch(/^sessions\.cause_/);
  },
);
