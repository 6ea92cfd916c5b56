import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { named, type Call } from '../../support/console/answers';
import { ok, open } from './forgottenPasswordTests';
const sends = (calls: Call[]) => calls.map((call) => [named(call), call.body]);

describe('a forgotten password', () => {
  test('sends a code by mail, accepts it with a new password, and returns to the sign-in', async () => {
    const wrong = { status: 400, body: { message: '', code: 'bad_request', fields: { token: 'is wrong' } } };
    const { calls, user } = await open({ 'POST /api/password_reset': ok, 'PUT /api/password_reset': [wrong, ok] });
    expect(screen.getByLabelText('Username')).toHaveValue('ada');
    await user.dblClick(screen.getByRole('button', { name: 'Send code' }));
    expect(await screen.findByText(/is an account with an e-mail address, a code is on its way/)).toBeVisible();
    const submit = screen.getByRole('button', { name: 'Change password' });
    expect(submit).toBeDisabled();
    await user.type(screen.getByLabelText('Code from the e-mail'), 'ABCD-2345');
    await user.type(screen.getByLabelText('New password'), 'new secret');
    await user.type(screen.getByLabelText('Confirm password'), 'new secret');
    await waitFor(() => expect(submit).toBeEnabled());
    await user.click(submit);
    expect(await screen.findByText('This code is wrong, already used, or older than 30 minutes')).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('new secret');
    await user.click(submit);
    expect(await screen.findByText(/^Password changed\. .*sign in with the new one/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(sends(calls)).toEqual([
      ['POST /api/password_reset', { username: 'ada' }],
      ['PUT /api/password_reset', { token: 'ABCD-2345', password: 'new secret' }],
      ['PUT /api/password_reset', { token: 'ABCD-2345', password: 'new secret' }],
    ]);
    expect(calls.map(({ token }) => token)).toEqual([null, null, null]);
  });

  test('accepts an earlier code without sending another one', async () => {
    const { calls, user } = await open({});
    await user.click(screen.getByRole('button', { name: 'I have a code' }));
    expect(await screen.findByLabelText('Code from the e-mail')).toBeVisible();
    expect(calls).toEqual([]);
  });
});
