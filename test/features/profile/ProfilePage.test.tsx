import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ProfilePage } from '../../../src/features/profile/ProfilePage';
import { setConfig } from '../../../src/shared/config';
import { answerWith, later, LOST, named, type Answer, type Answers, type Call } from '../../support/answers';
import { recorded } from '../../support/answersOfOlder';
import { renderPage } from '../../support/render';
import { ask, DEMO_PASSWORD, logIn, loggedIn, madeUp, madeUpAccount } from '../../support/renderAs';

const at = '/profile';

const reseller = (answers: Answers = {}): Answers => ({ 'GET /api/accounts/2': { body: madeUpAccount('reseller') }, ...answers });

const puts = (calls: Call[]) => calls.filter(({ method }) => method === 'PUT');

const factOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling;

describe('the account', () => {
  test('says who one is', async () => {
    renderPage(<ProfilePage />, { as: await loggedIn('reseller'), at });
    expect(await screen.findByText('Adriatica Connect', { selector: 'dd' })).toBeVisible();
    expect(factOf('Username')).toHaveTextContent('reseller');
    expect(factOf('Account type')).toHaveTextContent('Reseller');
    expect(factOf('Subscription plan')).not.toHaveTextContent(/^-?$/);
    expect(factOf('Created')).toHaveTextContent(/^\d\d [A-Z][a-z]+ \d{4}, \d\d:\d\d$/);
    expect(screen.queryByText('Hotspot', { selector: 'dt' })).not.toBeInTheDocument();
  });

  test('of a customer: its hotspot, and no plan of its own', async () => {
    renderPage(<ProfilePage />, { as: await loggedIn('customer'), at });
    expect(await screen.findByText('grand-hotel-miramare', { selector: 'dd' })).toBeVisible();
    expect(screen.queryByText('Subscription plan')).not.toBeInTheDocument();
  });

  test('as the older back end tells it, with an unset date', async () => {
    const { body } = recorded('reseller2', 'GET /api/accounts/9');
    answerWith({ 'GET /api/accounts/2': { body: { ...(body as object), created: '0001-01-01T00:00:00Z', email: '' } } });
    renderPage(<ProfilePage />, { at });
    expect(await screen.findByText('Reseller 2', { selector: 'dd' })).toBeVisible();
    expect(factOf('Created')).toHaveTextContent(/^-$/);
    expect(factOf('E-mail')).toHaveTextContent(/^-$/);
  });

  test('that cannot be read: a retry', async () => {
    answerWith({ 'GET /api/accounts/2': [{ status: 500 }, { body: madeUpAccount('reseller') }] });
    const { user } = renderPage(<ProfilePage />, { at });
    expect(await screen.findByText(/Your profile could not be read/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Ada Ricci', { selector: 'dd' })).toBeVisible();
  });
});

describe('changing the password', () => {
  const password = () => screen.getByLabelText('New password');
  const again = () => screen.getByLabelText('Confirm the password');
  const dialog = () => within(screen.getByRole('dialog', { name: 'Change password' }));
  const submit = () => dialog().getByRole('button', { name: 'Change password' });
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  async function open(user: UserEvent) {
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    await screen.findByRole('dialog', { name: 'Change password' });
    await waitFor(() => expect(password()).toHaveFocus());
  }

  test('the button is disabled while the two differ, are empty or too short, and a sign says whether they match', async () => {
    const calls = answerWith(reseller());
    const { user } = renderPage(<ProfilePage />, { at });
    await open(user);
    expect(submit()).toBeDisabled();
    expect(dialog().queryByRole('status')).not.toBeInTheDocument();

    await user.type(password(), 'secret');
    expect(await dialog().findByText('The two passwords differ')).toBeVisible();
    expect(submit()).toBeDisabled();
    await user.type(again(), 'secreT');
    expect(submit()).toBeDisabled();
    await user.clear(again());
    await user.type(again(), 'secret');
    expect(await dialog().findByText('The two passwords match')).toBeVisible();
    await waitFor(() => expect(submit()).toBeEnabled());

    await user.clear(password());
    await waitFor(() => expect(submit()).toBeDisabled());
    await user.type(password(), 'short');
    await user.clear(again());
    await user.type(again(), 'short');
    expect(await dialog().findByText('The two passwords match')).toBeVisible();
    expect(submit()).toBeDisabled();
    expect(dialog().getAllByText('At least 6 characters')[0]).toBeVisible();
    expect(puts(calls)).toEqual([]);
  });

  test('only the password leaves; then the dialog is gone and says that other log-ins have ended', async () => {
    const answer = later();
    const calls = answerWith(reseller({ 'PUT /api/accounts/2': answer.answer }));
    const { user } = renderPage(<ProfilePage />, { at });
    await open(user);
    await user.type(password(), 'new secret');
    await user.type(again(), 'new secret');
    await waitFor(() => expect(submit()).toBeEnabled());
    await user.dblClick(submit());
    await waitFor(() => expect(puts(calls)).toHaveLength(1));
    expect(screen.getByRole('dialog')).toBeVisible();
    answer.come({ body: { status: 'success' } });
    await isClosed();
    expect(screen.getByText('Password changed. Your other log-ins have ended.')).toBeVisible();
    expect(puts(calls).map(({ body }) => body)).toEqual([{ password: 'new secret' }]);
  });

  test('to an existing back end the DPO goes with it: it would empty what is not sent', async () => {
    setConfig({ backend: 'existing' });
    const dpo = { privacy_dpo: 'Dott. Neri', privacy_dpo_mail: 'neri@example.com' };
    const calls = answerWith({
      'GET /api/accounts/2': { body: madeUpAccount('reseller', dpo) },
      'PUT /api/accounts/2': { body: { status: 'success' } },
    });
    const { user } = renderPage(<ProfilePage />, { at });
    await open(user);
    await user.type(password(), 'new secret');
    await user.type(again(), 'new secret');
    await waitFor(() => expect(submit()).toBeEnabled());
    await user.click(submit());
    await isClosed();
    expect(puts(calls).map(({ body }) => body)).toEqual([{ password: 'new secret', ...dpo }]);
  });

  test.each<[string, Answer | typeof LOST, string]>([
    ['a fault of the server', { status: 500 }, 'The server had a fault of its own.'],
    ['no answer', LOST, 'The server did not answer.'],
    ['not allowed', { status: 403, body: { message: 'Operation not permitted' } }, 'Your account type may not do this.'],
  ])('%s: the words of the specification, and the dialog stays with what was typed', async (_case, failure, reason) => {
    answerWith(reseller({ 'PUT /api/accounts/2': failure }));
    const { user } = renderPage(<ProfilePage />, { at });
    await open(user);
    await user.type(password(), 'new secret');
    await user.type(again(), 'new secret');
    await waitFor(() => expect(submit()).toBeEnabled());
    await user.click(submit());
    const alert = await dialog().findByRole('alert');
    expect(alert).toHaveTextContent('Change password error.');
    expect(alert).toHaveTextContent('Something went wrong on changing password.');
    expect(alert).toHaveTextContent(reason);
    expect(password()).toHaveValue('new secret');
    expect(again()).toHaveValue('new secret');
    expect(screen.queryByText(/^Password changed/)).not.toBeInTheDocument();
  });

  test('on the real server: the new one opens, the old one does not, and this log-in stays', async () => {
    const desk = await logIn('trepini.cucina');
    const { user, store } = renderPage(<ProfilePage />, { as: desk, at });
    try {
      await open(user);
      await user.type(password(), 'polenta-26');
      await user.type(again(), 'polenta-26');
      await waitFor(() => expect(submit()).toBeEnabled());
      await user.click(submit());
      expect(await screen.findByText(/^Password changed/)).toBeVisible();
      await expect(logIn('trepini.cucina', DEMO_PASSWORD)).rejects.toThrow('Password is invalid');
      expect((await logIn('trepini.cucina', 'polenta-26')).id).toBe(desk.id);
      expect(store.getState().auth.user?.token).toBe(desk.token);
      await ask('GET', `/api/accounts/${desk.id}`, { token: desk.token });
    } finally {
      await ask('PUT', `/api/accounts/${desk.id}`, { token: desk.token, body: { password: DEMO_PASSWORD } });
    }
  });
});

describe('privacy fields', () => {
  const region = () => within(screen.getByRole('region', { name: 'Privacy fields' }));
  const field = (label: string) => region().getByLabelText(label);
  const save = () => region().getByRole('button', { name: 'Save' });
  const shown = () => screen.findByRole('region', { name: 'Privacy fields' });

  async function fill(user: UserEvent, values: Record<string, string>) {
    for (const [label, text] of Object.entries(values)) {
      await user.clear(field(label));
      if (text !== '') await user.type(field(label), text);
    }
  }

  test.each(['admin', 'customer', 'desk'] as const)('are not for a %s', async (role) => {
    const account = madeUpAccount(role);
    answerWith({ [`GET /api/accounts/${account.id}`]: { body: account } });
    renderPage(<ProfilePage />, { as: madeUp(role), at });
    await screen.findByText('Ada Ricci', { selector: 'dd' });
    expect(screen.queryByRole('region', { name: 'Privacy fields' })).not.toBeInTheDocument();
    expect(screen.queryByLabelText('VAT number')).not.toBeInTheDocument();
  });

  test('begin with what is stored', async () => {
    answerWith(reseller());
    renderPage(<ProfilePage />, { at });
    await shown();
    expect(field('Name')).toHaveValue('Ricci S.r.l.');
    expect(field('VAT number')).toHaveValue('01234567890');
    expect(field('Address')).toHaveValue('Via Roma 1, Bologna');
    expect(field('E-mail')).toHaveValue('privacy@example.com');
    expect(field('DPO')).toHaveValue('');
  });

  test.each([
    ['Name', '', 'Fill in this field'],
    ['VAT number', '', 'Fill in this field'],
    ['VAT number', 'IT123', 'Only digits'],
    ['Address', '  ', 'Fill in this field'],
    ['E-mail', '', 'Fill in this field'],
    ['E-mail', 'privacy@', 'Write an e-mail address, like name@example.com'],
    ['DPO e-mail', 'dpo', 'Write an e-mail address, like name@example.com'],
  ])('%s "%s" is told and does not leave', async (label, text, message) => {
    const calls = answerWith(reseller());
    const { user } = renderPage(<ProfilePage />, { at });
    await shown();
    await fill(user, { [label]: text });
    await user.click(save());
    expect(await region().findByText(message)).toBeVisible();
    expect(field(label)).toBeInvalid();
    expect(puts(calls)).toEqual([]);
  });

  test('leave all six and nothing else', async () => {
    const calls = answerWith(reseller({ 'PUT /api/accounts/2': { body: { status: 'success' } } }));
    const { user } = renderPage(<ProfilePage />, { at });
    await shown();
    await fill(user, { Name: 'Ricci & Figli', DPO: 'Dott. Neri', 'DPO e-mail': 'neri@example.com' });
    await user.click(save());
    expect(await screen.findByText('Privacy fields saved')).toBeVisible();
    expect(puts(calls).map(({ body }) => body)).toEqual([
      {
        privacy_name: 'Ricci & Figli',
        privacy_vat: '01234567890',
        privacy_address: 'Via Roma 1, Bologna',
        privacy_email: 'privacy@example.com',
        privacy_dpo: 'Dott. Neri',
        privacy_dpo_mail: 'neri@example.com',
      },
    ]);
    // After a save the data is read again (spec 1 §4).
    expect(calls.map(named).slice(-1)).toEqual(['GET /api/accounts/2']);
  });

  test('that could not be saved are still there, and say so until they are', async () => {
    answerWith(reseller({ 'PUT /api/accounts/2': [{ status: 500 }, { body: { status: 'success' } }] }));
    const { user } = renderPage(<ProfilePage />, { at });
    await shown();
    await fill(user, { Name: 'Ricci & Figli' });
    await user.click(save());
    expect(await region().findByRole('alert')).toHaveTextContent('The privacy fields were not saved.');
    expect(field('Name')).toHaveValue('Ricci & Figli');
    expect(screen.queryByText('Privacy fields saved')).not.toBeInTheDocument();
    await user.click(save());
    expect(await screen.findByText('Privacy fields saved')).toBeVisible();
    expect(region().queryByRole('alert')).not.toBeInTheDocument();
  });

  test('on the real server they are kept, an emptied DPO too', async () => {
    const alpenfunk = await loggedIn('alpenfunk');
    const path = `/api/accounts/${alpenfunk.id}`;
    const before = (await ask('GET', path, { token: alpenfunk.token })) as Record<string, string>;
    const { user } = renderPage(<ProfilePage />, { as: alpenfunk, at });
    await shown();
    await fill(user, { DPO: 'Frau Moser', 'DPO e-mail': '' });
    await user.click(save());
    expect(await screen.findByText('Privacy fields saved')).toBeVisible();
    expect(await ask('GET', path, { token: alpenfunk.token })).toEqual({ ...before, privacy_dpo: 'Frau Moser', privacy_dpo_mail: '' });
    const { privacy_dpo, privacy_dpo_mail } = before;
    await ask('PUT', path, { token: alpenfunk.token, body: { privacy_dpo, privacy_dpo_mail } });
  });
});
