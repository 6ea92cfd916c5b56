import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { setConfig } from '../../../src/shared/config';
import { LOST } from '../../support/console/answers';
import { openConsole } from '../../support/console/render';
import { ok, open } from './forgottenPasswordTests';

describe('a forgotten password', () => {
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

  test('is not offered in front of an older back end', async () => {
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
