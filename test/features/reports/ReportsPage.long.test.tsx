import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ReportsPage } from '../../../src/features/reports/ReportsPage';
import { setConfig } from '../../../src/shared/config';
import { answerWith, later, type Answers } from '../../support/console/answers';
import { emptyReports, madeUpHotspot, pageOfHotspots } from '../../support/console/answersMadeUp';
import { recorded } from '../../support/backEnd/answersOfExisting';
import { currentAddress, renderPage } from '../../support/console/render';
import { download } from '../../support/console/savedFiles';
import { loggedIn, madeUp } from '../../support/console/renderAs';
import { at, report, requested } from './reportsPageTests';

const hotspots: Answers = {
  'GET /api/hotspots': pageOfHotspots([{ id: 7, name: 'city-library', description: 'City Library' }]),
  'GET /api/hotspots/7': { body: madeUpHotspot() },
};

beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T12:00:00Z'));
});
const chart = (name: string) => screen.findByRole('group', { name });

/** A chart's text for screen readers. */
/** A chart's name, and what is written below it. */
const textUnder = async (name: string) => {
  const box = await chart(name);
  const drawing = await within(box).findByRole('img');
  return [drawing.getAttribute('aria-label'), box.querySelector('p')?.textContent].filter(Boolean).join('. ');
};

const CHARTS = [
  'Guests and connections yesterday, by hour',
  'New guests by login method',
  'New guests by login method, over time',
  'Connections and new guests',
  'Total traffic',
  'Average traffic per guest',
  'Average duration per guest',
  'Average traffic per connection',
  'Average duration per connection',
  'SMS sent in the last 12 months',
  'SMS sent in the period',
];

/** All charts but that of yesterday. */
const BUT_YESTERDAY = CHARTS.slice(1);

/** Waits until no chart is loading any more. */
const allLoaded = async () => {
  await screen.findByRole('group', { name: 'Total traffic' });
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
};

