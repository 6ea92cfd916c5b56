import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ProfilePage } from '../../../src/features/profile/ProfilePage';
import { setConfig } from '../../../src/shared/config';
import { answerWith, later, LOST, callName, type Answer, type Answers, type Call } from '../../support/console/answers';
import { answersOfProfile, madeUpAccountSession } from '../../support/console/answersMadeUp';
import { recorded } from '../../support/backEnd/answersOfExisting';
import { renderPage, tokenIn } from '../../support/console/render';
import { callApi, DEMO_PASSWORD, logIn, loggedIn, madeUp, madeUpAccount } from '../../support/console/renderAs';

const at = '/profile';

const reseller = (answers: Answers = {}): Answers =>
  answersOfProfile('reseller', { 'GET /api/accounts/2': { body: madeUpAccount('reseller') }, ...answers });

const puts = (calls: Call[]) => calls.filter(({ method }) => method === 'PUT');

const factOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling;

describe('the account on the profile', () => {
  test("shows the existing back end's record with an unset date", async () => {
    const { body } = recorded('reseller2', 'GET /api/accounts/9');
    answerWith(reseller({ 'GET /api/accounts/2': { body: { ...(body as object), id: 2, created: '0001-01-01T00:00:00Z', email: '' } } }));
    renderPage(<ProfilePage />, { at });
    expect(await screen.findByText('Reseller 2', { selector: 'dd' })).toBeVisible();
    expect(factOf('Created')).toHaveTextContent(/^-$/);
    expect(factOf('E-mail')).toHaveTextContent(/^-$/);
  });

  test('offers a retry when it cannot be read', async () => {
    answerWith(reseller({ 'GET /api/accounts/2': [{ status: 500 }, { body: madeUpAccount('reseller') }] }));
    const { user } = renderPage(<ProfilePage />, { at });
    expect(await screen.findByText(/Couldn’t load your profile/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Ada Ricci', { selector: 'dd' })).toBeVisible();
  });

  test("shows the person's details", async () => {
    renderPage(<ProfilePage />, { as: await loggedIn('reseller'), at });
    expect(await screen.findByText('Adriatica Connect', { selector: 'dd' })).toBeVisible();
    expect(factOf('Username')).toHaveTextContent('reseller');
    expect(factOf('Account type')).toHaveTextContent('Reseller');
    expect(factOf('Subscription plan')).not.toHaveTextContent(/^-?$/);
    expect(factOf('Created')).toHaveTextContent(/^[1-9]\d? [A-Z][a-z]+ \d{4}, \d\d:\d\d$/);
    expect(screen.queryByText('Hotspot', { selector: 'dt' })).not.toBeInTheDocument();
  });

  test('shows a customer its hotspot and no plan of its own', async () => {
    renderPage(<ProfilePage />, { as: await loggedIn('customer'), at });
    expect(await screen.findByText('grand-hotel-miramare', { selector: 'dd' })).toBeVisible();
    expect(screen.queryByText('Subscription plan')).not.toBeInTheDocument();
  });
});

describe('changing the password', () => {
  const password = () => screen.getByLabelText('New password');
  const again = () => screen.getByLabelText('Confirm password');
  const dialog = () => within(screen.getByRole('dialog', { name: 'Change password' }));
  const current = () => dialog().queryByLabelText('Current password');
  const submit = () => dialog().getByRole('button', { name: 'Change password' });
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  async function open(user: UserEvent) {
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    await screen.findByRole('dialog', { name: 'Change password' });
    await waitFor(() => expect(current() ?? password()).toHaveFocus());
    // Absent on an existing back end.
    if (current()) await user.type(current()!, 'the old one');
  }

  test('is blocked while the two differ, are empty or too short, with a sign whether they match', async () => {
    const calls = answerWith(reseller());
    const { user } = renderPage(<ProfilePage />, { at });
    await open(user);
    expect(submit()).toBeDisabled();
    expect(submit()).toHaveAccessibleDescription('Enter a new password');
    expect(dialog().queryByRole('status')).not.toBeInTheDocument();

    await user.type(password(), 'a secret');
    expect(await dialog().findByText('The passwords don’t match')).toBeVisible();
    expect(submit()).toBeDisabled();
    await user.type(again(), 'a secreT');
    expect(submit()).toBeDisabled();
    await waitFor(() => expect(submit()).toHaveAccessibleDescription('Both passwords must be the same'));
    await user.clear(again());
    await user.type(again(), 'a secret');
    expect(await dialog().findByText('The passwords match')).toBeVisible();
    await waitFor(() => expect(submit()).toBeEnabled());

    await user.clear(password());
    await waitFor(() => expect(submit()).toBeDisabled());
    await user.type(password(), 'short');
    await user.clear(again());
    await user.type(again(), 'short');
    expect(await dialog().findByText('The passwords match')).toBeVisible();
    expect(submit()).toBeDisabled();
    expect(dialog().getAllByText('At least 8 characters')[0]).toBeVisible();
    expect(puts(calls)).toEqual([]);
  });

  test('sends only the password, closes the dialog and reports that other sessions have ended', async () => {
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
    expect(screen.getByText('Password changed. You’ve been signed out everywhere else.')).toBeVisible();
    expect(puts(calls).map(({ body }) => body)).toEqual([{ password: 'new secret', current_password: 'the old one' }]);
  });

  test('resends the DPO to an existing back end, which would clear it', async () => {
    setConfig({ backend: 'existing' });
    const dpo = { privacy_dpo: 'Dott. Neri', privacy_dpo_mail: 'neri@example.com' };
    const calls = answerWith(
      reseller({ 'GET /api/accounts/2': { body: madeUpAccount('reseller', dpo) }, 'PUT /api/accounts/2': { body: { status: 'success' } } }),
    );
    const { user } = renderPage(<ProfilePage />, { at });
    await open(user);
    await user.type(password(), 'new secret');
    await user.type(again(), 'new secret');
    await waitFor(() => expect(submit()).toBeEnabled());
    await user.click(submit());
    await isClosed();
    expect(puts(calls).map(({ body }) => body)).toEqual([{ password: 'new secret', ...dpo }]);
    expect(screen.getByText(/^Password changed\. You stay signed in elsewhere/)).toBeVisible();
  });

  test.each<[string, Answer | typeof LOST, string]>([
    ['a fault of the server', { status: 500 }, 'Something went wrong on our side.'],
    ['no answer', LOST, 'No answer from the server.'],
    ['a missing permission', { status: 403, body: { message: 'Operation not permitted' } }, 'You don’t have permission to do this.'],
  ])('reports %s in the specified words, and dialog and input stay', async (_case, failure, reason) => {
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

  test('reports a wrong or missing current password at its field', async () => {
    const wrong = {
      status: 403,
      body: { message: 'x', code: 'password_required', fields: { current_password: 'is not your current password' } },
    };
    const calls = answerWith(reseller({ 'PUT /api/accounts/2': wrong }));
    const { user } = renderPage(<ProfilePage />, { at });
    await open(user);
    await user.type(password(), 'new secret');
    await user.type(again(), 'new secret');
    await waitFor(() => expect(submit()).toBeEnabled());
    await user.click(submit());
    expect(await dialog().findByText('That’s not your current password')).toBeVisible();
    expect(dialog().queryByText('You don’t have permission to do this.')).not.toBeInTheDocument();
    await user.clear(current()!);
    await user.click(submit());
    expect(await dialog().findByText('Fill in this field')).toBeVisible();
    expect(puts(calls)).toHaveLength(1);
  });

  test('replaces the old password on the real server and keeps this sign-in', async () => {
    const desk = await logIn('trepini.cucina');
    const { user, store } = renderPage(<ProfilePage />, { as: desk, at });
    await open(user);
    await user.clear(current()!);
    await user.type(current()!, DEMO_PASSWORD);
    await user.type(password(), 'polenta-26');
    await user.type(again(), 'polenta-26');
    await waitFor(() => expect(submit()).toBeEnabled());
    await user.click(submit());
    expect(await screen.findByText(/^Password changed/)).toBeVisible();
    try {
      await expect(logIn('trepini.cucina', DEMO_PASSWORD)).rejects.toThrow('Password is invalid');
      expect((await logIn('trepini.cucina', 'polenta-26')).id).toBe(desk.id);
      expect(tokenIn(store)).toBe(desk.token);
      await callApi('GET', `/api/accounts/${desk.id}`, { token: desk.token });
    } finally {
      await callApi('PUT', `/api/accounts/${desk.id}`, {
        token: desk.token,
        body: { password: DEMO_PASSWORD, current_password: 'polenta-26' },
      });
    }
  });
});

describe('the privacy fields', () => {
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

  test.each(['admin', 'customer', 'desk'] as const)('are missing for a %s', async (role) => {
    const account = madeUpAccount(role);
    answerWith(answersOfProfile(role, { [`GET /api/accounts/${account.id}`]: { body: account } }));
    renderPage(<ProfilePage />, { as: madeUp(role), at });
    await screen.findByText('Ada Ricci', { selector: 'dd' });
    expect(screen.queryByRole('region', { name: 'Privacy fields' })).not.toBeInTheDocument();
    expect(screen.queryByLabelText('VAT number')).not.toBeInTheDocument();
  });

  test('start with the stored values', async () => {
    answerWith(reseller());
    renderPage(<ProfilePage />, { at });
    await shown();
    expect(field('Name')).toHaveValue('Ricci S.r.l.');
    expect(field('VAT number')).toHaveValue('01234560371');
    expect(field('Address')).toHaveValue('Via Roma 1, Bologna');
    expect(field('E-mail')).toHaveValue('privacy@example.com');
    expect(field('DPO')).toHaveValue('');
  });

  test.each([
    ['Name', '', 'Fill in this field'],
    ['VAT number', '', 'Fill in this field'],
    ['VAT number', 'IT123', 'Digits only'],
    ['Address', '  ', 'Fill in this field'],
    ['E-mail', '', 'Fill in this field'],
    ['E-mail', 'privacy@', 'Enter an e-mail address, like name@example.com'],
    ['DPO e-mail', 'dpo', 'Enter an e-mail address, like name@example.com'],
  ])('reject %s "%s" at its field and send nothing', async (label, text, message) => {
    const calls = answerWith(reseller());
    const { user } = renderPage(<ProfilePage />, { at });
    await shown();
    await fill(user, { [label]: text });
    await user.click(save());
    expect(await region().findByText(message)).toBeVisible();
    expect(field(label)).toBeInvalid();
    expect(puts(calls)).toEqual([]);
  });

  test('warn about a VAT number that breaks its country’s rule, which can still be sent', async () => {
    const calls = answerWith(reseller({ 'PUT /api/accounts/2': { body: { status: 'success' } } }));
    const { user } = renderPage(<ProfilePage />, { at });
    await shown();
    await fill(user, { 'VAT number': '01234560372' });
    await user.tab();
    expect(await region().findByText('This doesn’t look like a valid VAT number.')).toBeVisible();
    await user.click(save());
    expect(await screen.findByText('Privacy fields saved')).toBeVisible();
    expect(puts(calls)[0]?.body).toMatchObject({ privacy_vat: '01234560372' });
  });

  test('are sent together, and nothing else', async () => {
    const calls = answerWith(reseller({ 'PUT /api/accounts/2': { body: { status: 'success' } } }));
    const { user } = renderPage(<ProfilePage />, { at });
    await shown();
    await fill(user, { Name: 'Ricci & Figli', DPO: 'Dott. Neri', 'DPO e-mail': 'neri@example.com' });
    await user.click(save());
    expect(await screen.findByText('Privacy fields saved')).toBeVisible();
    expect(puts(calls).map(({ body }) => body)).toEqual([
      {
        privacy_name: 'Ricci & Figli',
        privacy_vat: '01234560371',
        privacy_address: 'Via Roma 1, Bologna',
        privacy_email: 'privacy@example.com',
        privacy_dpo: 'Dott. Neri',
        privacy_dpo_mail: 'neri@example.com',
      },
    ]);
    // The fields are read again after a save, and the texts that are made of them.
    const since = () => calls.map(callName).slice(calls.map(callName).indexOf('PUT /api/accounts/2') + 1);
    await waitFor(() => expect(since().sort()).toEqual(['GET /api/accounts/2', 'GET /api/disclaimers/accounts/2']));
  });

  test('keep their input and show a message until they are saved', async () => {
    answerWith(reseller({ 'PUT /api/accounts/2': [{ status: 500 }, { body: { status: 'success' } }] }));
    const { user } = renderPage(<ProfilePage />, { at });
    await shown();
    await fill(user, { Name: 'Ricci & Figli' });
    await user.click(save());
    expect(await region().findByRole('alert')).toHaveTextContent('Couldn’t save the privacy fields.');
    expect(field('Name')).toHaveValue('Ricci & Figli');
    expect(screen.queryByText('Privacy fields saved')).not.toBeInTheDocument();
    await user.click(save());
    expect(await screen.findByText('Privacy fields saved')).toBeVisible();
    expect(region().queryByRole('alert')).not.toBeInTheDocument();
  });

  test('are stored on the real server, with a cleared DPO too', async () => {
    const alpenfunk = await loggedIn('alpenfunk');
    const path = `/api/accounts/${alpenfunk.id}`;
    const before = (await callApi('GET', path, { token: alpenfunk.token })) as Record<string, string>;
    const { user } = renderPage(<ProfilePage />, { as: alpenfunk, at });
    await shown();
    await fill(user, { DPO: 'Frau Moser', 'DPO e-mail': '' });
    await user.click(save());
    expect(await screen.findByText('Privacy fields saved')).toBeVisible();
    expect(await callApi('GET', path, { token: alpenfunk.token })).toEqual({ ...before, privacy_dpo: 'Frau Moser', privacy_dpo_mail: '' });
    const { privacy_dpo, privacy_dpo_mail } = before;
    await callApi('PUT', path, { token: alpenfunk.token, body: { privacy_dpo, privacy_dpo_mail } });
  });
});

describe('the SMS threshold', () => {
  const region = () => within(screen.getByRole('region', { name: 'SMS' }));
  const field = () => region().findByLabelText('Warn me when … SMS are left');

  test.each([
    ['250', 250, 'You’ll be warned when 250 SMS are left'],
    ['-5', 0, 'SMS warning turned off'],
    ['1e12', 0, 'SMS warning turned off'],
    ['abc', 0, 'SMS warning turned off'],
    ['', 0, 'SMS warning turned off'],
  ])('sends "%s" as %s and explains the effect', async (text, count, explanation) => {
    const calls = answerWith(reseller({ 'PUT /api/stats/sms/accounts/2': { body: '' } }));
    const { user } = renderPage(<ProfilePage />, { at });
    await screen.findByRole('region', { name: 'SMS' });
    expect(await field()).toHaveValue('100');
    await user.clear(await field());
    if (text !== '') await user.type(await field(), text);
    if (count === 0 && text !== '') expect(await region().findByText(/Anything else counts as 0/)).toBeVisible();
    expect(puts(calls)).toEqual([]);
    await user.click(region().getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(explanation)).toBeVisible();
    expect(puts(calls).map(({ body }) => body)).toEqual([{ sms_threshold: count }]);
  });

  test('is missing for an account without an SMS pack', async () => {
    answerWith(
      answersOfProfile('customer', {
        'GET /api/accounts/3': { body: madeUpAccount('customer') },
        'GET /api/stats/sms/accounts/3': { status: 404, body: { message: 'No sms account found!' } },
      }),
    );
    renderPage(<ProfilePage />, { as: madeUp('customer'), at });
    await screen.findByRole('region', { name: 'Where you’re signed in' });
    expect(screen.queryByRole('region', { name: 'SMS' })).not.toBeInTheDocument();
  });
});

describe('the default disclaimers', () => {
  const texts = [
    { id: 5, type: 'privacy', title: 'Privacy (deutsch)', body: '<p>x</p>' },
    { id: 6, type: 'tos', title: 'Terms (deutsch)', body: '<p>y</p>' },
  ];
  const known = (put: Answer): Answers =>
    reseller({
      'GET /api/disclaimers/accounts/2': { body: texts },
      'GET /api/preferences/accounts/2': { body: [{ id: 1, account_id: 2, key: 'custom_disclaimers_privacy', value: '5' }] },
      'PUT /api/preferences/accounts/2': put,
    });

  test.each<[Answer, RegExp]>([
    [{ status: 201, body: { status: 'success' } }, /^Updated$/],
    [{ status: 500 }, /^Not updated$/],
  ])('are saved one request per key and confirmed for two seconds: %j', async (answer, sign) => {
    const calls = answerWith(known(answer));
    const { user } = renderPage(<ProfilePage />, { at });
    const region = within(await screen.findByRole('region', { name: 'Default disclaimers' }));
    expect(await region.findByTitle('Privacy (deutsch)')).toBeVisible();
    await user.click(region.getByRole('combobox', { name: 'Terms of use' }));
    await user.click(await screen.findByTitle('Terms (deutsch)'));
    await user.click(region.getByRole('button', { name: 'Update' }));
    expect(await region.findByText(sign)).toBeVisible();
    expect(puts(calls).map(({ body }) => body)).toEqual([
      { key: 'custom_disclaimers_privacy', value: '5', account_id: 2 },
      { key: 'custom_disclaimers_terms', value: '6', account_id: 2 },
    ]);
    await waitFor(() => expect(region.queryByText(sign)).not.toBeInTheDocument());
  });

  test('are missing, and not requested, for an account without disclaimers', async () => {
    const calls = answerWith(reseller());
    renderPage(<ProfilePage />, { at });
    await screen.findByRole('region', { name: 'Where you’re signed in' });
    expect(screen.queryByRole('region', { name: 'Default disclaimers' })).not.toBeInTheDocument();
    expect(calls.map(callName)).not.toContain('GET /api/preferences/accounts/2');
  });
});

describe('the sessions of the own account', () => {
  const iPhone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1';
  const both = {
    body: { data: [madeUpAccountSession({ current: true }), madeUpAccountSession({ id: 2, address: '198.51.100.9', agent: iPhone })] },
  };
  const alone = { body: { data: [madeUpAccountSession({ current: true })] } };
  const region = () => screen.findByRole('region', { name: 'Where you’re signed in' });

  test('can be signed out individually, except the current one', async () => {
    const calls = answerWith(
      reseller({ 'GET /api/account_sessions': [both, alone], 'DELETE /api/account_sessions/2': { body: { status: 'success' } } }),
    );
    const { user } = renderPage(<ProfilePage />, { at });
    const knownOrigins = within(await region());
    expect(await knownOrigins.findByText('Safari on iPhone')).toBeVisible();
    expect(knownOrigins.getByText('Chrome on Windows')).toBeVisible();
    expect(knownOrigins.getAllByRole('button', { name: /^Sign out (?!everywhere)/ })).toHaveLength(1);
    await user.click(knownOrigins.getByRole('button', { name: 'Sign out this device: Safari on iPhone, 198.51.100.9' }));
    expect(await knownOrigins.findByText('You’re not signed in anywhere else.')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'DELETE').map(callName)).toEqual(['DELETE /api/account_sessions/2']);
  });

  test('can all be ended except the current one, and a refusal is reported', async () => {
    const calls = answerWith(
      reseller({
        'GET /api/account_sessions': [both, alone],
        'DELETE /api/account_sessions': [{ status: 500 }, { body: { status: 'success' } }],
      }),
    );
    const { user } = renderPage(<ProfilePage />, { at });
    const knownOrigins = within(await region());
    await user.click(await knownOrigins.findByRole('button', { name: 'Sign out everywhere else' }));
    expect(await knownOrigins.findByRole('alert')).toHaveTextContent('Couldn’t sign out.');
    expect(knownOrigins.getByText('Safari on iPhone')).toBeVisible();
    await user.click(knownOrigins.getByRole('button', { name: 'Sign out everywhere else' }));
    expect(await knownOrigins.findByText('You’re not signed in anywhere else.')).toBeVisible();
    expect(knownOrigins.queryByText('Safari on iPhone')).not.toBeInTheDocument();
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
  });

  test('end on the real server for another sign-in while this one stays', async () => {
    const [here, there] = [await logIn('biblioteca'), await logIn('biblioteca')];
    const { user } = renderPage(<ProfilePage />, { as: here, at });
    const knownOrigins = within(await region());
    await user.click(await knownOrigins.findByRole('button', { name: 'Sign out everywhere else' }));
    expect(await knownOrigins.findByText('You’re not signed in anywhere else.')).toBeVisible();
    await expect(callApi('GET', `/api/accounts/${there.id}`, { token: there.token })).rejects.toThrow('API token');
    await callApi('GET', `/api/accounts/${here.id}`, { token: here.token });
  });

  test('are not requested from an existing back end', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith(reseller());
    renderPage(<ProfilePage />, { at });
    await screen.findByRole('region', { name: 'This browser' });
    expect(calls.map(callName)).not.toContain('GET /api/account_sessions');
  });
});

describe('the preferences of this browser', () => {
  test('change language, theme and rows per page at once and remember them', async () => {
    answerWith(reseller());
    const { user, store } = renderPage(<ProfilePage />, { at });
    const region = within(await screen.findByRole('region', { name: 'This browser' }));
    await user.click(region.getByRole('combobox', { name: 'Managers' }));
    await user.click(await screen.findByTitle('100'));
    await user.click(region.getByRole('combobox', { name: 'Language' }));
    await user.click(await screen.findByTitle('Italiano'));
    expect(await screen.findByRole('region', { name: 'Questo browser' })).toBeVisible();
    expect(store.getState().preferences).toMatchObject({ accounts_per_page: 100, language: 'it' });
  });

  test('offer a desk page sizes for its own lists only', async () => {
    answerWith(answersOfProfile('desk', { 'GET /api/accounts/4': { body: madeUpAccount('desk') } }));
    renderPage(<ProfilePage />, { as: madeUp('desk'), at });
    const region = within(await screen.findByRole('region', { name: 'This browser' }));
    expect(region.getByRole('combobox', { name: 'Guests' })).toBeVisible();
    expect(region.queryByRole('combobox', { name: 'Managers' })).not.toBeInTheDocument();
    expect(region.queryByRole('combobox', { name: 'Units' })).not.toBeInTheDocument();
  });
});

test('an ended subscription explains what still works', async () => {
  const account = madeUpAccount('reseller');
  const subscription = { ...account.subscription, id: 3, expired: true, valid_until: '2026-10-01T00:00:00Z' };
  answerWith(reseller({ 'GET /api/accounts/2': { body: { ...account, subscription } } }));
  renderPage(<ProfilePage />, { at });
  expect(await screen.findByText(/^Nothing is turned off: hotspots, guests, vouchers and SMS keep working/)).toBeVisible();
});
