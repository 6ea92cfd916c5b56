import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { answerWith } from '../../support/console/answers';
import { openConsole } from '../../support/console/render';
import { logins, password, messageUnder, signIn, submit, username } from './signingInTests';

const refused = (code: string) => ({ status: 401, body: { message: 'In words', code } });
const code = () => screen.getByLabelText('Code from your app');

test('the sign-in screen asks for a code once name and password are right, keeps both, and shows a wrong code under its field', async () => {
  const calls = answerWith({
    'POST /api/login': [refused('second_factor_required'), refused('invalid_code'), refused('invalid_code'), { status: 500 }],
  });
  const { user, store } = await openConsole();
  expect(screen.queryByLabelText('Code from your app')).not.toBeInTheDocument();
  await signIn(user, 'reseller', 'right');
  expect(await screen.findByLabelText('Code from your app')).toHaveFocus();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect([code().getAttribute('autocomplete'), code().getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric']);
  expect([username(), password()].map((field) => (field as HTMLInputElement).value)).toEqual(['reseller', 'right']);

  await user.click(submit());
  expect(messageUnder(code())).toBe('Code is required');
  await user.type(code(), '123456{Enter}');
  expect(await screen.findByText(/^Wrong or used code/)).toBeVisible();
  expect(messageUnder(code())).toMatch(/^Wrong or used code/);
  expect(code()).toHaveValue('');

  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  const recovery = screen.getByLabelText('Recovery code');
  expect(recovery).toHaveFocus();
  expect(recovery).toHaveAttribute('inputmode', 'text');
  expect(screen.queryByText(/^Wrong or used/)).not.toBeInTheDocument();
  await user.type(recovery, 'abcd{Enter}');
  expect(await screen.findByText('Wrong or used recovery code. Try another one.')).toBeVisible();
  await user.type(recovery, 'abcd-efgh-jkmn-pqrs{Enter}');
  expect(await screen.findByText('Couldn’t sign in.')).toBeVisible();
  const typed = { username: 'reseller', password: 'right' };
  expect(logins(calls).map(({ body }) => body)).toEqual([
    typed,
    { ...typed, factor_code: '123456' },
    { ...typed, factor_code: 'abcd' },
    { ...typed, factor_code: 'abcd-efgh-jkmn-pqrs' },
  ]);
  const stored =
    JSON.stringify(store.getState()) + JSON.stringify(Object.entries(localStorage)) + JSON.stringify(Object.entries(sessionStorage));
  for (const secret of ['123456', 'abcd-efgh']) expect(stored).not.toContain(secret);
});
