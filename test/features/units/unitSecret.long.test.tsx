import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { callName, type Answers } from '../../support/console/answers';
import { madeUp } from '../../support/console/renderAs';
import { opened } from './unitRadiusTests';

const secretOf = () => within(screen.getByText('Secret').parentElement ?? document.body);
const shown: Answers = { 'POST /api/units/7/secret': { body: { secret: 'only-on-demand', faskey: null } } };

test('shows the secret of a unit only when somebody asks for it', async () => {
  const { calls, user } = await opened({}, shown);
  expect(calls.map(callName)).not.toContain('POST /api/units/7/secret');
  await user.click(secretOf().getByRole('button', { name: 'Show' }));
  expect(await screen.findByText('only-on-demand')).toBeVisible();
  expect(calls.map(callName).filter((name) => name === 'POST /api/units/7/secret')).toHaveLength(1);
});

test('says that the secret could not be loaded, and asks again', async () => {
  const { user } = await opened({}, { 'POST /api/units/7/secret': { status: 500, body: {} } });
  await user.click(secretOf().getByRole('button', { name: 'Show' }));
  expect(await screen.findByText('Couldn’t load the secret. Try again.')).toBeVisible();
  expect(await secretOf().findByRole('button', { name: 'Show' })).toBeEnabled();
});

test.each(['customer', 'desk'] as const)('offers no secret to a %s', async (role) => {
  await opened({}, {}, madeUp(role));
  expect(screen.queryByText('Secret')).not.toBeInTheDocument();
});

test('renews the secret of a unit after a question, and says until when the earlier one works', async () => {
  const answers: Answers = { ...shown, 'POST /api/units/7/renew': { body: { status: 'success', previous_until: '2026-11-22T11:00:00Z' } } };
  const { calls, user } = await opened({ previous_secret_until: '2026-11-22T11:00:00Z' }, answers);
  expect(screen.getByText(/^The previous secret works until/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByText('Renew the secret'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/Enter it into the unit within an hour\./)).toBeVisible();
  expect(calls.map(callName)).not.toContain('POST /api/units/7/renew');
  await user.click(dialog.getByRole('button', { name: 'Renew' }));
  await waitFor(() => expect(calls.map(callName)).toContain('POST /api/units/7/renew'));
});
