import { describe, expect, test } from '@jest/globals';
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
    expect(headers()).toEqual([...USUAL, 'Updated', ...EXTRAS]);
    expect(within(row!).getByRole('link', { name: 'Giulia Conti' })).toHaveAttribute('href', '#/sessions/7');
    expect(within(row!).getByRole('link', { name: 'ap-reception' })).toHaveAttribute('href', '#/units/7');
    expect(within(row!).getAllByText('1.50 MB')).toHaveLength(2);
    expect(within(row!).getByTitle('1.50 MB down, 1.00 KB up')).toBeVisible();
    expect(row).toHaveTextContent('1h 2m 3s');
    expect(within(silent!).getAllByText('-').length).toBeGreaterThanOrEqual(3);
    expect(screen.getByText('2 sessions: 1.00 GB down, 2.00 KB up, 1h')).toBeVisible();
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
});
