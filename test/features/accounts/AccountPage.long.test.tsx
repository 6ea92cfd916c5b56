import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { AccountPage } from '../../../src/features/accounts/AccountPage';
import { setConfig } from '../../../src/shared/config';
import { answerWith, callName } from '../../support/console/answers';
import { pageOfRows } from '../../support/console/answersMadeUp';
import { currentAddress, renderPage } from '../../support/console/render';
import { madeUp, madeUpAccount } from '../../support/console/renderAs';
import { ok, text, resellerAnswers, open, changing } from './accountPageTests';

// jsdom has no layout, but the editor measures its cursor.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();
const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the details of a manager', () => {
  test('show a reseller its customer with the hotspot, and neither show nor request what only the admin manages', async () => {
    const { calls } = open('reseller', { 'GET /api/accounts/7': { body: madeUpAccount('customer', { id: 7 }) } });
    await screen.findByRole('region', { name: 'Manager' });
    expect(screen.getByRole('link', { name: 'city-library' })).toHaveAttribute('href', '#/hotspots/7');
    for (const name of ['Subscription', 'SMS', 'Disclaimers', 'Integrations'])
      expect(screen.queryByRole('region', { name })).not.toBeInTheDocument();
    expect(calls.map(callName)).toEqual(['GET /api/accounts/7']);
  });

  test("show nothing of another tenant's manager", async () => {
    open('reseller', { 'GET /api/accounts/7': { status: 404, body: { message: 'No account found!' } } });
    expect(await screen.findByText('Manager not found')).toBeVisible();
    expect(document.title).toBe('Manager not found · Portico');
    expect(screen.queryByRole('button', { name: /^Actions for/ })).not.toBeInTheDocument();
  });

  test('offer no deletion of the own account', async () => {
    const own = madeUp('admin', { id: 7 });
    answerWith({ 'GET /api/accounts/7': { body: madeUpAccount('admin', { id: 7 }) } });
    renderPage(<AccountPage />, { as: own, at: '/accounts/7' });
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Actions for Ada Ricci' })).not.toBeInTheDocument();
  });

  test('show nothing of the previous manager while another one loads, and drop its name from the title when that one is missing', async () => {
    answerWith({
      'GET /api/accounts/7': { body: madeUpAccount('customer', { id: 7, name: 'Zoe Conti' }) },
      'GET /api/accounts/8': { status: 404, body: { message: 'No account found!' } },
    });
    renderPage(<AccountPage />, { as: madeUp('admin'), at: '/accounts/7' });
    expect(await screen.findByRole('heading', { name: 'Zoe Conti' })).toBeVisible();
    expect(document.title).toBe('Zoe Conti · Portico');
    window.location.hash = '#/accounts/8';
    expect(await screen.findByText('Manager not found')).toBeVisible();
    expect(document.title).toBe('Manager not found · Portico');
    expect(screen.queryByText('Zoe Conti')).not.toBeInTheDocument();
  });

  test("show no tokens for the existing back end's null, and no actions that it lacks", async () => {
    setConfig({ backend: 'existing' });
    const { calls } = open('admin', resellerAnswers({ tokens: null as unknown as [] }));
    expect(await (await region('API tokens')).findByText('No API tokens.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Delete “Privacy (deutsch)”' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Edit “Privacy (deutsch)”' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Renew or change plan' })).not.toBeInTheDocument();
    expect(calls.map(callName)).not.toContain('GET /api/disclaimers/5/hotspots');
  });

  test('show an admin every card of a reseller, with the descriptions of its API tokens', async () => {
    open('admin', resellerAnswers({ tokens: [{ token: '', description: 'Monitoring' }] }));
    await screen.findByRole('heading', { level: 1, name: 'Rete Nord' });
    for (const name of ['Manager', 'Subscription', 'SMS', 'Disclaimers', 'Integrations', 'API tokens'])
      expect(screen.getByRole('region', { name })).toBeVisible();
    expect(screen.getByText('Monitoring')).toBeVisible();
    expect(factOf('Username')).toHaveTextContent('retenord');
    expect(factOf('Data controller: name')).toHaveTextContent('Ricci S.r.l.');
  });
});