describe('access to the reports', () => {
  test.each(['admin', 'reseller', 'customer', 'desk'])(
    'gives a %s the specified charts, numbers and averages on the real server',
    async (username) => {
      jest.restoreAllMocks();
      renderPage(<ReportsPage />, { as: await loggedIn(username), at });
      for (const name of CHARTS) expect(await chart(name)).toBeVisible();
      expect(await textUnder('Connections and new guests')).toMatch(
        /^Connections and new guests\. Connections: [\d,]+ total, peak [\d,]+ \(/,
      );
      await waitFor(() =>
        expect(screen.getByRole('group', { name: 'Guests per day' })).toHaveTextContent(
          /^Guests per day[\d,.]+ (?:\d+% (?:more|less) than|same as in) /,
        ),
      );
      await waitFor(() => expect(screen.getByRole('group', { name: 'Daily duration per guest' })).toHaveTextContent(/\d+[hms]/));
      const isOfOne = username === 'customer' || username === 'desk';
      expect(screen.queryByRole('combobox', { name: 'Hotspot' }) === null).toBe(isOfOne);
      expect(screen.queryByText(/Couldn’t load/)).toBeNull();
    },
  );

  test('limits a customer to its own hotspot, whatever the address names', async () => {
    const calls = answerWith({ ...emptyReports(), ...hotspots });
    renderPage(<ReportsPage />, { as: madeUp('customer'), at: '/reports?hotspotId=9' });
    await screen.findByText('Nobody connected yesterday.');
    await allLoaded();
    expect(new Set(calls.filter(({ path }) => path.includes('reports')).map(({ query }) => query.hotspot))).toEqual(new Set(['7']));
  });
});

describe('a link to a period that can’t be shown', () => {
  const shown = 'Shown instead: 14 Nov 2026 – 20 Nov 2026.';
  test.each([
    ['from=2025-11-20&to=2026-11-20', 'The link asks for the days 20 Nov 2025 – 20 Nov 2026.', `A report covers up to a year. ${shown}`],
    [
      'from=2026-11-10&to=2026-11-09',
      'The link asks for the days 10 Nov 2026 – 9 Nov 2026.',
      `The first day is after the last one. ${shown}`,
    ],
    ['from=2026-11-10&to=2026-12-09', 'The link asks for the days 10 Nov 2026 – 9 Dec 2026.', `The last day is in the future. ${shown}`],
    ['from=2026-02-30', 'The link asks for the days 2026-02-30 – ?.', `A report needs a first and a last day that exist. ${shown}`],
    ['range=%3Cb%3E', 'The link asks for the period “<b>”.', `Reports don’t have that period. ${shown}`],
  ])('says what %s asks for, why it isn’t shown, and what is, until a period is chosen', async (query, asks, why) => {
    const calls = answerWith({ ...emptyReports(), ...hotspots });
    const { user } = renderPage(<ReportsPage />, { at: `/reports?${query}` });
    expect(await screen.findByText(asks)).toBeVisible();
    expect(screen.getByText((_text, element) => element?.textContent === why && element.children.length === 0)).toBeVisible();
    await waitFor(() => expect(requested(calls, 'sms_history').map(({ from, to }) => [from, to])).toEqual([['2026-11-14', '2026-11-20']]));
    await user.click(screen.getByRole('radio', { name: 'Last 30 days' }));
    await waitFor(() => expect(screen.queryByText(asks)).toBeNull());
  });
});

describe('the requests of the reports', () => {
  test('reload the history but not yesterday after a choice of month, which stays in the address', async () => {
    const calls = answerWith(emptyReports());
    const { user } = renderPage(<ReportsPage />, { at });
    await allLoaded();
    expect(screen.getByText('14 Nov 2026 – 20 Nov 2026')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Last 30 days' }));
    expect(await screen.findByText('22 Oct 2026 – 20 Nov 2026')).toBeVisible();
    await waitFor(() => expect(requested(calls, 'sms_history').map(({ from }) => from)).toEqual(['2026-11-14', '2026-10-22']));
    expect(requested(calls, 'current')).toHaveLength(1);
    expect(requested(calls, 'sms_year')).toHaveLength(1);
    expect(currentAddress()).toContain('range=30');
  });

  test('reload yesterday and the history after a choice of hotspot', async () => {
    const calls = answerWith({ ...emptyReports(), ...hotspots });
    const { user } = renderPage(<ReportsPage />, { at });
    await waitFor(() => expect(requested(calls, 'current')).toHaveLength(1));
    await user.click(screen.getByRole('combobox', { name: 'Hotspot' }));
    await user.click(await screen.findByTitle('city-library - City Library'));
    await waitFor(() => expect(requested(calls, 'current').at(-1)).toMatchObject({ hotspot: '7' }));
    await waitFor(() => expect(requested(calls, 'sms_history').at(-1)).toMatchObject({ hotspot: '7', from: '2026-11-14' }));
    expect(currentAddress()).toContain('hotspotId=7');
  });

  test('send an existing back end neither zone nor custom dates, and show its answer', async () => {
    setConfig({ backend: 'existing' });
    const body = recorded('reseller1', 'GET /api/stats/reports/sessions/graph?hotspot=1&range=7').body;
    const calls = answerWith({ ...emptyReports(), [report('sessions')]: { body } });
    renderPage(<ReportsPage />, { at: '/reports?hotspotId=0' });
    await allLoaded();
    expect(screen.queryByRole('radio', { name: 'Custom range' })).not.toBeInTheDocument();
    expect(calls.every(({ query }) => !('tz' in query) && !('from' in query) && !('months' in query))).toBe(true);
    // An existing back end counts the calendar year, and the chart says so.
    expect(screen.getByRole('group', { name: 'SMS sent this year' })).toBeVisible();
    expect(screen.queryByRole('group', { name: 'SMS sent in the last 12 months' })).not.toBeInTheDocument();
    expect(await textUnder('Connections and new guests')).toMatch(/Connections: \d+ total/);
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

test('reports of an existing back end start with one hotspot, as all of them take long, and all can be chosen', async () => {
  setConfig({ backend: 'existing' });
  const calls = answerWith({ ...emptyReports(), ...hotspots });
  const { user } = renderPage(<ReportsPage />, { at });
  await chart('Total traffic');
  await waitFor(() => expect(requested(calls, 'traffic')).not.toHaveLength(0));
  expect(requested(calls, 'traffic').map(({ hotspot }) => hotspot)).toEqual(requested(calls, 'traffic').map(() => '7'));
  await user.click(screen.getByRole('combobox', { name: 'Hotspot' }));
  await user.click(await screen.findByTitle('All hotspots'));
  await waitFor(() => expect(requested(calls, 'traffic').at(-1)).not.toHaveProperty('hotspot'));
  expect(currentAddress()).toBe('/reports?hotspotId=0');
});

describe('the texts of a chart', () => {
  const sets = {
    labels: ['19 Nov', '20 Nov'],
    set0: { name: '', labels: ['20 Nov'], data: [3] },
    set1: { name: '', labels: null, data: null },
    avg: null,
  };

  test('are its summary, its table with 0 for missing values, and its file', async () => {
    answerWith({ ...emptyReports(), [report('sessions')]: { body: sets } });
    const saved: Blob[] = [];
    URL.createObjectURL = (content) => {
      saved.push(content as Blob);
      return '#file';
    };
    URL.revokeObjectURL = () => undefined;
    const { user } = renderPage(<ReportsPage />, { at });
    expect(await textUnder('Connections and new guests')).toBe(
      'Connections and new guests. Connections: 3 total, peak 3 (Fri 20 Nov 2026). New guests: none',
    );
    const box = within(await chart('Connections and new guests'));
    await user.click(box.getByRole('radio', { name: 'Table' }));
    expect(
      within(await box.findByRole('table'))
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['DayConnectionsNew guests', 'Thu 19 Nov 202600', 'Fri 20 Nov 202630', 'Total30']);
    await user.click(box.getByRole('button', { name: 'Actions for Connections and new guests' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Download CSV' }));
    await download(user);
    await waitFor(() => expect(saved).toHaveLength(1));
    expect((await textOf(saved[0]!)).replace('\uFEFF', '').split('\r\n')).toEqual([
      'Day,Connections,New guests',
      'Thu 19 Nov 2026,0,0',
      'Fri 20 Nov 2026,3,0',
    ]);
  });

  test('name the busiest day and the peak hour', async () => {
    const current = { ...sets, labels: ['08', '09'], set1: { name: '', labels: ['09'], data: [1] }, avg: [1, 2] };
    answerWith({ ...emptyReports(), [report('sessions')]: { body: sets }, [report('current')]: { body: current } });
    renderPage(<ReportsPage />, { at });
    expect(screen.getByRole('heading', { name: 'Current situation: yesterday, 20 Nov 2026' })).toBeVisible();
    expect(await screen.findByText('The busiest day was Friday 20 November, with 3 connections.')).toBeVisible();
    expect(await screen.findByText('Yesterday’s peak hour was between 09:00 and 10:00, with 1 connection.')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Connections per hour' })).toHaveTextContent('2');
  });

  test('compare an average with the previous days', async () => {
    const now = { ...sets, avg: [2_000_000, 0] };
    const before = { labels: ['07 Nov'], set0: { name: '', labels: ['07 Nov'], data: [1_000_000] } };
    answerWith({ ...emptyReports(), [report('avg_user_traffic')]: ({ query }) => ({ body: query.from === '2026-11-14' ? now : before }) });
    renderPage(<ReportsPage />, { at });
    await waitFor(() =>
      expect(screen.getByRole('group', { name: 'Daily upload per guest' })).toHaveTextContent(
        '1.91 MB 100% more than in the previous 7 days',
      ),
    );
    expect(screen.getByRole('group', { name: 'Daily download per guest' })).toHaveTextContent(/^Daily download per guest-$/);
  });

  test('do not compare an average while the last day is running', async () => {
    const of = (bytes: number) => ({ body: { ...sets, avg: [bytes, bytes] } });
    answerWith({
      ...emptyReports(),
      [report('avg_user_traffic')]: ({ query }) => (query.to === '2026-11-21' ? of(2_000_000) : of(1_000_000)),
    });
    renderPage(<ReportsPage />, { at: '/reports?from=2026-11-15&to=2026-11-21' });
    await waitFor(() =>
      expect(screen.getByRole('group', { name: 'Daily upload per guest' })).toHaveTextContent(
        '1.91 MBToday isn’t over, so not compared yet',
      ),
    );
  });

  test('are written below each chart, except a pie, which has them beside its slices', async () => {
    answerWith({
      ...emptyReports(),
      [report('sessions')]: { body: sets },
      [report('account_types_pie')]: { body: { labels: ['sms', 'mac'], sets: [1, 2] } },
    });
    const { user } = renderPage(<ReportsPage />, { at });
    expect(await screen.findByText('Connections: 3 total, peak 3 (Fri 20 Nov 2026). New guests: none')).toBeVisible();
    const pie = within(await chart('New guests by login method'));
    expect(await pie.findByRole('img', { name: 'New guests by login method. SMS: 1, 33%. MAC: 2, 67%' })).toBeVisible();
    expect(pie.queryByText(/67%/)).not.toBeInTheDocument();
    // Columns have no shares beside them.
    await user.click(pie.getByRole('radio', { name: 'Columns' }));
    expect(await pie.findByText(/: 2, 67%/)).toBeVisible();
  });
});

describe('the view of a chart', () => {
  const sets = { labels: ['20 Nov'], set0: { name: '', labels: ['20 Nov'], data: [3] }, avg: null };
  const switchOf = async (title: string) => within(await screen.findByRole('radiogroup', { name: `Show “${title}” as` }));

  test('is chosen for each chart and remembered by the browser', async () => {
    answerWith({ ...emptyReports(), [report('sessions')]: { body: sets }, [report('sms_history')]: { body: sets } });
    const { user, store } = renderPage(<ReportsPage />, { at });
    const connections = await switchOf('Connections and new guests');
    expect(connections.getByRole('radio', { name: 'Chart' })).toBeChecked();
    await user.click(connections.getByRole('radio', { name: 'Columns' }));
    expect(store.getState().preferences.chart_views).toEqual({ sessions: 'columns' });
    expect((await switchOf('SMS sent in the period')).getByRole('radio', { name: 'Chart' })).toBeChecked();
    await user.click(connections.getByRole('radio', { name: 'Chart' }));
    expect(store.getState().preferences.chart_views).toEqual({});
  });

  test('is the remembered one from the start', async () => {
    answerWith({ ...emptyReports(), [report('sessions')]: { body: sets } });
    renderPage(<ReportsPage />, { at, preferences: { chart_views: { sessions: 'table' } } });
    expect(await within(await chart('Connections and new guests')).findByRole('table')).toBeVisible();
  });
});

describe('the figures of today', () => {
  test('are shown separately from whole days and marked as running', async () => {
    const today = (value: number) => ({ labels: ['21 Nov'], set0: { name: '', labels: ['21 Nov'], data: [value] }, avg: null });
    const of = (type: string, value: number): Answers => ({
      [report(type)]: ({ query }) => ({ body: query.from === '2026-11-21' ? today(value) : { labels: null } }),
    });
    answerWith({ ...emptyReports(), ...of('sessions', 12), ...of('traffic', 2048) });
    renderPage(<ReportsPage />, { at });
    expect(await screen.findByText('Today so far: 12 connections, 0 new guests, traffic 2.00 KB. Still running.')).toBeVisible();
  });

  test('are not separate when today is one of the chosen days', async () => {
    answerWith(emptyReports());
    renderPage(<ReportsPage />, { at: '/reports?from=2026-11-20&to=2026-11-21' });
    await allLoaded();
    expect(screen.queryByText(/^Today so far/)).not.toBeInTheDocument();
  });
});

test('Ctrl P prints the report like the button, with the name of its hotspot', async () => {
  const slow = later();
  answerWith({ ...emptyReports(), ...hotspots, [report('traffic')]: slow.answer });
  renderPage(<ReportsPage />, { at: '/reports?hotspotId=7' });
  await screen.findByText('Nobody connected yesterday.');
  // The browser's own printing doesn't begin.
  expect(fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })).toBe(false);
  expect(await screen.findByRole('heading', { level: 1, hidden: true, name: 'Report: city-library - City Library' })).toBeInTheDocument();
});

describe('invalid report data', () => {
  test.each([
    ['null everywhere', { labels: null, sets: null, avg: null }],
    ['missing sets', { labels: ['20 Nov'], avg: [] }],
    ['a set with labels and no data', { labels: ['20 Nov'], set0: { name: '', labels: ['20 Nov'], data: null } }],
    ['the existing back end\'s "nothing found"', { message: 'No data found!' }],
  ])('leaves no empty axes and a note in each chart for %s', async (_what, body) => {
    const empty = Object.fromEntries(Object.keys(emptyReports()).map((name) => [name, { body }]));
    answerWith(empty);
    renderPage(<ReportsPage />, { at });
    await allLoaded();
    for (const name of BUT_YESTERDAY) expect(await chart(name)).toHaveTextContent('No data for these days.');
    expect(screen.queryByRole('img', { name: /\./ })).toBeNull();
    expect(screen.getByText('Nobody connected on these days.')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Duration per connection' })).toHaveTextContent(/^Duration per connection-$/);
  });

  test('includes a single day, an unknown account type and a number of bytes beyond a safe integer', async () => {
    const set = (name: string, value: number) => ({ name, labels: ['20 Nov'], data: [value] });
    answerWith({
      ...emptyReports(),
      [report('traffic')]: { body: { labels: ['20 Nov'], set0: set('', 2 ** 60), set1: set('', 1), avg: null } },
      [report('account_types_graph')]: { body: { labels: ['20 Nov'], sets: [set('telegram', 2), set('sms', 1)] } },
      [report('account_types_pie')]: { body: { labels: ['telegram', 'sms'], sets: [2, 1] } },
    });
    renderPage(<ReportsPage />, { at });
    expect(await textUnder('Total traffic')).toContain('Upload: 1,048,576.00 TB total');
    expect(await textUnder('New guests by login method, over time')).toContain('telegram: 2 total');
    expect(await textUnder('New guests by login method')).toBe('New guests by login method. telegram: 2, 67%. SMS: 1, 33%');
  });

  test('still shows sets without a common axis', async () => {
    const body = { labels: null, set0: { name: '', labels: ['31 Dec', '01 Jan'], data: [1, 2] }, avg: null };
    answerWith({ ...emptyReports(), [report('sms_history')]: { body } });
    renderPage(<ReportsPage />, { at });
    expect(await textUnder('SMS sent in the period')).toContain('SMS: 3 total, peak 2 (Thu 1 Jan 2026)');
  });

  test('shows a retry in the chart that fails, and the other charts stay', async () => {
    const good = { labels: ['20 Nov'], set0: { name: '', labels: ['20 Nov'], data: [5] }, avg: null };
    const calls = answerWith({
      ...emptyReports(),
      [report('sms_history')]: [{ status: 500, body: {} }, { body: good }],
      [report('sessions')]: { body: good },
    });
    const { user } = renderPage(<ReportsPage />, { at });
    const box = within(await chart('SMS sent in the period'));
    expect(await box.findByText('Couldn’t load the report. Try again.')).toBeVisible();
    expect(await textUnder('Connections and new guests')).toContain('5 total');
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
    await user.click(box.getByRole('button', { name: 'Try again' }));
    expect(await textUnder('SMS sent in the period')).toContain('SMS: 5 total');
    expect(requested(calls, 'sms_history')).toHaveLength(2);
    expect(requested(calls, 'account_types_pie')).toHaveLength(1);
  });

  test('does not claim that nobody connected while that is unknown', async () => {
    const slow = later();
    answerWith({ ...emptyReports(), [report('current')]: slow.answer, [report('sessions')]: { status: 500, body: {} } });
    renderPage(<ReportsPage />, { at });
    expect(await within(await chart('Connections and new guests')).findByText('Couldn’t load the report. Try again.')).toBeVisible();
    expect(screen.queryByText(/^Nobody connected/)).not.toBeInTheDocument();
    slow.come({ body: { labels: null } });
    expect(await screen.findByText('Nobody connected yesterday.')).toBeVisible();
    // A failure is reported in place of its chart, not by a loading indicator that never ends.
    expect(screen.queryByText('…')).not.toBeInTheDocument();
  });

  test('does not include slow charts, which show their own spinners', async () => {
    const slow = later();
    answerWith({ ...emptyReports(), [report('sms_year')]: slow.answer });
    renderPage(<ReportsPage />, { at });
    const box = await chart('SMS sent in the last 12 months');
    for (const name of BUT_YESTERDAY)
      if (name !== 'SMS sent in the last 12 months') await within(await chart(name)).findByText('No data for these days.');
    expect(box).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByText('Nobody connected yesterday.')).toBeVisible();
    slow.come({ body: { labels: ['January'], set0: { name: '', labels: ['January'], data: [4] } } });
    expect(await textUnder('SMS sent in the last 12 months')).toContain('SMS: 4 total, peak 4 (January)');
    expect(box).toHaveAttribute('aria-busy', 'false');
  });
});

/** jsdom's File has no `text()`. */
function textOf(file: Blob): Promise<string> {
  return new Promise((read) => {
    const reader = new FileReader();
    reader.onload = () => read(reader.result as string);
    reader.readAsText(file);
  });
}

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

  test('are shown as more than ten times what was before, rather than as a percentage of five digits', async () => {
    answerWith({
      ...emptyReports(),
      [report('sessions')]: ({ query }) => (query.from === '2026-11-14' ? days(['20 Nov'], 900, 9) : days(['07 Nov'], 1, 1)),
    });
    renderPage(<ReportsPage />, { at });
    await waitFor(() => expect(numbers()[2]).toBe('900 more than 10 times the previous 7 days'));
    expect(numbers()[0]).toBe('9 800% more than in the previous 7 days');
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
