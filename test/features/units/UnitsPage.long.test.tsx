import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { UnitPage } from '../../../src/features/units/UnitPage';
import { UnitsPage } from '../../../src/features/units/UnitsPage';
import { setConfig } from '../../../src/shared/config';
import { answerWith, later, callName, type Answers } from '../../support/console/answers';
import { madeUpHotspot, madeUpSession, madeUpUnit, pageOfHotspots, pageOfRows } from '../../support/console/answersMadeUp';
import { currentAddress, renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
import { loadLanguage } from '../../../src/app/messages';
import { LANGUAGES } from '../../../src/shared/languages';

const at = '/units?hotspotId=0';
const two = pageOfRows([madeUpUnit(), madeUpUnit({ id: 8, name: 'ap-garden' })]);

describe('the list of units', () => {
  test('shows every specified column on an existing back end, and loads the activity of units a few at a time', async () => {
    setConfig({ backend: 'existing' });
    const slow = later();
    const calls = answerWith({
      'GET /api/units': two,
      'GET /api/sessions': ({ query }) => (query.unit === '7' ? slow.answer() : pageOfRows([])),
    });
    renderPage(<UnitsPage />, {
      at,
      preferences: { list_columns: { units: { order: ['description', 'mac_address', 'uuid'], hidden: [] } } },
    });
    const row = await screen.findByRole('row', { name: /^ap-reception/ });
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Name',
      'Sessions',
      'Description',
      'MAC address',
      'UUID',
      'Actions',
    ]);
    expect(within(row).getByRole('link', { name: 'ap-reception' })).toHaveAttribute('href', '#/units/7');
    expect(within(row).getByText('…')).toBeVisible();
    slow.come(pageOfRows([madeUpSession()], 3));
    await waitFor(() => expect(row).toHaveTextContent('3 active'));
    expect(screen.getByRole('row', { name: /^ap-garden/ })).toHaveTextContent('inactive');
    const query = calls.find((call) => callName(call) === 'GET /api/sessions')?.query;
    expect(query).toMatchObject({ page: '1', limit: '25' });
    expect(Date.parse(`${query?.to ?? ''}Z`) - Date.parse(`${query?.from ?? ''}Z`)).toBe(30 * 60_000);
  });

  test.each([
    { answer: { status: 404, body: { message: 'No hotspot found!' } }, says: /No\. 7 \(not found\)/ },
    { answer: { status: 500, body: {} }, says: /^…$/ },
    { answer: { status: 429, body: { message: 'Too many calls', retry_after: 9 } }, says: /^…$/ },
  ])('calls a hotspot deleted only when the server reports that: $answer.status', async ({ answer, says }) => {
    const requests = answerWith({ 'GET /api/units': pageOfRows([]), 'GET /api/sessions': pageOfRows([]), 'GET /api/hotspots/7': answer });
    renderPage(<UnitsPage />, { at: '/units?hotspotId=7' });
    await waitFor(() => expect(requests.map(callName)).toContain('GET /api/hotspots/7'));
    expect(await screen.findByText(says)).toBeInTheDocument();
  });

  test('shows a customer details and no action that changes a unit', async () => {
    answerWith({ 'GET /api/units': two, 'GET /api/sessions': pageOfRows([]) });
    const { user } = renderPage(<UnitsPage />, { as: madeUp('customer'), at: '/units' });
    await user.click(await screen.findByRole('button', { name: 'Actions for ap-garden' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Details']);
    expect(screen.queryByRole('button', { name: 'Register unit' })).not.toBeInTheDocument();
  });

  test('shows state, place and last contact of each unit, and other columns can be chosen', async () => {
    const activity = { sessions: 0, last_seen: '2025-11-03T14:05:00Z', state: 'idle' };
    const live = { hotspot_name: 'city-library' };
    const calls = answerWith({
      'GET /api/units': pageOfRows([
        { ...madeUpUnit(), ...live, activity: { ...activity, sessions: 3, state: 'active' } },
        { ...madeUpUnit({ id: 8, name: 'ap-garden' }), ...live, activity },
        { ...madeUpUnit({ id: 9, name: 'ap-cellar' }), ...live, activity: { ...activity, state: 'silent' } },
        { ...madeUpUnit({ id: 10, name: 'ap-new' }), ...live, activity: { ...activity, last_seen: null } },
        { ...madeUpUnit({ id: 11, name: 'ap-hall' }), ...live, activity: { ...activity, state: 'active' } },
      ]),
    });
    const { user } = renderPage(<UnitsPage />, { at });
    const cells = async (name: RegExp) =>
      within(await screen.findByRole('row', { name }))
        .getAllByRole('cell')
        .filter((_cell, index) => [1, 3, 4].includes(index))
        .map((cell) => cell.textContent);
    expect(await cells(/^ap-reception/)).toEqual(['3 active', '3 Nov 2025', 'city-library']);
    expect(await cells(/^ap-garden/)).toEqual(['Idle', '3 Nov 2025', 'city-library']);
    expect(await cells(/^ap-cellar/)).toEqual(['Silent', '3 Nov 2025', 'city-library']);
    expect(await cells(/^ap-new/)).toEqual(['Not heard yet', '-', 'city-library']);
    expect(await cells(/^ap-hall/)).toEqual(['Active', '3 Nov 2025', 'city-library']);
    expect(screen.getByRole('row', { name: /^ap-reception/ })).toHaveTextContent('Reception desk');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    for (const name of ['Description', 'MAC address', 'UUID']) await user.click(await screen.findByRole('checkbox', { name }));
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Name',
      'Status',
      'Last 30 days',
      'Last heard',
      'Hotspot',
      'Description',
      'MAC address',
      'UUID',
      'Actions',
    ]);
    // No request per row.
    expect(calls.map(callName)).not.toContain('GET /api/sessions');
  });

  test.each(LANGUAGES)('has a column of states as wide as its words (%s)', async (language) => {
    const { messages } = await loadLanguage(language);
    await loadLanguage('en');
    const activity = { sessions: 0, last_seen: null, state: 'silent' };
    answerWith({ 'GET /api/units': pageOfRows([{ ...madeUpUnit(), hotspot_name: 'city-library', activity }]) });
    renderPage(<UnitsPage />, { at, language });
    const words = messages['units.not_heard'] ?? '';
    expect(await screen.findByText(words)).toBeVisible();
    const position = screen.getAllByRole('columnheader').findIndex((header) => header.textContent === messages['units.state']);
    const width = Number.parseFloat(document.querySelectorAll<HTMLTableColElement>('colgroup col')[position]?.style.width ?? '');
    // A letter of the system's fonts at 14 px has at least 6 px on average; dot, gap and padding have 30.
    expect(width).toBeGreaterThanOrEqual(words.length * 6 + 30);
  });
});

