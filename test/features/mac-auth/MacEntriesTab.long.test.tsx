import { createHash } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Guest } from '../../../src/contract/guests';
import { setConfig } from '../../../src/shared/config';
import { answerWith, LOST, callName, watchCalls } from '../../support/console/answers';
import { recorded } from '../../support/backEnd/answersOfExisting';
import { currentAddress } from '../../support/console/render';
import { callApi, loggedIn } from '../../support/console/renderAs';
import { unit, entry, page, tabAnswers, open } from './macEntriesTabTests';

async function openDialog(user: UserEvent) {
  await user.click((await screen.findAllByRole('button', { name: 'New MAC entry' }))[0] ?? document.body);
  const dialog = within(await screen.findByRole('dialog', { name: 'New MAC entry' }));
  await dialog.findByLabelText('Description');
  return dialog;
}

async function fillIn(user: UserEvent, mac = '00:1a:2b:3c:4d:5e') {
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText('Description'), 'Till');
  await user.type(dialog.getByLabelText('MAC address'), mac);
  return dialog;
}

/** Picks one of the units of the demonstration's library, which has several. */
async function chooseUnit(user: UserEvent) {
  await user.click(screen.getByLabelText('Unit'));
  await user.click(await screen.findByTitle(/^bsv-ingresso/));
}

const add = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Add entry' }));

describe('the table of MAC entries', () => {
  test('names the unit that created an entry, or "not recorded"', async () => {
    const units = [unit(), unit({ id: 4, name: 'garden' })];
    const entries = [entry({ unit_id: 4 }), entry({ id: 2, name: 'Till' }), entry({ id: 3, name: 'Scale', unit_id: 99 })];
    answerWith(
      tabAnswers({ 'GET /api/units': { body: { data: units, total: 2 } }, 'GET /api/users': { body: { data: entries, total: 3 } } }),
    );
    open();
    expect(await within(await screen.findByRole('row', { name: /Printer/ })).findByText('garden')).toBeVisible();
    expect(screen.getByRole('row', { name: /Till/ })).toHaveTextContent('not recorded');
    expect(screen.getByRole('row', { name: /Scale/ })).toHaveTextContent('deleted');
  });

  test('remembers the page size, and keeps page and sorting in the link', async () => {
    const calls = answerWith(tabAnswers({ 'GET /api/users': { body: { data: [entry()], total: 30 }, headers: { 'X-Sort': 'name' } } }));
    const { user, store } = open();
    await screen.findByRole('row', { name: /Printer/ });
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(currentAddress()).toBe('/hotspots/7?tab=mac&page=2'));
    await user.click(screen.getByRole('columnheader', { name: 'Created' }));
    await waitFor(() => expect(currentAddress()).toBe('/hotspots/7?tab=mac&sort=created'));
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ page: '1', sort: 'created', order: 'asc' }));
    expect(store.getState().preferences.mac_entries_per_page).toBe(5);
  });

  test.each([
    ['a fault of the server', { status: 500 }],
    ['no answer', LOST],
  ] as const)('offers a retry after %s', async (_case, failure) => {
    answerWith(tabAnswers({ 'GET /api/users': [failure, page(entry())] }));
    const { user } = open();
    expect(await screen.findByText(/Couldn’t load MAC entries/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /Printer/ })).toBeVisible();
  });

  test('shows the next step when it is empty', async () => {
    answerWith(tabAnswers({ 'GET /api/users': page() }));
    open();
    expect(await screen.findByText('No MAC entries yet. Devices listed here get online without logging in.')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'New MAC entry' })).toHaveLength(2);
  });

  test('shows the values of an entry with units, and requests five entries by name', async () => {
    const calls = answerWith(tabAnswers());
    open();
    const row = within(await screen.findByRole('row', { name: /Printer/ }));
    for (const text of ['AA-BB-CC-00-00-01', '2,048 kbit/s', 'No limit', 'lobby']) expect(await row.findByText(text)).toBeVisible();
    expect(calls.find(({ path }) => path === '/api/users')?.query).toEqual({
      hotspot: '7',
      type: 'mac',
      page: '1',
      limit: '5',
      sort: 'name',
      order: 'asc',
    });
  });
});

