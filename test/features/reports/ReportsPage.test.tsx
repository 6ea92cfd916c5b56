import { beforeEach, jest, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ReportsPage } from '../../../src/features/reports/ReportsPage';
import { answerWith } from '../../support/console/answers';
import { emptyReports } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { at, requested, report } from './reportsPageTests';

beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T12:00:00Z'));
});

describe('the requests of the reports', () => {
  test('ask for the history by days and zone, for yesterday and the year without days, and for the previous days', async () => {
    const calls = answerWith(emptyReports());
    renderPage(<ReportsPage />, { at });
    await waitFor(() => expect(calls).toHaveLength(20));
    const own = { tz: 'hotspot', count: 'present' };
    expect(requested(calls, 'current')).toEqual([own]);
    expect(requested(calls, 'sms_year')).toEqual([{ ...own, months: '12' }]);
    for (const compared of ['sessions', 'traffic', 'avg_user_traffic']) {
      expect(requested(calls, compared)).toEqual(
        expect.arrayContaining([
          { from: '2026-11-14', to: '2026-11-20', ...own },
          { from: '2026-11-07', to: '2026-11-13', ...own },
        ]),
      );
    }
  });
});

describe('the numbers of the period', () => {
  /** An answer of `connections` a day over these days, with as many new guests. */
  const days = (labels: string[], each: number, perDay: number) => {
    const set = { name: '', labels, data: labels.map(() => each) };
    return { body: { labels, set0: set, set1: set, guests_per_day: perDay } };
  };
  const nothing = { body: { labels: null, guests_per_day: 0 } };
  const numbers = () =>
    ['Guests per day', 'New guests', 'Connections', 'Traffic'].map((name) =>
      screen.getByRole('group', { name }).textContent.replace(name, ''),
    );

  test('are guests per day, new guests, connections and traffic, each against the days before', async () => {
    answerWith({
      ...emptyReports(),
      [report('sessions')]: ({ query }) => (query.from === '2026-11-14' ? days(['19 Nov', '20 Nov'], 6, 9.5) : days(['07 Nov'], 8, 10)),
      [report('traffic')]: ({ query }) => (query.from === '2026-11-14' ? days(['20 Nov'], 1024, 0) : nothing),
    });
    renderPage(<ReportsPage />, { at });
    await waitFor(() =>
      expect(numbers()).toEqual([
        '9.5 5% less than in the previous 7 days',
        '12 50% more than in the previous 7 days',
        '12 50% more than in the previous 7 days',
        '2.00 KBnone in the previous 7 days',
      ]),
    );
  });

  test('are not compared while the last day is running', async () => {
    answerWith({ ...emptyReports(), [report('sessions')]: days(['21 Nov'], 6, 5), [report('traffic')]: days(['21 Nov'], 1024, 0) });
    renderPage(<ReportsPage />, { at: '/reports?from=2026-11-21&to=2026-11-21' });
    await waitFor(() => expect(numbers()[0]).toBe('5Today isn’t over, so not compared yet'));
    // Its heading names it once.
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('21 Nov 2026');
    expect(screen.queryByText(/21 Nov 2026 – 21 Nov 2026/)).not.toBeInTheDocument();
    // A single day is not the busiest of several.
    expect(screen.queryByText(/busiest day/)).not.toBeInTheDocument();
  });
});
