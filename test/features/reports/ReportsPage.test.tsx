import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ReportsPage } from '../../../src/features/reports/ReportsPage';
import { answerWith } from '../../support/console/answers';
import { emptyReports, madeUpHotspot, pageOfHotspots } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
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

  test('include custom dates once both are valid, and otherwise the page explains what is wrong', async () => {
    const calls = answerWith(emptyReports());
    const { user } = renderPage(<ReportsPage />, { at });
    await user.click(await screen.findByRole('radio', { name: 'Custom range' }));
    const from = await screen.findByLabelText('From');
    expect(from).toHaveValue('14 November 2026');
    const before = requested(calls, 'traffic').length;
    await user.clear(from);
    await user.type(from, '2020-01-01{Enter}');
    expect(await screen.findByText('A report covers up to a year.')).toBeVisible();
    expect(screen.getByLabelText('From')).toHaveAttribute('aria-invalid', 'true');
    expect(requested(calls, 'traffic').length).toBeLessThanOrEqual(before + 2);
    await user.clear(from);
    await user.type(from, '2026-01-01{Enter}');
    expect(await screen.findByText('1 Jan 2026 – 20 Nov 2026')).toBeVisible();
    await waitFor(() => expect(requested(calls, 'sms_history').at(-1)).toMatchObject({ from: '2026-01-01', to: '2026-11-20' }));
    expect(requested(calls, 'traffic').map(({ from: first }) => first)).not.toContain('2020-01-01');
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

  test('are shown as more than ten times what was before, rather than as a percentage of five digits', async () => {
    answerWith({
      ...emptyReports(),
      [report('sessions')]: ({ query }) => (query.from === '2026-11-14' ? days(['20 Nov'], 900, 9) : days(['07 Nov'], 1, 1)),
    });
    renderPage(<ReportsPage />, { at });
    await waitFor(() => expect(numbers()[2]).toBe('900 more than 10 times the previous 7 days'));
    expect(numbers()[0]).toBe('9 800% more than in the previous 7 days');
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

  test('say which could not be loaded, with a button that tries again', async () => {
    answerWith({
      ...emptyReports(),
      [report('sessions')]: ({ query }) => (query.from === '2026-11-14' ? { status: 500, body: {} } : nothing),
    });
    renderPage(<ReportsPage />, { at });
    const guests = within(await screen.findByRole('group', { name: 'Guests per day' }));
    expect(await guests.findByText('Couldn’t load')).toBeVisible();
    expect(guests.getByRole('button', { name: 'Try again' })).toBeVisible();
    // 0 would be a number.
    expect(guests.getByText('–')).toBeVisible();
  });
});

describe('the map of the week', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const set = (name: string, busy: number, guests: number) => ({
    name,
    labels: hours,
    data: hours.map((_, hour) => (hour === busy ? guests : 0)),
  });
  const answers = {
    ...emptyReports(),
    'GET /api/hotspots': pageOfHotspots([]),
    [report('week_hours')]: { body: { labels: hours, sets: [set('1', 9, 2.5), set('5', 20, 12)] } },
  };
  const map = async () => within(await screen.findByRole('group', { name: 'Guests who connect, by weekday and hour' }));

  test('leads from each weekday and hour to the sessions that began then, and names the fullest', async () => {
    answerWith(answers);
    renderPage(<ReportsPage />, { at: '/reports?hotspotId=0' });
    const cell = await (await map()).findByRole('link', { name: 'Friday, 20:00–21:00: 12 guests' });
    expect(cell).toHaveAttribute('href', '#/sessions?tab=history&hotspotId=0&from=2026-11-14&to=2026-11-20&begun=5-20');
    expect((await map()).getByText('Busiest: Friday, 20:00–21:00, 12 guests on average')).toBeVisible();
    expect((await map()).getByRole('link', { name: 'Monday, 09:00–10:00: 2.5 guests' })).toHaveTextContent('2.5');
  });

  test('has one cell in the tab order, the fullest first, and arrow keys reach the others', async () => {
    answerWith(answers);
    const { user } = renderPage(<ReportsPage />, { at: '/reports?hotspotId=0' });
    const links = await (await map()).findAllByRole('link');
    expect(links.filter(({ tabIndex }) => tabIndex === 0).map((link) => link.getAttribute('aria-label'))).toEqual([
      'Friday, 20:00–21:00: 12 guests',
    ]);
    links.find(({ tabIndex }) => tabIndex === 0)?.focus();
    await user.keyboard('{ArrowUp}{ArrowRight}');
    expect(document.activeElement).toHaveAttribute('aria-label', 'Monday, 21:00–22:00: 0 guests');
    await user.keyboard('{End}{ArrowRight}{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toHaveAttribute('aria-label', 'Friday, 23:00–00:00: 0 guests');
    expect((await map()).getAllByRole('link').filter(({ tabIndex }) => tabIndex === 0)).toEqual([document.activeElement]);
  });

  test('is text for a desk, which sees no sessions, and a table like the other charts', async () => {
    answerWith({ ...answers, 'GET /api/hotspots/7': { body: madeUpHotspot() } });
    const { user } = renderPage(<ReportsPage />, { as: madeUp('desk'), at });
    const box = await map();
    expect(await box.findByTitle('Friday, 20:00–21:00: 12 guests')).toHaveTextContent('12');
    expect(box.queryByRole('link')).not.toBeInTheDocument();
    await user.click(box.getByRole('radio', { name: 'Table' }));
    const rows = await box.findAllByRole('row');
    expect([rows[0]?.textContent, rows[21]?.textContent]).toEqual(['HourMondayFriday', '20:00–21:00012']);
  });
});
