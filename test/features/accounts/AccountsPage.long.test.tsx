import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within, act, fireEvent } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Role } from '../../../src/contract/plain/roles';
import { AccountsPage } from '../../../src/features/accounts/AccountsPage';
import { answerWith, callName, type Answers, type Call } from '../../support/console/answers';
import { pageOfRows } from '../../support/console/answersMadeUp';
import { currentAddress, renderPage } from '../../support/console/render';
import { callApi, logIn, loggedIn, madeUp, madeUpAccount } from '../../support/console/renderAs';
import { at, luca, known } from './accountsPageTests';

const posts = (calls: Call[]) => calls.filter(({ method }) => method === 'POST');
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);

describe('the list of managers', () => {
  test.each<[Role, string[]]>([
    ['reseller', ['Username', 'Name', 'E-mail', 'Account type', 'Second factor', 'Created', 'Actions']],
    ['admin', ['Username', 'Name', 'E-mail', 'Account type', 'Subscription plan', 'Second factor', 'Created', 'Actions']],
  ])('has the specified columns for a %s, with the plan for the admin only', async (role, columns) => {
    answerWith({ ...known, 'GET /api/accounts': pageOfRows([{ ...luca, second_factor: true }]) });
    renderPage(<AccountsPage />, { as: madeUp(role), at });
    const row = await screen.findByRole('row', { name: /^luca/ });
    expect(headers()).toEqual(columns);
    expect(within(row).getByRole('link', { name: 'luca' })).toHaveAttribute('href', '#/accounts/7');
    expect(row).toHaveTextContent('Customer');
    expect(within(row).getByRole('cell', { name: 'On' })).toBeVisible();
  });

  test('searches, filters by hotspot and pages on the server, with all of it in the address', async () => {
    const calls = answerWith({ ...known, 'GET /api/accounts': pageOfRows([luca], 60) });
    const { user } = renderPage(<AccountsPage />, { at: '/accounts?hotspotId=7' });
    await screen.findByRole('row', { name: /^luca/ });
    expect(calls.find((call) => callName(call) === 'GET /api/accounts')?.query).toMatchObject({ hotspot: '7', page: '1', limit: '25' });
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.type(screen.getByRole('searchbox'), 'luca{Enter}');
    await waitFor(() => expect(currentAddress()).toBe('/accounts?hotspotId=7&q=luca'));
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ q: 'luca', hotspot: '7', page: '1' }));
  });

  test('offers no deletion of the own account', async () => {
    const self = madeUpAccount('admin', { username: 'root' });
    answerWith({ ...known, 'GET /api/accounts': pageOfRows([luca, self]) });
    const { user } = renderPage(<AccountsPage />, { as: madeUp('admin'), at });
    await screen.findByRole('row', { name: /^luca/ });
    await user.click(screen.getByRole('button', { name: 'Actions for root' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Actions for luca' }));
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeVisible();
  });

  test('offers a retry when it cannot be read, and the next step when it is empty', async () => {
    answerWith({ ...known, 'GET /api/accounts': [{ status: 500 }, pageOfRows([])] });
    const { user } = renderPage(<AccountsPage />, { at });
    expect(await screen.findByText(/Couldn’t load managers/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No managers yet.')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'New manager' })).toHaveLength(2);
  });
});

describe('creating a manager', () => {
  const dialog = () => within(screen.getByRole('dialog', { name: 'New manager' }));
  const submit = () => dialog().getByRole('button', { name: 'Create manager' });

  async function open(role: Role, answers: Answers, address = '/accounts?hotspotId=7') {
    const calls = answerWith({ ...known, ...answers });
    const { user } = renderPage(<AccountsPage />, { as: madeUp(role), at: address });
    await user.click(await screen.findByRole('button', { name: 'New manager' }));
    await screen.findByRole('dialog', { name: 'New manager' });
    return { calls, user };
  }

  async function fill(user: UserEvent, username = 'anna') {
    await user.type(dialog().getByLabelText('Username'), username);
    await user.type(dialog().getByLabelText('Name'), 'Anna Neri');
    await user.type(dialog().getByLabelText('E-mail'), 'anna@example.com');
  }

  test("creates a customer or desk of a reseller's hotspot, with a generated uuid and password, and then shows the sign-in details", async () => {
    const { calls, user } = await open('reseller', { 'POST /api/accounts': { status: 201, body: { id: 9, status: 'success' } } });
    expect(
      dialog()
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent),
    ).toEqual(['Customer', 'Desk']);
    expect(dialog().getByRole('radio', { name: 'Customer' })).toBeChecked();
    expect(dialog().queryByLabelText('UUID')).not.toBeInTheDocument();
    expect(dialog().queryByLabelText('Subscription plan')).not.toBeInTheDocument();
    const password = dialog().getByLabelText<HTMLInputElement>('New password').value;
    expect(password).toMatch(/^[A-Za-z0-9]{8}$/);
    // The password is random, so 8 characters are enough.
    expect(dialog().getByText('Strong')).toBeVisible();
    await fill(user);
    await user.dblClick(submit());
    const note = await screen.findByRole('dialog', { name: 'Share these sign-in details' });
    expect(note).toHaveTextContent('Username: anna');
    expect(note).toHaveTextContent(`Password: ${password}`);
    await waitFor(() => expect(note).toHaveTextContent('hotspot city-library'));
    expect(posts(calls).map(({ body }) => body)).toEqual([
      {
        uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        username: 'anna',
        name: 'Anna Neri',
        email: 'anna@example.com',
        type: 'customer',
        password,
        hotspot_id: 7,
        subscription_plan_id: 0,
        one_time_password: true,
      },
    ]);
    expect(note).toHaveTextContent('The password works once, within 7 days: choose your own when you sign in.');
    expect(posts(calls)[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    await user.click(within(note).getByText('Close'));
    await waitFor(() => expect(screen.queryByText(new RegExp(password))).not.toBeInTheDocument());
  });

  test('starts with a reseller for an admin, with a plan, a visible uuid and no hotspot', async () => {
    const { calls, user } = await open('admin', { 'POST /api/accounts': { status: 201, body: { id: 9, status: 'success' } } });
    expect(dialog().getByRole('radio', { name: 'Reseller' })).toBeChecked();
    expect(dialog().getAllByRole('radio')).toHaveLength(3);
    await fill(user);
    expect(submit()).toBeDisabled();
    await user.clear(dialog().getByLabelText('UUID'));
    await user.type(dialog().getByLabelText('UUID'), 'my-own');
    await user.click(dialog().getByRole('combobox', { name: 'Subscription plan' }));
    await user.click(await screen.findByTitle('Standard: 10 units, 1,000 SMS'));
    await waitFor(() => expect(submit()).toBeEnabled());
    await user.click(submit());
    expect(await screen.findByRole('dialog', { name: 'Share these sign-in details' })).toHaveTextContent('manage your hotspots');
    expect(posts(calls)[0]?.body).toMatchObject({ type: 'reseller', uuid: 'my-own', hotspot_id: 0, subscription_plan_id: 3 });
  });

  test('is blocked without a hotspot, and while the passwords differ, are empty or too long', async () => {
    const { calls, user } = await open('reseller', {}, at);
    await fill(user);
    expect(submit()).toBeDisabled();
    expect(submit()).toHaveAccessibleDescription('Choose a hotspot first');
    await user.click(dialog().getByRole('combobox', { name: 'Hotspot' }));
    await user.click(await screen.findByTitle('city-library - City Library'));
    await waitFor(() => expect(submit()).toBeEnabled());
    const password = dialog().getByLabelText('New password');
    await user.clear(password);
    const again = await dialog().findByLabelText('Confirm password');
    for (const text of ['x', 'x'.repeat(10_000), '']) {
      for (const field of [password, again]) {
        await user.clear(field);
        await user.click(field);
        if (text !== '') await user.paste(text);
      }
      await waitFor(() => expect(submit()).toBeDisabled());
    }
    await user.click(password);
    await user.paste('пароль密码كلمة🔑');
    expect(await dialog().findByText('The passwords don’t match')).toBeVisible();
    expect(submit()).toBeDisabled();
    expect(submit()).toHaveAccessibleDescription('Enter the password again');
    await user.click(again);
    await user.paste('пароль密码كلمة🔑');
    await waitFor(() => expect(submit()).toBeEnabled());
    expect(posts(calls)).toEqual([]);
  });

  test('rejects a username of 300 characters at its field and sends nothing', async () => {
    const { calls, user } = await open('reseller', {});
    await user.click(dialog().getByLabelText('Username'));
    await user.paste('x'.repeat(300));
    await user.click(submit());
    expect(await dialog().findByText('At most 255 characters')).toBeVisible();
    expect(posts(calls)).toEqual([]);
  });

  test('reports an existing username at its field in the specified words, and any other failure above', async () => {
    const { calls, user } = await open('reseller', {
      'POST /api/accounts': [{ status: 409, body: { id: 0, status: '' } }, { status: 500 }],
    });
    await fill(user);
    await user.click(submit());
    expect(await dialog().findByText('Duplicate manager. Please choose a different username or UUID.')).toBeVisible();
    expect(dialog().getByLabelText('Username')).toHaveValue('anna');
    await user.type(dialog().getByLabelText('Username'), '2');
    await user.click(submit());
    expect(await dialog().findByRole('alert')).toHaveTextContent('An error occurred during manager creation.');
    expect(posts(calls)).toHaveLength(2);
  });

  test("lets a reseller's new customer sign in on the real server until it is deleted", async () => {
    const alpenfunk = await loggedIn('alpenfunk');
    const { data } = (await callApi('GET', '/api/hotspots?limit=1', { token: alpenfunk.token })) as { data: { id: number }[] };
    const { user } = renderPage(<AccountsPage />, { as: alpenfunk, at: `/accounts?hotspotId=${data[0]?.id ?? 0}` });
    await user.click(await screen.findByRole('button', { name: 'New manager' }));
    await screen.findByRole('dialog', { name: 'New manager' });
    const password = dialog().getByLabelText<HTMLInputElement>('New password').value;
    await fill(user, 'anna.neri');
    await user.click(submit());
    await user.click(within(await screen.findByRole('dialog', { name: 'Share these sign-in details' })).getByText('Close'));
    expect((await logIn('anna.neri', password)).account_type).toBe('customer');

    await user.click(await screen.findByRole('button', { name: 'Actions for anna.neri' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete manager' }));
    expect(await question.findByText('anna.neri')).toBeVisible();
    await waitFor(() => expect(question.getByRole('button', { name: 'Delete manager' })).toBeEnabled());
    await user.click(question.getByRole('button', { name: 'Delete manager' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /anna\.neri/ })).not.toBeInTheDocument());
    await expect(logIn('anna.neri', password)).rejects.toThrow('No username found!');
  });
});

describe('the dialog for a new manager', () => {
  const open = async (address: string) => {
    answerWith({ ...known, 'GET /api/accounts': pageOfRows([luca]) });
    const { user } = renderPage(<AccountsPage />, { as: madeUp('reseller'), at: address });
    await user.click(await screen.findByRole('button', { name: 'New manager' }));
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'New manager' })) };
  };

  test('starts at the first empty required field: the hotspot unless the list is of one', async () => {
    const { dialog } = await open('/accounts?hotspotId=0');
    await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Hotspot' })).toHaveFocus());
  });

  test('asks for the password again only if somebody typed one', async () => {
    const { user, dialog } = await open('/accounts?hotspotId=7');
    await waitFor(() => expect(dialog.getByLabelText('Name')).toHaveFocus());
    expect(dialog.queryByLabelText('Confirm password')).not.toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Create manager' })).toBeEnabled();
    await user.type(dialog.getByLabelText('New password'), 'x');
    expect(await dialog.findByLabelText('Confirm password')).toHaveValue('');
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Create manager' })).toBeDisabled());
    await user.click(dialog.getByRole('button', { name: /another/i }));
    await waitFor(() => expect(dialog.queryByLabelText('Confirm password')).not.toBeInTheDocument());
  });

  test('proposes the username from the name, and makes spaces dashes', async () => {
    const { user, dialog } = await open('/accounts?hotspotId=7');
    await user.type(dialog.getByLabelText('Name'), 'Niccolò Neri');
    await waitFor(() => expect(dialog.getByLabelText('Username')).toHaveValue('niccolo-neri'));
    await user.clear(dialog.getByLabelText('Username'));
    await user.type(dialog.getByLabelText('Username'), 'night desk');
    await user.type(dialog.getByLabelText('Name'), ' Rossi');
    await waitFor(() => expect(dialog.getByLabelText('Username')).toHaveValue('night-desk'));
  });

  test('proposes the whole username also when letters come faster than the screen follows', async () => {
    const { user, dialog } = await open('/accounts?hotspotId=7');
    await user.type(dialog.getByLabelText('Name'), 'N');
    const type = (value: string) => fireEvent.change(dialog.getByLabelText('Name'), { target: { value } });
    act(() => {
      type('Ne');
      type('Ner');
    });
    await waitFor(() => expect(dialog.getByLabelText('Username')).toHaveValue('ner'));
  });
});