describe('modifying a manager', () => {
  const customer = madeUpAccount('customer', { id: 7, name: 'Luca', email: 'luca@example.com' });
  const read = { 'GET /api/accounts/7': { body: customer, headers: { ETag: '"1"' } } };

  test('requires name and e-mail at their fields before anything is sent', async () => {
    const { calls, user } = open('reseller', { ...read, 'PUT /api/accounts/7': ok });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit manager' }));
    await user.clear(await dialog.findByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), '  ');
    await user.clear(dialog.getByLabelText('E-mail'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    for (const label of ['Name', 'E-mail'])
      await waitFor(() => expect(dialog.getByLabelText(label)).toHaveAccessibleDescription('Fill in this field'));
    expect(changing(calls)).toEqual([]);
  });

  test('offers a reseller no type and sends none', async () => {
    const { calls, user } = open('admin', resellerAnswers({}, { 'PUT /api/accounts/7': ok }));
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit manager' }));
    await dialog.findByLabelText('Name');
    expect(dialog.queryByRole('radio')).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Manager retenord saved');
    expect(changing(calls).map(({ body }) => body)).toEqual([{ name: 'Rete Nord', email: 'ada@example.com' }]);
  });

  test('sends a new password separately and reports that sessions have ended', async () => {
    const { calls, user } = open('reseller', { ...read, 'PUT /api/accounts/7': ok });
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
    await user.type(dialog.getByLabelText('New password'), 'new secret');
    await user.type(dialog.getByLabelText('Confirm password'), 'new secret');
    await user.click(dialog.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('Password changed for customer. They’ve been signed out everywhere.')).toBeVisible();
    expect(changing(calls).map(({ body }) => body)).toEqual([{ password: 'new secret', one_time_password: true }]);
  });

  test('sends a password that stays valid if it is not to work only once', async () => {
    const { calls, user } = open('reseller', { ...read, 'PUT /api/accounts/7': ok });
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
    const once = dialog.getByRole('checkbox', { name: /^Works once/ });
    expect(once).toBeChecked();
    await user.click(once);
    await user.type(dialog.getByLabelText('New password'), 'new secret');
    await user.type(dialog.getByLabelText('Confirm password'), 'new secret');
    await user.click(dialog.getByRole('button', { name: 'Change password' }));
    await screen.findByText(/^Password changed for customer/);
    expect(changing(calls).map(({ body }) => body)).toEqual([{ password: 'new secret' }]);
  });

  test('signs the manager out everywhere once that is confirmed, and says so', async () => {
    const { calls, user } = open('reseller', { ...read, 'DELETE /api/accounts/7/account_sessions': ok });
    await user.click(await screen.findByRole('button', { name: /^Actions for/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out everywhere' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere' }));
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Sign out everywhere' })).toBeEnabled());
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    expect(await screen.findByText('customer has been signed out everywhere')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  test('says that the manager is still signed in if that failed, and keeps the dialog', async () => {
    const { user } = open('reseller', { ...read, 'DELETE /api/accounts/7/account_sessions': { status: 500, body: { message: 'x' } } });
    await user.click(await screen.findByRole('button', { name: /^Actions for/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out everywhere' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Sign out everywhere' })).toBeEnabled());
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Couldn’t sign them out.');
  });

  test('announces that an existing back end ends no sessions', async () => {
    setConfig({ backend: 'existing' });
    const { user } = open('reseller', { ...read, 'PUT /api/accounts/7': ok });
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
    expect(dialog.getByText(/They’ll stay signed in where they already are\./)).toBeVisible();
    expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument();
    await user.type(dialog.getByLabelText('New password'), 'new secret');
    await user.type(dialog.getByLabelText('Confirm password'), 'new secret');
    await user.click(dialog.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText(/^Password changed for customer\. They stay signed in/)).toBeVisible();
    expect(screen.queryByText(/signed out everywhere/)).not.toBeInTheDocument();
  });

  test('sends name, address and type with the version that was read, and reports a concurrent change', async () => {
    const theirs = { ...customer, name: 'Luca Bianchi' };
    const stale = { status: 412, body: { message: '', code: 'stale', current: theirs, etag: '"2"' } };
    const { calls, user } = open('reseller', { ...read, 'PUT /api/accounts/7': [stale, ok] });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit manager' }));
    await user.clear(await dialog.findByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), 'Luca Neri');
    await user.click(dialog.getByRole('radio', { name: 'Desk' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Luca Bianchi')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Keep my version' }));
    expect(await screen.findByText('Manager customer saved')).toBeVisible();
    expect(changing(calls).map(({ body, ifMatch }) => ({ body, ifMatch }))).toEqual([
      { body: { name: 'Luca Neri', email: 'luca@example.com', type: 'desk' }, ifMatch: '"1"' },
      { body: { name: 'Luca Neri', email: 'luca@example.com', type: 'desk' }, ifMatch: '"2"' },
    ]);
  });

  test('reports a failure with title and text, and preserves the dialog and its input', async () => {
    const { user } = open('reseller', { ...read, 'PUT /api/accounts/7': { status: 500 } });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit manager' }));
    await user.type(await dialog.findByLabelText('Name'), ' Neri');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const alert = await dialog.findByRole('alert');
    expect(within(alert).getByText('Update error.')).toBeVisible();
    expect(alert).toHaveTextContent('Couldn’t save the manager.');
    expect(dialog.getByLabelText('Name')).toHaveValue('Luca Neri');
    expect(screen.queryByText('Manager customer saved')).not.toBeInTheDocument();
  });
});

describe('the own account of an admin', () => {
  const own = madeUpAccount('admin', { email: 'admin@example.com' });
  const at = `/accounts/${own.id}`;
  const answers = { [`GET /api/accounts/${own.id}`]: { body: own, headers: { ETag: '"1"' } }, [`PUT /api/accounts/${own.id}`]: ok };
  const openOwn = () => {
    const calls = answerWith(answers);
    return { calls, ...renderPage(<AccountPage />, { as: madeUp('admin'), at }) };
  };

  test('requires the current password for another address, not for the same one', async () => {
    const { calls, user } = openOwn();
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit manager' }));
    const address = await dialog.findByLabelText('E-mail');
    expect(dialog.queryByLabelText('Current password')).not.toBeInTheDocument();
    await user.clear(address);
    await user.type(address, 'boss@example.com');
    await user.type(await dialog.findByLabelText('Current password'), 'the old one');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText(/^Manager .* saved$/);
    expect(changing(calls).map(({ body }) => body)).toEqual([
      { name: own.name, email: 'boss@example.com', current_password: 'the old one' },
    ]);
  });

  test('requires the current password for a new one, which must have ten characters and resist guessing', async () => {
    const weak = { status: 400, body: { message: 'x', code: 'weak_password', fields: { password: 'x' } } };
    const calls = answerWith({ ...answers, [`PUT /api/accounts/${own.id}`]: [weak, ok] });
    const { user } = renderPage(<AccountPage />, { as: madeUp('admin'), at });
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
    const type = async (secret: string) => {
      for (const label of ['New password', 'Confirm password']) {
        await user.clear(dialog.getByLabelText(label));
        await user.type(dialog.getByLabelText(label), secret);
      }
    };
    const submit = () => dialog.getByRole('button', { name: 'Change password' });
    await user.type(await dialog.findByLabelText('Current password'), 'the old one');
    await type('nine char');
    expect(dialog.getAllByText('At least 10 characters')[0]).toBeVisible();
    expect(submit()).toBeDisabled();
    await type('Password2024');
    await user.click(submit());
    expect(await dialog.findByText(/^Too easy to guess/)).toBeVisible();
    await type('moorhen under a bridge');
    await user.click(submit());
    expect(await screen.findByText(/^Password changed for/)).toBeVisible();
    expect(changing(calls).map(({ body }) => body)).toEqual([
      { password: 'Password2024', current_password: 'the old one' },
      { password: 'moorhen under a bridge', current_password: 'the old one' },
    ]);
  });

  test('sends an existing back end no field that it does not know', async () => {
    setConfig({ backend: 'existing' });
    const { user } = openOwn();
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
    expect(await dialog.findByText('At least 6 characters')).toBeVisible();
    expect(dialog.queryByLabelText('Current password')).not.toBeInTheDocument();
  });
});

describe('deleting a manager', () => {
  const created = { 'GET /api/accounts': pageOfRows([8, 9, 10].map((id) => madeUpAccount('desk', { id, creator_id: id === 10 ? 2 : 7 }))) };

  test('names the number of tokens and managers to be deleted, asks first and returns to the list', async () => {
    const tokens = [1, 2].map(() => ({ token: '', description: 'x' }));
    const counts = { body: { online: 3, managers: 2, hotspots: 0 } };
    const { calls, user } = open('admin', resellerAnswers({ tokens }, { 'GET /api/deleting': counts, 'DELETE /api/accounts/7': ok }));
    await user.click(await screen.findByRole('button', { name: 'Actions for Rete Nord' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete manager' }));
    const whatEnds =
      /their 2 API tokens are deleted\. The 2 managers they created will also be deleted\. 3 sessions are open now and end\./;
    expect(await dialog.findByText(whatEnds)).toBeVisible();
    expect(changing(calls)).toEqual([]);
    expect(dialog.getByRole('button', { name: 'Delete manager' })).toBeDisabled();
    await user.type(dialog.getByLabelText('Type retenord to confirm'), 'retenord');
    await user.click(dialog.getByRole('button', { name: 'Delete manager' }));
    await waitFor(() => expect(currentAddress()).toMatch(/^\/accounts$/));
    expect(changing(calls).map(callName)).toEqual(['DELETE /api/accounts/7']);
    const since = calls.slice(calls.findIndex(({ method }) => method === 'DELETE') + 1);
    expect(since.map(({ path }) => path).filter((path) => path.endsWith('/7'))).toEqual([]);
  });

  test('says beforehand that a reseller with hotspots can’t be deleted', async () => {
    const counts = { body: { online: 0, managers: 1, hotspots: 4 } };
    const { calls, user } = open('admin', resellerAnswers({}, { 'GET /api/deleting': counts }));
    await user.click(await screen.findByRole('button', { name: 'Actions for Rete Nord' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete manager' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('They still have hotspots');
    expect(dialog.getByRole('button', { name: 'Delete manager' })).toBeDisabled();
    expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
    expect(changing(calls)).toEqual([]);
  });

  test('reports a reseller that an existing back end did not delete, although it claimed to', async () => {
    setConfig({ backend: 'existing' });
    const { calls, user } = open('admin', resellerAnswers({}, { ...created, 'DELETE /api/accounts/7': ok }));
    await user.click(await screen.findByRole('button', { name: 'Actions for Rete Nord' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete manager' }));
    await user.type(await dialog.findByLabelText('Type retenord to confirm'), 'retenord');
    await user.click(dialog.getByRole('button', { name: 'Delete manager' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('it doesn’t delete resellers who have a subscription');
    expect(screen.queryByText(/^Manager .* deleted$/)).not.toBeInTheDocument();
    expect(currentAddress()).toBe('/accounts/7');
    expect(changing(calls).map(callName)).toEqual(['DELETE /api/accounts/7']);
  });

  test.each([
    [403, 'own_account', /You can’t delete your own account/],
    [409, 'last_admin', /This is the only administrator/],
    [409, 'owns_hotspots', /They still have hotspots/],
    [500, '', /Couldn’t delete the manager\./],
  ])('explains a refusal with %s %s and stays on the page', async (status, code, words) => {
    const counts = { body: { online: 0, managers: 0, hotspots: 0 } };
    const refused = { status, body: { message: '', code } };
    const { user } = open('admin', resellerAnswers({}, { 'GET /api/deleting': counts, 'DELETE /api/accounts/7': refused }));
    await user.click(await screen.findByRole('button', { name: 'Actions for Rete Nord' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete manager' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Delete manager' })).toBeEnabled());
    await user.click(dialog.getByRole('button', { name: 'Delete manager' }));
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent('Delete error.');
    expect(alert).toHaveTextContent(words);
    expect(currentAddress()).toBe('/accounts/7');
  });
});

describe('grants of the admin', () => {
  test('include additional SMS', async () => {
    const { calls, user } = open('admin', resellerAnswers({}, { 'POST /api/stats/sms/accounts/7': ok }));
    const sms = await region('SMS');
    await user.type(await sms.findByLabelText('SMS to add'), '250');
    await user.click(sms.getByRole('button', { name: 'Add SMS' }));
    expect(await screen.findByText('250 SMS added')).toBeVisible();
    expect(changing(calls).map(({ body }) => body)).toEqual([{ sms_to_add: 250 }]);
  });

  test.each(['-5', '1e12', 'abc', '0', '2.5'])('reject "%s" SMS at the field and send nothing', async (typed) => {
    const { calls, user } = open('admin', resellerAnswers({}, { 'POST /api/stats/sms/accounts/7': ok }));
    const sms = await region('SMS');
    await user.type(await sms.findByLabelText('SMS to add'), `${typed}{Enter}`);
    expect(await sms.findByText('Enter a whole number from 1 to 1,000,000')).toBeVisible();
    expect(changing(calls)).toEqual([]);
  });

  test('renew a subscription by its period from its end, with another plan if chosen', async () => {
    const { subscription } = madeUpAccount('reseller');
    const plan = { ...subscription.subscription_plan, id: 3, name: 'Standard', period: 365, max_units: 10, included_sms: 1000 };
    const until = '2098-06-30T12:00:00Z';
    const { calls, user } = open(
      'admin',
      resellerAnswers(
        { subscription: { ...subscription, id: 1, expired: false, valid_until: until, subscription_plan: plan } },
        {
          'GET /api/subscription_plans': { body: [plan, { ...plan, id: 4, name: 'Premium', period: 30 }] },
          'PUT /api/accounts/7/subscription': ok,
        },
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Renew or change plan' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Renew or change plan' }));
    expect(await dialog.findByLabelText('Valid until')).toHaveValue('30 June 2099');
    await user.click(dialog.getByRole('combobox', { name: 'Subscription plan' }));
    await user.click(await screen.findByTitle(/^Premium/));
    await waitFor(() => expect(dialog.getByLabelText('Valid until')).toHaveValue('30 July 2098'));
    await user.click(dialog.getByRole('button', { name: 'Save subscription' }));
    await screen.findByText('retenord’s subscription saved');
    const body = changing(calls)[0]?.body as { subscription_plan_id: number; valid_until: string };
    expect(body.subscription_plan_id).toBe(4);
    expect(new Date(body.valid_until).getTime()).toBe(new Date(2098, 6, 30, 23, 59, 59).getTime());
  });

  test('explain what still works after a subscription has ended', async () => {
    const { subscription } = madeUpAccount('reseller');
    open('admin', resellerAnswers({ subscription: { ...subscription, id: 1, expired: true, valid_until: '2026-10-01T00:00:00Z' } }));
    expect(await (await region('Subscription')).findByText(/^Nothing is turned off/)).toBeVisible();
  });

  test('switch an integration on and off, with a refusal shown on its card', async () => {
    const on = { body: [{ account_id: 7, integration_id: 4 }] };
    const { calls, user } = open(
      'admin',
      resellerAnswers(
        {},
        {
          'GET /api/account_integrations/7': [{ body: [] }, on, { body: [] }],
          'POST /api/account_integrations/7/4': [{ status: 500 }, { status: 201, body: { id: 1, status: 'success' } }],
          'DELETE /api/account_integrations/7/4': ok,
        },
      ),
    );
    const card = within(await screen.findByRole('group', { name: 'Ledgerly' }));
    await user.click(card.getByRole('button', { name: 'Enable Ledgerly' }));
    expect(await card.findByRole('alert')).toHaveTextContent('No changes were made.');
    expect(card.getByText('Disabled')).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Enable Ledgerly' }));
    await user.click(await card.findByRole('button', { name: 'Disable Ledgerly' }));
    expect(await card.findByText('Disabled')).toBeVisible();
    expect(changing(calls).map(callName)).toEqual([
      'POST /api/account_integrations/7/4',
      'POST /api/account_integrations/7/4',
      'DELETE /api/account_integrations/7/4',
    ]);
  });
});

describe('disclaimers', () => {
  test('show who uses one, and its text, before it is modified', async () => {
    const { calls, user } = open('admin', resellerAnswers({ privacy_name: '<b>Nord</b>' }, { 'PUT /api/disclaimers/5': ok }));
    await user.click(await screen.findByRole('button', { name: 'Edit “Privacy (deutsch)”' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit disclaimer' }));
    expect(await dialog.findByText('One hotspot shows this text. Its guests see the new version immediately.')).toBeVisible();
    expect(dialog.getByText('city-library')).toBeVisible();
    await waitFor(() =>
      expect(dialog.getByRole('region', { name: 'What guests will read' })).toHaveTextContent('Hallo <b>Nord</b>, Library & Sons'),
    );
    expect(await dialog.findByRole('textbox', { name: 'Text' })).toBeVisible();
    expect(dialog.getByRole('button', { name: /BusinessEmail/ })).toBeVisible();
    await user.clear(dialog.getByLabelText('Title'));
    await user.type(dialog.getByLabelText('Title'), 'Datenschutz');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Disclaimer “Datenschutz” saved')).toBeVisible();
    expect(changing(calls).map(({ body, ifMatch }) => ({ body, ifMatch }))).toEqual([
      { body: { title: 'Datenschutz', body: text.body }, ifMatch: '"5"' },
    ]);
  });

  test('start a new one as a privacy notice, and require title and text', async () => {
    const { calls, user } = open('admin', resellerAnswers({}, { 'POST /api/disclaimers/accounts/7': { status: 201, body: ok.body } }));
    await user.click(await screen.findByRole('button', { name: 'Add disclaimer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add disclaimer' }));
    await user.click(dialog.getByRole('button', { name: 'Add disclaimer' }));
    expect(await dialog.findAllByText('Fill in this field')).toHaveLength(2);
    expect(changing(calls)).toEqual([]);
    expect(dialog.getByRole('radio', { name: 'Privacy notice' })).toBeChecked();
    await user.click(dialog.getByRole('radio', { name: 'Terms of use' }));
    await user.type(dialog.getByLabelText('Title'), 'Termini');
    const insert = await dialog.findByRole('button', { name: /BusinessName/ });
    await user.click(insert);
    await waitFor(() => expect(dialog.getByRole('region', { name: 'What guests will read' })).toHaveTextContent('‹business name›'));
    await user.click(dialog.getByRole('button', { name: 'Add disclaimer' }));
    expect(await screen.findByText('Disclaimer “Termini” added')).toBeVisible();
    expect(changing(calls).map(({ body }) => body)).toEqual([{ title: 'Termini', type: 'tos', body: '<p>{{.BusinessName}}</p>' }]);
  });

  test('show who falls back to the default text before one is deleted', async () => {
    const { calls, user } = open('admin', resellerAnswers({}, { 'DELETE /api/disclaimers/5': ok }));
    await user.click(await screen.findByRole('button', { name: 'Delete “Privacy (deutsch)”' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete disclaimer' }));
    expect(await dialog.findByText('One hotspot shows this text. It will show the default one instead.')).toBeVisible();
    expect(changing(calls)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Delete disclaimer' }));
    expect(await screen.findByText('Disclaimer “Privacy (deutsch)” deleted')).toBeVisible();
    expect(changing(calls).map(callName)).toEqual(['DELETE /api/disclaimers/5']);
    const since = () => calls.slice(calls.findIndex(({ method }) => method === 'DELETE') + 1).map(callName);
    await waitFor(() => expect(since()).toContain('GET /api/disclaimers/accounts/7'));
    expect(since().filter((call) => call.startsWith('GET /api/disclaimers/5'))).toEqual([]);
  });
});

// jsdom has no layout, but the editor measures its cursor.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();
const factOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling;
