import { screen, waitFor } from '@testing-library/react';
import { answerWith, type Answers, callName, type Call, LOST } from '../../support/console/answers';
import { openConsole } from '../../support/console/render';
import { describe, expect, test } from '@jest/globals';
import { setConfig } from '../../../src/shared/config';

const ok = { body: { status: 'success' } };

async function open(answers: Answers) {
  const calls = answerWith(answers);
  const { user } = await openConsole();
  await user.type(screen.getByLabelText('Username'), 'ada');
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
  await screen.findByRole('heading', { name: 'Forgot password' });
  return { calls, user };
}

const sends = (calls: Call[]) => calls.map((call) => [callName(call), call.body]);

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

  test("rejects an admin's easily guessed password at its field, and accepts another one with the same code", async () => {
    const weak = { status: 400, body: { message: '', code: 'weak_password', fields: { password: 'x' } } };
    const { user } = await open({ 'PUT /api/password_reset': [weak, ok] });
    await user.click(screen.getByRole('button', { name: 'I have a code' }));
    await user.type(await screen.findByLabelText('Code from the e-mail'), 'ABCD-2345');
    for (const label of ['New password', 'Confirm password']) await user.type(screen.getByLabelText(label), 'Password2024');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText(/^Too easy to guess/)).toBeVisible();
    for (const label of ['New password', 'Confirm password']) await user.type(screen.getByLabelText(label), ' under a bridge');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText(/^Password changed\. .*sign in with the new one/)).toBeVisible();
  });

  test.each([
    [{ status: 409, body: { message: '', code: 'no_mail_server' } }, /This server doesn’t send e-mail\. Ask whoever gave you the account/],
    [{ status: 429, body: { message: '', code: 'too_often', retry_after: 60 } }, /Too many attempts/],
    [LOST, /No answer from the server/],
  ] as const)('reports that no code was sent after %j', async (answer, words) => {
    const { user } = await open({ 'POST /api/password_reset': answer });
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Couldn’t send the code.');
    expect(alert).toHaveTextContent(words);
    await user.click(screen.getByRole('button', { name: 'Back to sign-in' }));
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  });

  test('is not offered in front of an existing back end', async () => {
    setConfig({ backend: 'existing' });
    await openConsole();
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Forgot your password?' })).not.toBeInTheDocument();
  });

  test('reports on the real server that there is no mail server', async () => {
    const { user } = await openConsole();
    await user.type(screen.getByLabelText('Username'), 'reseller');
    await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
    await user.click(await screen.findByRole('button', { name: 'Send code' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This server doesn’t send e-mail');
  });
});