describe('deleting a MAC entry', () => {
  const askFor = async (user: UserEvent) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Printer' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    return within(await screen.findByRole('dialog', { name: 'Delete MAC entry' }));
  };

  test('asks first and names the device', async () => {
    const calls = answerWith(tabAnswers({ 'DELETE /api/users/1': { body: { status: 'success' } } }));
    const { user } = open();
    const dialog = await askFor(user);
    expect(dialog.getByText('AA-BB-CC-00-00-01')).toBeVisible();
    expect(calls.map(callName)).not.toContain('DELETE /api/users/1');
    await user.click(dialog.getByRole('button', { name: 'Delete MAC entry' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByText('Printer deleted')).toBeVisible();
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ method: 'GET', path: '/api/users' }));
  });

  test('keeps the dialog open after a failure', async () => {
    answerWith(tabAnswers({ 'DELETE /api/users/1': { status: 500 } }));
    const { user } = open();
    const dialog = await askFor(user);
    await user.click(dialog.getByRole('button', { name: 'Delete MAC entry' }));
    expect(await dialog.findByText('Couldn’t delete the entry.')).toBeVisible();
  });
});

describe('adding MAC entries', () => {
  test.each(['00:1a:2b:3c:4d:5e', '00-1A-2B-3C-4D-5E', '00.1a.2b.3c.4d.5e', '001a.2b3c.4d5e', ' 001a2b3c4d5e '])(
    'shows and sends %s in upper case with dashes',
    async (written) => {
      const calls = answerWith(
        tabAnswers({ 'POST /api/units/3/mac': { status: 201, body: { status: 'success', device_id: 1, user_id: '' } } }),
      );
      const { user } = open();
      const dialog = await fillIn(user, written);
      await user.tab();
      expect(dialog.getByLabelText('MAC address')).toHaveValue('00-1A-2B-3C-4D-5E');
      await add(user);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
        mac: '00-1A-2B-3C-4D-5E',
        name: 'Till',
        kbps_down: 0,
        kbps_up: 0,
      });
    },
  );

  test('shows the notation of an address in the empty field', async () => {
    answerWith(tabAnswers());
    const { user } = open();
    const field = (await openDialog(user)).getByLabelText('MAC address');
    expect(field).toHaveValue('');
    expect(screen.getByPlaceholderText('00-11-22-AA-BB-CC')).toBe(field);
  });

  test('reports an invalid address at its field and sends nothing', async () => {
    const calls = answerWith(tabAnswers());
    const { user } = open();
    await fillIn(user, '00:1a:2b:3c:4d');
    await add(user);
    expect(await screen.findByText(/Not a MAC address/)).toBeVisible();
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('succeeds on the real server, which names the owner of an address entered twice', async () => {
    const reseller = await loggedIn('reseller');
    const { user } = open({ as: reseller, at: '/hotspots/5?tab=mac' }, 5);
    const dialog = await fillIn(user, '06:00:00:00:77:01');
    await chooseUnit(user);
    await user.clear(dialog.getByLabelText('Download'));
    await user.type(dialog.getByLabelText('Download'), '512');
    await add(user);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const { data } = (await callApi('GET', '/api/users?hotspot=5&type=mac&q=06-00-00-00-77-01', { token: reseller.token })) as {
      data: Guest[];
    };
    expect(data).toMatchObject([{ name: 'Till', username: '06-00-00-00-77-01', kbps_down: 512, kbps_up: 0 }]);

    await fillIn(user, '06-00-00-00-77-01');
    await chooseUnit(user);
    await add(user);
    expect(await screen.findByText('This address is already registered: Till')).toBeVisible();
  });

  test('names the owner of an existing address at the field and keeps the dialog open', async () => {
    answerWith(
      tabAnswers({
        'POST /api/units/3/mac': { status: 409, body: { message: 'mac already used for this hotspot!', code: 'duplicate', id: 0 } },
        'GET /api/users': page(entry({ name: 'Old till', username: '00-1A-2B-3C-4D-5E' })),
      }),
    );
    const { user } = open();
    const dialog = await fillIn(user);
    await add(user);
    expect(await dialog.findByText('This address is already registered: Old till')).toBeVisible();
    expect(dialog.getByLabelText('MAC address')).toHaveValue('00-1A-2B-3C-4D-5E');
    expect(dialog.getByLabelText('Description')).toHaveValue('Till');
  });

  test('reports the result of each line, and the lines that failed stay for correction', async () => {
    const calls = answerWith(
      tabAnswers({
        'POST /api/units/3/mac': ({ body }) =>
          (body as { name: string }).name === 'Taken' ? { status: 409, body: {} } : { status: 201, body: { status: 'success' } },
        'GET /api/users': page(entry({ name: 'Old till', username: '00-00-00-00-00-02' })),
      }),
    );
    const { user } = open();
    const dialog = await openDialog(user);
    await user.click(dialog.getByText('Several'));
    await user.click(await dialog.findByLabelText('MAC addresses'));
    await user.paste('00:00:00:00:00:01 New\n00:00:00:00:00:02 Taken\nnonsense\n000000000001 Again\n0000.0000.0003');
    await user.click(dialog.getByRole('button', { name: 'Add entries' }));
    expect(await dialog.findByText('Couldn’t add 3 lines:')).toBeVisible();
    const lines = dialog.getAllByRole('listitem').map((item) => item.textContent);
    expect(lines).toEqual([
      '00:00:00:00:00:02 Taken: This address is already registered: Old till',
      'nonsense: Not a MAC address. Use six pairs of 0–9 and A–F',
      '000000000001 Again: Duplicate of a line above',
    ]);
    expect(dialog.getByLabelText('MAC addresses')).toHaveValue('00:00:00:00:00:02 Taken\nnonsense\n000000000001 Again');
    expect(await screen.findByText('2 MAC entries added')).toBeVisible();
    const posted = calls.filter(({ method }) => method === 'POST').map(({ body }) => (body as { mac: string; name: string }).mac);
    expect(posted).toEqual(['00-00-00-00-00-01', '00-00-00-00-00-02', '00-00-00-00-00-03']);
  });

  test('treats an empty bandwidth as "No limit"', async () => {
    answerWith(tabAnswers());
    const { user } = open();
    const dialog = await openDialog(user);
    expect(dialog.getByLabelText('Description')).toBeRequired();
    for (const label of ['Download', 'Upload']) {
      expect(dialog.getByLabelText(label)).toHaveAttribute('placeholder', 'No limit');
      expect(dialog.getByLabelText(label)).not.toBeRequired();
    }
  });

  test('reports a negative bandwidth instead of turning it into "no limit"', async () => {
    const calls = answerWith(tabAnswers());
    const { user } = open();
    const dialog = await fillIn(user);
    const download = dialog.getByLabelText('Download');
    await user.clear(download);
    await user.type(download, '-5');
    await add(user);
    expect(await dialog.findByText('Enter a whole number from 0 to 2,147,483,647')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test.each<[file: string, content: string | DOMException, message: RegExp]>([
    ['that can’t be read', new DOMException('', 'NotReadableError'), /^Couldn’t read the file. It may have been moved or changed/],
    ['of a spreadsheet', 'PK\u0003\u0004', /^This is an Excel workbook/],
    ['of another kind', '%PDF-1.7', /^This file isn’t a list/],
  ])('says why it takes no list from a file %s', async (_file, content, message) => {
    answerWith(tabAnswers());
    const { user } = open();
    const dialog = await openDialog(user);
    await user.click(dialog.getByText('Several'));
    await dialog.findByLabelText('MAC addresses');
    if (typeof content !== 'string') jest.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(content);
    const chooser = screen.getByRole('dialog').querySelector('input[type="file"]');
    await user.upload(chooser as HTMLInputElement, new File([String(content)], 'devices.csv'));
    expect(await dialog.findByText(message)).toBeVisible();
  });

  test('asks before Escape discards a pasted list', async () => {
    answerWith(tabAnswers());
    const { user } = open();
    const dialog = await openDialog(user);
    await user.click(dialog.getByText('Several'));
    await user.click(await dialog.findByLabelText('MAC addresses'));
    await user.paste('00:1a:2b:3c:4d:5e Till');
    await user.keyboard('{Escape}');
    const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).not.toBeInTheDocument());
    expect(dialog.getByLabelText('MAC addresses')).toHaveValue('00:1a:2b:3c:4d:5e Till');
  });

  test('reports a missing answer in the dialog and preserves the input', async () => {
    answerWith(tabAnswers({ 'POST /api/units/3/mac': LOST }));
    const { user } = open();
    const dialog = await fillIn(user);
    await add(user);
    expect(await dialog.findByText(/Couldn’t add the entry. No answer from the server/)).toBeVisible();
    expect(dialog.getByLabelText('Description')).toHaveValue('Till');
  });

  test('reports that the unit was deleted meanwhile', async () => {
    answerWith(tabAnswers({ 'POST /api/units/3/mac': { status: 404, body: { message: 'No unit found!' } } }));
    const { user } = open();
    const dialog = await fillIn(user);
    await add(user);
    expect(await dialog.findByText(/This no longer exists/)).toBeVisible();
  });
});

describe('MAC entries on the existing back end', () => {
  const REGISTER = 'GET /wax/register/mac/00-1A-2B-3C-4D-5E';

  test('register with the digest of the unit, and send its token to no other server', async () => {
    setConfig({ backend: 'existing', wax_base: 'https://wax.example' });
    const calls = answerWith(
      tabAnswers({ 'GET /api/units/3': { body: unit() }, [REGISTER]: { body: { device_id: 1, user_id: '00-1A-2B-3C-4D-5E' } } }),
    );
    const { user } = open();
    await fillIn(user);
    await add(user);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const call = calls.find((one) => callName(one) === REGISTER);
    expect(call).toMatchObject({ token: null, body: undefined });
    expect(call?.query).toEqual({
      digest: createHash('md5').update('sesamec3a24f27370a19bc16fc50975fa9e74a').digest('hex'),
      uuid: 'c3a24f27370a19bc16fc50975fa9e74a',
      name: 'Till',
      kbps_down: '0',
      kbps_up: '0',
    });
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('use a digest that our own server accepts', async () => {
    setConfig({ backend: 'existing' });
    const reseller = await loggedIn('reseller');
    const calls = watchCalls();
    const { user } = open({ as: reseller, at: '/hotspots/5?tab=mac' }, 5);
    await fillIn(user, '06:00:00:00:77:02');
    await chooseUnit(user);
    await add(user);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(calls.map(callName)).toContain('GET /wax/register/mac/06-00-00-00-77-02');
  });

  test.each([
    ['the registration is out of reach', LOST, /no answer from .*, which registers MAC addresses/],
    ['the secret is not right', { status: 400, body: { message: 'digest is invalid' } }, /the unit’s secret wasn’t accepted/],
  ] as const)('report %s in the dialog, without a sign-out or the banner for an unreachable server', async (_case, failure, words) => {
    setConfig({ backend: 'existing' });
    answerWith(tabAnswers({ 'GET /api/units/3': { body: unit() }, [REGISTER]: failure }));
    const { user, store } = open();
    const dialog = await fillIn(user);
    await add(user);
    expect(await dialog.findByText(words)).toBeVisible();
    expect(store.getState().auth.user).not.toBeNull();
    expect(store.getState().connection).toEqual(expect.objectContaining({ isAway: false }));
  });

  test('report a unit without a secret at the unit, and send nothing', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith(tabAnswers({ 'GET /api/units': page(unit({ secret: '' })) }));
    const { user } = open();
    const dialog = await fillIn(user);
    await add(user);
    expect(await dialog.findByText(/This unit has no secret/)).toBeVisible();
    expect(calls.filter(({ path }) => path.startsWith('/wax'))).toEqual([]);
  });

  test('are read completely, sorted and paged in the console', async () => {
    setConfig({ backend: 'existing' });
    const names = ['g', 'b', 'a', 'f', 'd', 'c', 'e'];
    const calls = answerWith(tabAnswers({ 'GET /api/users': page(...names.map((name, index) => entry({ id: index + 1, name }))) }));
    open({ at: '/hotspots/7?tab=mac&order=desc' });
    await screen.findByText('g');
    const shown = screen.getAllByRole('button', { name: /^Actions for/ }).map((button) => button.getAttribute('aria-label')?.at(-1));
    expect(shown).toEqual(['g', 'f', 'e', 'd', 'c']);
    expect(screen.getByText('page 1 of 2')).toBeVisible();
    expect(calls.find(({ path }) => path === '/api/users')?.query).toEqual({ hotspot: '7', type: 'mac', page: '1', limit: '5' });
  });

  test('are read from a recorded answer', async () => {
    setConfig({ backend: 'existing' });
    answerWith(tabAnswers({ 'GET /api/users': recorded('reseller1', 'GET /api/users?hotspot=1&type=mac') }));
    open();
    expect(await screen.findByText('AA-01-00-00-00-09')).toBeVisible();
  });

  test('show its 404 as an empty list', async () => {
    setConfig({ backend: 'existing' });
    answerWith(tabAnswers({ 'GET /api/users': recorded('reseller2', 'GET /api/users?hotspot=1&type=mac') }));
    open();
    expect(await screen.findByText('No MAC entries yet. Devices listed here get online without logging in.')).toBeVisible();
  });
});

describe('adding a MAC entry', () => {
  test('warns that a private address changes, with what to do first', async () => {
    answerWith(tabAnswers({ 'GET /api/users': page(entry({ username: '9C-00-00-00-00-01' })) }));
    const { user } = open();
    await user.click((await screen.findAllByRole('button', { name: 'New MAC entry' }))[0] ?? document.body);
    const dialog = within(await screen.findByRole('dialog', { name: 'New MAC entry' }));
    const mac = await dialog.findByLabelText('MAC address');
    await user.type(mac, '9c:00:00:00:00:01');
    expect(dialog.queryByText(/private address/)).not.toBeInTheDocument();
    await user.clear(mac);
    await user.type(mac, '9e:00:00:00:00:01');
    expect(await dialog.findByText(/^This is a private address.*First turn private addresses off/)).toBeVisible();
    await user.click(dialog.getByText('Several'));
    await user.click(await dialog.findByLabelText('MAC addresses'));
    await user.paste('9e:00:00:00:00:01 Till\n9c:00:00:00:00:02 Printer\nda:00:00:00:00:03 Scale');
    expect(await dialog.findByText(/^2 of them are private addresses/)).toBeVisible();
  });
});