describe('registering a unit', () => {
  const known: Answers = {
    'GET /api/units': two,
    'GET /api/sessions': pageOfRows([]),
    'GET /api/hotspots': pageOfHotspots([{ id: 7 }]),
    'GET /api/hotspots/7': { body: madeUpHotspot() },
  };

  test('generates uuid and secret, sends them once, and then explains what to type where', async () => {
    const calls = answerWith({ ...known, 'POST /api/units': { status: 201, body: { id: 9, status: 'success' } } });
    const { user } = renderPage(<UnitsPage />, { at: '/units?hotspotId=7' });
    await user.click(await screen.findByRole('button', { name: 'Register unit' }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByLabelText('Name')).toHaveFocus());
    await user.type(dialog.getByLabelText('Name'), 'ap-pool');
    await user.type(dialog.getByLabelText('MAC address'), '00:11:22:aa:bb:cc');
    await user.click(dialog.getByRole('button', { name: 'Register unit' }));
    expect(await screen.findByRole('dialog', { name: 'Enter these in the access point' })).toBeVisible();
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toEqual({
      hotspot_id: 7,
      mac_address: '00-11-22-AA-BB-CC',
      name: 'ap-pool',
      description: '',
      uuid: expect.stringMatching(/^[0-9a-f]{32}$/),
      secret: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const { uuid, secret } = sent[0]?.body as { uuid: string; secret: string };
    expect(screen.getByText(uuid)).toBeVisible();
    expect(screen.getByText(secret)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy both' }));
    expect(await screen.findByText('Copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`UUID: ${uuid}\nSecret: ${secret}`);
  });

  test.each([
    [{ status: 403, body: { message: 'Units over quota', code: 'units_over_quota' } }, /your plan’s limit of units/],
    [{ status: 409, body: { message: 'unit already exists', code: 'duplicate' } }, /MAC address is already registered/],
  ])('explains a refusal and keeps the dialog with its input', async (answer, words) => {
    answerWith({ ...known, 'POST /api/units': answer });
    const { user } = renderPage(<UnitsPage />, { at: '/units?hotspotId=7' });
    await user.click(await screen.findByRole('button', { name: 'Register unit' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Name'), 'ap-pool');
    await user.type(dialog.getByLabelText('MAC address'), '00:11:22:aa:bb:cc');
    await user.click(dialog.getByRole('button', { name: 'Register unit' }));
    expect(await dialog.findByText(words)).toBeVisible();
    expect(dialog.getByLabelText('Name')).toHaveValue('ap-pool');
  });

  test('sends nothing without a hotspot or with a wrong MAC address', async () => {
    const calls = answerWith(known);
    const { user } = renderPage(<UnitsPage />, { at });
    await user.click(await screen.findByRole('button', { name: 'Register unit' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Name'), 'ap-pool');
    await user.type(dialog.getByLabelText('MAC address'), '00:11');
    await user.click(dialog.getByRole('button', { name: 'Register unit' }));
    expect(await dialog.findByText('Choose a hotspot')).toBeVisible();
    expect(await dialog.findByText('Enter six pairs of digits, like 00-11-22-AA-BB-CC')).toBeVisible();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });
});

describe('the page of a unit', () => {
  const known: Answers = {
    'GET /api/units/7': { body: madeUpUnit({ secret: 's3cret' }) },
    'GET /api/hotspots/7': { body: madeUpHotspot() },
    'GET /api/sessions': pageOfRows([]),
  };

  test('shows when it last had a session', async () => {
    const activity = { sessions: 1, last_seen: '2025-11-03T14:05:00Z', state: 'active' };
    const calls = answerWith({ ...known, 'GET /api/units/7': { body: { ...madeUpUnit(), activity } } });
    renderPage(<UnitPage />, { at: '/units/7' });
    expect(await screen.findByText(/last heard/)).toHaveTextContent('1 active · last heard: 3 Nov 2025');
    expect(calls.find((call) => callName(call) === 'GET /api/units/7')?.query).toEqual({ live: 'true' });
    expect(calls.map(callName)).not.toContain('GET /api/sessions');
  });

  test('shows its details, hotspot and sessions, and renaming sends only the names', async () => {
    const calls = answerWith({ ...known, 'PUT /api/units/7': { body: { status: 'success' } } });
    const { user } = renderPage(<UnitPage />, { at: '/units/7' });
    expect(await screen.findByText('City Library')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sessions of this unit' })).toHaveAttribute('href', '#/sessions?tab=history&unit=7');
    await user.click(screen.getByRole('button', { name: 'Rename' }));
    const dialog = within(await screen.findByRole('dialog'));
    const name = await dialog.findByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'ap-hall');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ name: 'ap-hall', description: 'Reception desk' });
  });

  test('shows the secret that an existing back end sends with it only when somebody asks for it', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith(known);
    const { user } = renderPage(<UnitPage />, { at: '/units/7' });
    const secret = within((await screen.findByText('Secret')).parentElement ?? document.body);
    expect(screen.queryByText('s3cret')).not.toBeInTheDocument();
    await user.click(secret.getByRole('button', { name: 'Show' }));
    expect(secret.getByText('s3cret')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('names what a deletion removes, and returns to the list', async () => {
    const calls = answerWith({ ...known, 'DELETE /api/units/7': { body: { status: 'success' } } });
    const { user } = renderPage(<UnitPage />, { at: '/units/7' });
    await user.click(await screen.findByRole('button', { name: 'Actions for ap-reception' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete unit' }));
    expect(dialog.getByText(/Guests won’t be able to log in through it/)).toBeVisible();
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Delete unit' }));
    await waitFor(() => expect(currentAddress()).toBe('/units'));
  });

  test('reports a failed deletion with title and text, and dialog and page stay', async () => {
    answerWith({ ...known, 'DELETE /api/units/7': { status: 500 } });
    const { user } = renderPage(<UnitPage />, { at: '/units/7' });
    await user.click(await screen.findByRole('button', { name: 'Actions for ap-reception' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete unit' }));
    await user.click(dialog.getByRole('button', { name: 'Delete unit' }));
    const alert = await dialog.findByRole('alert');
    expect(within(alert).getByText('Delete error.')).toBeVisible();
    expect(alert).toHaveTextContent('Couldn’t delete the unit.');
    expect(screen.queryByText(/ap-reception deleted/)).not.toBeInTheDocument();
    expect(currentAddress()).toBe('/units/7');
  });
});

describe('an empty list of units', () => {
  const none = { 'GET /api/units': pageOfRows([], 0), 'GET /api/hotspots': pageOfHotspots([]) };

  test('says that the chosen hotspot has none yet, and offers to register one there', async () => {
    answerWith({ ...none, 'GET /api/hotspots/7': { body: { ...madeUpHotspot(), name: 'albergo-nuovo' } } });
    const { user, store } = renderPage(<UnitsPage />, { at: '/units?hotspotId=7' });
    expect(await screen.findByText('albergo-nuovo has no units yet.')).toBeVisible();
    expect(screen.queryByText(/Try removing a filter/)).not.toBeInTheDocument();
    await user.click(screen.getAllByRole('button', { name: 'Register unit' }).at(-1)!);
    expect(store.getState().dialogs.stack.at(-1)).toMatchObject({ name: 'units/register', args: { hotspotId: 7 } });
  });

  test('still blames the search where there is one', async () => {
    answerWith({ ...none, 'GET /api/hotspots/7': { body: { ...madeUpHotspot(), name: 'albergo-nuovo' } } });
    renderPage(<UnitsPage />, { at: '/units?hotspotId=7&q=garden' });
    expect(await screen.findByText('No results. Try removing a filter:')).toBeVisible();
  });
});
