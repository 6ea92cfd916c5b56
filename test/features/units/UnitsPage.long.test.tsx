import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { UnitPage } from '../../../src/features/units/UnitPage';
import { UnitsPage } from '../../../src/features/units/UnitsPage';
import { setConfig } from '../../../src/shared/config';
import { answerWith, later, callName, type Answers } from '../../support/console/answers';
import { madeUpHotspot, madeUpSession, madeUpUnit, pageOfHotspots, pageOfRows } from '../../support/console/answersMadeUp';
import { currentAddress, renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';

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
