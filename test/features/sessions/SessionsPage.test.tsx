import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { SessionsPage } from '../../../src/features/sessions/SessionsPage';
import { answerWith, LOST } from '../../support/console/answers';
import { madeUpSession, pageOfRows } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { download, watchFiles } from '../../support/console/savedFiles';
import { at, headers, USUAL, preferences } from './sessionsPageTests';
const EXTRAS = ['Device MAC', 'IP address', 'Downloaded', 'Uploaded'];

describe('the list of sessions', () => {
  test('shows running sessions with every specified column, links and sums', async () => {
    const sums = { bytes_up: 2048, bytes_down: 1_073_741_824, duration: 3600 };
    answerWith({
      'GET /api/sessions': pageOfRows([madeUpSession(), madeUpSession({ id: 8, bytes_down: 0, bytes_up: 0, duration: 0 })], 2, {}, sums),
    });
    renderPage(<SessionsPage />, { at, preferences });
    const [, row, silent] = within(await screen.findByRole('table')).getAllByRole('row');
    expect(headers()).toEqual([...USUAL, 'Updated', ...EXTRAS, 'Actions']);
    expect(within(row!).getByRole('link', { name: 'Giulia Conti' })).toHaveAttribute('href', '#/sessions/7');
    expect(within(row!).getByRole('link', { name: 'ap-reception' })).toHaveAttribute('href', '#/units/7');
    expect(within(row!).getAllByText('1.50 MB')).toHaveLength(2);
    expect(within(row!).getByTitle('1.50 MB down, 1.00 KB up')).toBeVisible();
    expect(row).toHaveTextContent('1h 2m 3s');
    expect(within(silent!).getAllByText('-').length).toBeGreaterThanOrEqual(3);
    expect(screen.getByText('2 sessions: 1.00 GB down, 2.00 KB up, 1h')).toBeVisible();
  });
});

test('the list shows only sessions that began on a weekday in an hour, as the map in the reports asks, until that is lifted', async () => {
  const calls = answerWith({ 'GET /api/histories': pageOfRows([madeUpSession()]) });
  const { user } = renderPage(<SessionsPage />, {
    at: '/sessions?tab=history&hotspotId=0&from=2026-11-14&to=2026-11-20&begun=5-20',
  });
  expect(await screen.findByText('Began Friday, 20:00–21:00')).toBeVisible();
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ begun: '5-20', tz: 'hotspot' }));
  await user.click(screen.getByLabelText('Remove the filter “Began Friday, 20:00–21:00”'));
  await waitFor(() => expect(calls.at(-1)?.query).not.toHaveProperty('begun'));
  expect(screen.queryByText(/^Began /)).not.toBeInTheDocument();
});

describe('the menu of a session', () => {
  const names = () => screen.getAllByRole('menuitem').map((item) => item.textContent);

  test('opens the guest, and disconnects a running session', async () => {
    answerWith({ 'GET /api/sessions': pageOfRows([madeUpSession()]) });
    const { user, store } = renderPage(<SessionsPage />, { at });
    await user.click(await screen.findByRole('button', { name: 'Actions for Giulia Conti' }));
    expect(names()).toEqual(['Details', 'Open guest', 'Disconnect']);
    expect(screen.getByRole('link', { name: 'Open guest' })).toHaveAttribute('href', `#/users/${madeUpSession().user.id}`);
    await user.click(screen.getByRole('menuitem', { name: 'Disconnect' }));
    expect(store.getState().dialogs.stack.at(-1)).toMatchObject({ name: 'sessions/disconnect', args: { id: 7 } });
  });

  test('has no guest that was erased, and ends no session that has ended', async () => {
    const erased = { ...madeUpSession().user, id: 0, name: '' };
    answerWith({ 'GET /api/histories': pageOfRows([madeUpSession({ user: erased })]) });
    const { user } = renderPage(<SessionsPage />, { at: '/sessions?tab=history&hotspotId=0' });
    await user.click(await screen.findByRole('button', { name: /^Actions for/ }));
    expect(names()).toEqual(['Details']);
  });
});

describe('the CSV of sessions', () => {
  const save = async (user: ReturnType<typeof renderPage>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await download(user);
  };

  test('is not written when it cannot be read, which the list reports, even after an earlier success', async () => {
    const files = watchFiles();
    const page = pageOfRows([madeUpSession()]);
    answerWith({ 'GET /api/sessions': [page, page, LOST] });
    const { user } = renderPage(<SessionsPage />, { at });
    await screen.findByRole('table');
    await save(user);
    await waitFor(() => expect(files).toHaveLength(1));
    await save(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load the rows');
    expect(files).toHaveLength(1);
  });

  test('reports a file that cannot be created, and creates it when tried again', async () => {
    const files = watchFiles();
    answerWith({ 'GET /api/sessions': pageOfRows([madeUpSession()]) });
    const { user } = renderPage(<SessionsPage />, { at });
    await screen.findByRole('table');
    const make = jest.spyOn(URL, 'createObjectURL').mockImplementationOnce(() => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    await save(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t create the file. Try again.');
    expect(files).toHaveLength(0);
    await download(user);
    await waitFor(() => expect(files).toHaveLength(1));
    expect(make).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
