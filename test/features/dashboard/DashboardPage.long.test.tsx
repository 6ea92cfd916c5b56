import { describe, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { Role } from '../../../src/contract/plain/roles';
import type { Integration } from '../../../src/contract/integrations';
import type { AttentionItem, Dashboard } from '../../../src/contract/stats';
import { DashboardPage } from '../../../src/features/dashboard/DashboardPage';
import { api, listTag } from '../../../src/shared/api';
import { COLOURS, MARK_PATHS, MEASURE_SIGNS, ON_PAPER, signOf, type Measure } from '../../../src/shared/chartStyle';
import { setConfig } from '../../../src/shared/config';
import { answerWith, later, LOST, callName, type Answers } from '../../support/console/answers';
import { answersOfDashboard, madeUpDashboard } from '../../support/console/answersMadeUp';
import { recorded, recordedReads } from '../../support/backEnd/answersOfExisting';
import { onPhone, renderPage } from '../../support/console/render';
import { callApi, loggedIn, madeUp, madeUpAccount } from '../../support/console/renderAs';

const dashboard = (answers?: Answers, role: Role = 'reseller') => answersOfDashboard(role, answers);

const card = (name: string) => screen.getByRole('group', { name });
const cardsShown = () => screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
/** The targets of the screen's links, by their text. */
const leads = () => Object.fromEntries(screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]));
const attention = () => within(screen.getByRole('region', { name: 'Alerts' }));
const shownAttention = async () => within(await screen.findByRole('region', { name: 'Alerts' }));
const numbers = (change: Partial<Dashboard> = {}): Answers => ({
  'GET /api/stats/dashboard': { body: madeUpDashboard('reseller', change) },
});
const sms = (sent: number, maximum: number, lately = 0, sms_threshold = 0): Answers => {
  const pack = { id: 1, account_id: 2, sms_count: sent, sms_max_count: maximum, sms_threshold };
  return numbers({ sms: { pack, sent: madeUpDashboard('reseller').sessions, lately } });
};

describe('the cards of the dashboard', () => {
  const CARDS: Record<Role, string[]> = {
    admin: ['Managers', 'Hotspots', 'Units', 'Active guests', 'Devices', 'Active sessions', 'SMS sent'],
    reseller: ['Managers', 'Hotspots', 'Units', 'Active guests', 'Devices', 'Active sessions', 'SMS sent'],
    customer: ['Units', 'Active guests', 'Devices', 'Active sessions'],
    desk: ['Guests online now', 'Active guests', 'Devices'],
  };

  test.each(Object.entries(CARDS) as [Role, string[]][])(
    'show a %s its own numbers, and no other number is requested',
    async (role, cards) => {
      const calls = answerWith(dashboard({}, role));
      renderPage(<DashboardPage />, { as: madeUp(role) });
      await waitFor(() => expect(card('Active guests')).toHaveTextContent('Active guests12,345'));
      expect(cardsShown()).toEqual(cards);
      const requested = calls.map(callName).filter((name) => name.startsWith('GET /api/stats/'));
      // A desk has a counter and only some of the numbers.
      const ofDesk = ['users', 'users', 'devices'].map((noun) => `GET /api/stats/${noun}/total`);
      expect(requested).toEqual(role === 'desk' ? ofDesk : ['GET /api/stats/dashboard']);
      expect(calls.map(callName).includes('GET /api/integrations')).toBe(role === 'customer' || role === 'desk');
    },
  );

  test('show their totals and link to their lists, where these exist', async () => {
    answerWith(dashboard());
    renderPage(<DashboardPage />);
    await waitFor(() => expect(card('Active sessions')).toHaveTextContent('Active sessions16'));
    expect(card('Managers')).toHaveTextContent('Managers13');
    expect(card('Hotspots')).toHaveTextContent('Hotspots11');
    expect(card('Units')).toHaveTextContent('Units12');
    expect(card('Devices')).toHaveTextContent('Devices14');
    expect(leads()).toEqual({
      Managers: '#/accounts',
      Hotspots: '#/hotspots',
      Units: '#/units',
      'Active guests': '#/users',
      Devices: '#/devices',
      'Active sessions': '#/sessions',
      'city-library': '#/hotspots/7',
      'Ann Rossi': '#/users/7',
    });
  });

  test('link a desk to its guests only, as it has no list of devices or sessions', async () => {
    answerWith(dashboard({}, 'desk'));
    renderPage(<DashboardPage />, { as: madeUp('desk') });
    await waitFor(() => expect(card('Devices')).toHaveTextContent('Devices14'));
    expect(leads()).toEqual({ 'Active guests': '#/users', 'Why can’t this guest get online?': '#/why?hotspot=7' });
  });

  test('show the numbers that the real server counts', async () => {
    const reseller = await loggedIn('reseller');
    const { total } = (await callApi('GET', '/api/stats/units/total', { token: reseller.token })) as { total: number };
    renderPage(<DashboardPage />, { as: reseller });
    await waitFor(() => expect(card('Units')).toHaveTextContent(`Units${total}`));
    await waitFor(() => expect(card('SMS sent')).toHaveTextContent(/SMS sent[\d,]+ \/ 2,000/));
    expect(screen.getByText('All your hotspots at a glance')).toBeVisible();
  });

  test('show 0 and one retry when the answer with all totals cannot be read', async () => {
    answerWith(dashboard({ 'GET /api/stats/dashboard': [{ status: 500 }, { body: madeUpDashboard('reseller') }] }));
    const { user } = renderPage(<DashboardPage />);
    const failed = await screen.findByText('Couldn’t load the dashboard. Try again.');
    expect(failed).toBeVisible();
    expect(failed.closest('.ant-empty')?.querySelector('svg')).toHaveAttribute('stroke', 'var(--textSoft)');
    expect(card('Devices')).toHaveTextContent(/^Devices0$/);
    expect(card('SMS sent')).toHaveTextContent('0 / -');
    expect(screen.queryByRole('region', { name: 'Newest guests' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(card('Devices')).toHaveTextContent('Devices14'));
    expect(screen.queryByText(/Couldn’t load/)).not.toBeInTheDocument();
  });

  test('request each total of an existing back end, and nothing else', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith(recordedReads('reseller1'));
    renderPage(<DashboardPage />);
    await waitFor(() => expect(card('Hotspots')).toHaveTextContent('Hotspots3'));
    expect(cardsShown()).toEqual(['Managers', 'Hotspots', 'Units', 'Guests, incl. expired', 'Devices', 'Active sessions', 'SMS sent']);
    expect(calls.map(callName)).not.toContain('GET /api/stats/dashboard');
    expect(calls.filter(({ path }) => path.endsWith('/total'))).toHaveLength(6);
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
    expect(screen.queryByRole('img', { name: /Last 14 days/ })).not.toBeInTheDocument();
  });

  test('show 0 and a retry for a total that cannot be read', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith(dashboard({ 'GET /api/stats/devices/total': [{ status: 500 }, { body: { total: 14 } }] }));
    const { user } = renderPage(<DashboardPage />);
    await waitFor(() => expect(card('Devices')).toHaveTextContent('Devices0'));
    expect(card('Devices')).toHaveTextContent('Couldn’t load');
    expect(screen.getAllByText('Couldn’t load')).toHaveLength(1);
    await waitFor(() => expect(card('Units')).toHaveTextContent('Units12'));
    await waitFor(() => expect(card('SMS sent')).toHaveTextContent('At the current rate'));
    const before = calls.length;
    await user.click(within(card('Devices')).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(card('Devices')).toHaveTextContent('Devices14'));
    expect(calls.slice(before).map(callName)).toEqual(['GET /api/stats/devices/total']);
  });
});

describe('the trends of the dashboard', () => {
  const trend = (week: number, week_before: number) => ({ total: 40, days: [1, 5, 3], week, week_before });

  test.each([
    [40, 37, '3 more than a week ago'],
    [40, 41, '1 fewer than a week ago'],
    [40, 40, 'same as a week ago'],
  ])('compare %i units with %i a week ago as "%s"', async (week, before, words) => {
    answerWith(dashboard(numbers({ units: trend(week, before) })));
    renderPage(<DashboardPage />);
    await waitFor(() => expect(card('Units')).toHaveTextContent(words));
    expect(within(card('Units')).getByRole('img')).toHaveAccessibleName('Last 3 days: lowest 1, highest 5');
  });

  test.each([
    [150, 100, 'Sessions a day: 7 more than a week ago'],
    [800, 100, 'Sessions a day: 100 more than a week ago'],
    [75, 100, 'Sessions a day: 4 fewer than a week ago'],
    [100, 100, 'Sessions a day: same as a week ago'],
    [103, 100, 'Sessions a day: same as a week ago'],
    [5, 0, 'Sessions a day: 1 more than a week ago'],
    [0, 0, 'Sessions a day: same as a week ago'],
  ])('compare %i sessions in a week with %i as "%s"', async (week, before, words) => {
    answerWith(dashboard(numbers({ sessions: trend(week, before) })));
    renderPage(<DashboardPage />);
    await waitFor(() => expect(card('Active sessions').textContent.replaceAll(/\s+/g, ' ')).toContain(words));
  });

  test('show the guests online now, the most in 24 hours, and each hour as a table', async () => {
    answerWith(dashboard());
    renderPage(<DashboardPage />);
    const region = within(await screen.findByRole('region', { name: 'Guests online, last 24 hours' }));
    const table = await region.findByRole('table');
    expect(within(table).getAllByRole('row')).toHaveLength(25);
    // The maximum was reached between two full hours.
    expect(region.getByText(/26 at most/)).toBeVisible();
  });

  test('state that no moment had more guests online than now, instead of repeating the number', async () => {
    const online = [3, 7, 7].map((guests, index) => ({ at: `2026-11-21T0${index}:00:00Z`, guests }));
    answerWith(dashboard(numbers({ online, most_online: { at: '2026-11-21T01:30:00Z', guests: 7 } })));
    renderPage(<DashboardPage />);
    expect(await screen.findByText('now, the most in 24 hours')).toBeVisible();
    expect(screen.queryByText(/at most/)).not.toBeInTheDocument();
  });

  test('link the busiest hotspots and the newest guests', async () => {
    const busiest = [
      { hotspot_id: 7, hotspot_name: 'city-library', guests: 1240 },
      { hotspot_id: 8, hotspot_name: 'old-mill', guests: 3 },
    ];
    const guest = { id: 3, username: 'ABCD', created: '2026-11-21T09:00:00Z', hotspot_id: 8, hotspot_name: 'old-mill' };
    answerWith(dashboard(numbers({ busiest, newest: [{ ...guest, guest_name: '' }] })));
    renderPage(<DashboardPage />);
    const busiestRegion = within(await screen.findByRole('region', { name: 'Busiest hotspots today' }));
    await busiestRegion.findByRole('link', { name: 'old-mill' });
    expect(busiestRegion.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['city-library1,240', 'old-mill3']);
    const guests = within(screen.getByRole('region', { name: 'Newest guests' }));
    expect(guests.getByRole('link', { name: 'ABCD' })).toHaveAttribute('href', '#/users/3');
    expect(guests.getByText('old-mill')).toBeVisible();
  });

  test('state that there are no guests yet', async () => {
    answerWith(dashboard(numbers({ busiest: [], newest: [] })));
    renderPage(<DashboardPage />);
    expect(await screen.findByText('No guests yet today.')).toBeVisible();
    expect(screen.getByText('No guests yet.')).toBeVisible();
  });

  test('give a customer, who has one hotspot, no ranking and no hotspot names', async () => {
    answerWith(dashboard({}, 'customer'));
    renderPage(<DashboardPage />, { as: madeUp('customer') });
    const guests = within(await screen.findByRole('region', { name: 'Newest guests' }));
    expect(await guests.findByRole('link', { name: 'Ann Rossi' })).toBeVisible();
    expect(guests.queryByText('city-library')).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Busiest hotspots today' })).not.toBeInTheDocument();
  });
});

describe('the charts of the dashboard', () => {
  /** Colour, dashes and mark of a line. */
  const drawn = (line: HTMLElement) => ({
    colour: line.style.color,
    dash: line.querySelector('polyline')?.getAttribute('stroke-dasharray'),
    mark: line.querySelector('.measureMark path')?.getAttribute('d'),
  });
  const ofReports = (measure: Measure) => {
    const { colour, dash, mark } = signOf(MEASURE_SIGNS[measure], { ...ON_PAPER, colours: COLOURS.light });
    const swatch = document.createElement('i');
    swatch.style.color = colour;
    return { colour: swatch.style.color, dash: dash.join(' '), mark: MARK_PATHS[mark] };
  };

  test('look like the same measure in the reports', async () => {
    answerWith(dashboard());
    renderPage(<DashboardPage />);
    await waitFor(() => expect(card('Active sessions')).toHaveTextContent('16'));
    const online = screen.getByRole('region', { name: 'Guests online, last 24 hours' }).querySelector<HTMLElement>('.measureLine')!;
    expect(drawn(online)).toEqual(ofReports('reports.guests'));
    const bar = screen.getByRole('region', { name: 'Busiest hotspots today' }).querySelector<HTMLElement>('.usedBar > span')!;
    expect(bar.style.background).toBe(ofReports('reports.guests').colour);
  });

  test('have one style in all tiles, begin at 0, and are missing where every day was the same', async () => {
    const days = (...values: number[]) => ({ total: 4, days: values, week: 4, week_before: 4 });
    const sent = { pack: null, lately: 0, sent: days(0, 1, 2) };
    answerWith(
      dashboard(numbers({ units: days(6, 7, 8), users: days(1, 4, 2), hotspots: days(8, 8, 8), sessions: days(0, 0, 0), sms: sent })),
    );
    renderPage(<DashboardPage />);
    await waitFor(() => expect(card('Hotspots')).toHaveTextContent('4'));
    const lineIn = (name: string) => within(card(name)).queryByRole('img', { name: /^Last/ });
    const styles = ['Units', 'Active guests', 'SMS sent'].map((name) => drawn(lineIn(name)!));
    for (const style of styles) expect(style).toEqual(styles[0]);
    expect(lineIn('Hotspots')).not.toBeInTheDocument();
    expect(lineIn('Active sessions')).not.toBeInTheDocument();
    // 6 of 8 is three quarters up, not at the bottom.
    const heights = lineIn('Units')!
      .querySelector('polyline')!
      .getAttribute('points')!
      .split(' ')
      .map((point) => Number(point.split(',')[1]));
    expect(Math.round(((100 - 14 - heights[0]!) / (100 - 14 - heights[2]!)) * 100)).toBe(75);
  });
});

describe('the sentences for the owner', () => {
  const SINCE = { kind: 'units_silent', alert: 'u', snoozed_until: null, hotspot_id: 7, hotspot_name: 'city-library', units: 7 } as const;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const silent = (at: string | null, count = 1): AttentionItem => ({
    ...SINCE,
    since: at,
    longest: at,
    silent: count,
    silent_units: [{ id: 3, name: 'ghm-spa' }].slice(0, count),
  });
  /** Of the hotspot: nearly everywhere else it is another day for some hours. */
  const zone = 'Pacific/Kiritimati';
  const words = () => document.querySelector('.ownerSummary')?.textContent ?? '';
  const owner = async (yesterday: Dashboard['yesterday'], alerts: AttentionItem[] = [], online = 14, language: 'en' | 'it' = 'en') => {
    const answers = {
      'GET /api/stats/dashboard': {
        body: madeUpDashboard('customer', { yesterday, online: [{ at: '2026-11-20T12:00:00Z', guests: online }] }),
      },
      'GET /api/attention': { body: { data: alerts } },
      'GET /api/hotspots/zone': { body: { zone, server: 'Europe/Rome' } },
    };
    answerWith(dashboard(answers, 'customer'));
    renderPage(<DashboardPage />, { as: madeUp('customer'), language });
    await waitFor(() => expect(words()).toMatch(/\..*\..*\./));
    return words();
  };
  const weekdayOf = (at: string, locale: string) =>
    new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: zone }).format(new Date(at));

  test.each([
    [{ guests: 38, weekday: 2, usual: 36 }, 'Yesterday 38, as on most Tuesdays.'],
    [{ guests: 52, weekday: 5, usual: 36 }, 'Yesterday 52, more than on most Fridays (usually 36).'],
    [{ guests: 9, weekday: 0, usual: 36.5 }, 'Yesterday 9, fewer than on most Sundays (usually 37).'],
    [{ guests: 3, weekday: 1, usual: 1.5 }, 'Yesterday 3, as on most Mondays.'],
    [{ guests: 3, weekday: 1, usual: null }, 'Yesterday 3.'],
  ])('compare %j with what is usual', async (yesterday, words) => {
    expect(await owner(yesterday)).toBe(`14 guests online. ${words} No unit is silent.`);
  });

  const THREE = { guests: 3, weekday: 1, usual: null };

  test('name the silent unit, with a link, by the weekday or the date', async () => {
    const at = daysAgo(4);
    await owner(THREE, [silent(at)], 1);
    const since = `1 guest online. Yesterday 3. ghm-spa has been silent since ${weekdayOf(at, 'en-GB')}.`;
    await waitFor(() => expect(words()).toBe(since));
    expect(screen.getByRole('link', { name: 'ghm-spa' })).toHaveAttribute('href', '#/units/3');
    cleanup();
    expect(await owner(THREE, [silent('2025-11-14T09:03:00Z')], 0)).toBe(
      'Nobody is online. Yesterday 3. ghm-spa has been silent since 14 Nov 2025.',
    );
    cleanup();
    expect(await owner(THREE, [silent(null)])).toContain('ghm-spa hasn’t been heard yet.');
    cleanup();
    expect(await owner(THREE, [silent('2025-11-14T09:03:00Z', 2)])).toContain('2 of 7 units silent since 14 Nov 2025.');
    expect(screen.getByRole('link', { name: /2 of 7/ })).toHaveAttribute('href', '#/units?hotspotId=7');
  });

  test('are written in Italian, too', async () => {
    const at = daysAgo(4);
    await owner({ guests: 38, weekday: 0, usual: 36 }, [silent(at)], 14, 'it');
    const since = `14 ospiti online. Ieri 38, come quasi tutte le domeniche. ghm-spa è silenziosa. Ultimo contatto: ${weekdayOf(at, 'it')}.`;
    await waitFor(() => expect(words()).toBe(since));
  });

  test('are for a customer only', async () => {
    answerWith(dashboard());
    renderPage(<DashboardPage />);
    await waitFor(() => expect(card('Units')).toHaveTextContent('3'));
    expect(document.querySelector('.ownerSummary')).toBeNull();
  });
});

describe('the first step on the dashboard', () => {
  const none = { total: 0, days: [0], week: 0, week_before: 0 };
  const one = { ...none, total: 1 };

  test('leads an admin without others to a reseller', async () => {
    const numbersOfNone = { 'GET /api/stats/dashboard': { body: madeUpDashboard('admin', { accounts: one, hotspots: none }) } };
    answerWith(dashboard({ ...numbersOfNone, 'GET /api/subscription_plans': { body: [] } }, 'admin'));
    const { user } = renderPage(<DashboardPage />, { as: madeUp('admin') });
    await user.click(await screen.findByRole('button', { name: 'Create your first reseller' }));
    expect(await screen.findByRole('dialog', { name: 'New manager' })).toBeVisible();
  });

  const first = { ...numbers({ hotspots: none }), 'GET /api/disclaimers/accounts/2': { body: [] } };

  test('opens the dialog for a hotspot to a reseller without hotspots', async () => {
    answerWith(dashboard(first));
    const { user } = renderPage(<DashboardPage />);
    await user.click(await screen.findByRole('button', { name: 'Create your first hotspot' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New hotspot' }));
    await waitFor(() => expect(dialog.getByLabelText('Description')).toHaveFocus());
    expect(dialog.getByRole('button', { name: 'Create hotspot' })).toBeEnabled();
    expect(dialog.queryByRole('link', { name: 'Open profile' })).not.toBeInTheDocument();
  });

  test('leads a reseller without privacy details to the missing fields', async () => {
    answerWith(dashboard({ ...first, 'GET /api/accounts/2': { body: madeUpAccount('reseller', { privacy_vat: '' }) } }));
    const { user, store } = renderPage(<DashboardPage />);
    await user.click(await screen.findByRole('button', { name: 'Create your first hotspot' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New hotspot' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('fill in the data controller’s name, VAT number, address and e-mail');
    expect(dialog.getByRole('button', { name: 'Create hotspot' })).toBeDisabled();
    await user.click(dialog.getByRole('link', { name: 'Open profile' }));
    await waitFor(() => expect(store.getState().location.pathname).toBe('/profile'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test.each<[Role, Partial<Dashboard>]>([
    ['admin', { accounts: { ...one, total: 2 }, hotspots: none }],
    ['reseller', { hotspots: one }],
    ['customer', { hotspots: null }],
  ])('disappears for a %s who has taken it', async (role, change) => {
    answerWith(dashboard({ 'GET /api/stats/dashboard': { body: madeUpDashboard(role, change) } }, role));
    renderPage(<DashboardPage />, { as: madeUp(role) });
    await screen.findByRole('region', { name: 'Newest guests' });
    await screen.findByRole('link', { name: 'Ann Rossi' });
    expect(screen.queryByRole('button', { name: /Create your first/ })).not.toBeInTheDocument();
  });
});

describe('the SMS card', () => {
  test.each([
    ['below the maximum', 1999, 2000, '1,999 / 2,000', false],
    ['at the maximum', 2000, 2000, '2,000 / 2,000', true],
    ['over the maximum', 2001, 2000, '2,001 / 2,000', true],
  ])('shows a number %s', async (_case, sent, maximum, text, isSpent) => {
    answerWith(dashboard(sms(sent, maximum)));
    renderPage(<DashboardPage />);
    await waitFor(() => expect(card('SMS sent')).toHaveTextContent(text));
    const numbers = within(card('SMS sent')).getByText(
      (_text, element) => element?.tagName === 'SPAN' && element.textContent.startsWith(text),
    );
    if (isSpent) expect(numbers).toHaveStyle({ color: 'var(--error)' });
    else expect(numbers).not.toHaveStyle({ color: 'var(--error)' });
    expect(within(card('SMS sent')).queryByText('limit reached') !== null).toBe(isSpent);
  });

  test.each([
    [60, 1862, 2000, 'lasts until'],
    [0, 1862, 2000, 'more than a year'],
    [60, 2000, 2000, null],
  ])('forecasts from %i in the last thirty days and %i of %i sent how long they last', async (lately, sent, maximum, words) => {
    answerWith(dashboard(sms(sent, maximum, lately)));
    renderPage(<DashboardPage />);
    await waitFor(() => expect(card('SMS sent')).toHaveTextContent(`${sent.toLocaleString('en')} / 2,000`));
    if (words === null) expect(card('SMS sent')).not.toHaveTextContent('At the current rate');
    else expect(card('SMS sent')).toHaveTextContent(words);
  });

  test('forecasts on an existing back end from a report', async () => {
    setConfig({ backend: 'existing' });
    const history = { labels: [], set0: { name: '', labels: ['1 Nov', '2 Nov'], data: [60, 0] }, avg: null };
    const calls = answerWith(dashboard({ 'GET /api/stats/reports/sms_history/graph': { body: history } }));
    renderPage(<DashboardPage />);
    await waitFor(() => expect(card('SMS sent')).toHaveTextContent('At the current rate, lasts until'));
    expect(calls.find((call) => callName(call) === 'GET /api/stats/reports/sms_history/graph')?.query).toEqual({ range: '30' });
  });

  test('names the remaining number at which it warns, where one is set', async () => {
    answerWith(dashboard(sms(3, 500, 0, 50)));
    renderPage(<DashboardPage />);
    await waitFor(() => expect(card('SMS sent')).toHaveTextContent('warning when 50 are left'));
  });

  test('is missing for an admin, who has no SMS pack, and requests nothing', async () => {
    const calls = answerWith(dashboard({}, 'admin'));
    renderPage(<DashboardPage />, { as: madeUp('admin') });
    expect(await screen.findByText('no SMS pack')).toBeVisible();
    expect(calls.map(({ path }) => path)).not.toContain('/api/stats/sms/accounts');
  });

  test('informs a reseller without a pack, for our answer and the older one', async () => {
    answerWith(dashboard(numbers({ sms: { pack: null, sent: madeUpDashboard('reseller').sessions, lately: 0 } })));
    renderPage(<DashboardPage />);
    expect(await screen.findByText('no SMS pack')).toBeVisible();
    cleanup();

    setConfig({ backend: 'existing' });
    answerWith(dashboard({ 'GET /api/stats/sms/accounts': recorded('admin', 'GET /api/stats/sms/accounts') }));
    renderPage(<DashboardPage />);
    expect(await screen.findByText('no SMS pack')).toBeVisible();
    expect(card('SMS sent')).not.toHaveTextContent('Couldn’t load');
  });

  test('shows 0 and a retry when the pack cannot be read, instead of "no pack"', async () => {
    setConfig({ backend: 'existing' });
    answerWith(dashboard({ 'GET /api/stats/sms/accounts': [{ status: 500 }, { body: { sms_count: 3, sms_max_count: 5 } }] }));
    const { user } = renderPage(<DashboardPage />);
    await waitFor(() => expect(card('SMS sent')).toHaveTextContent('0 / -'));
    expect(screen.queryByText('no SMS pack')).not.toBeInTheDocument();
    expect(card('SMS sent')).not.toHaveTextContent('limit reached');
    await user.click(within(card('SMS sent')).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(card('SMS sent')).toHaveTextContent('3 / 5'));
  });
});

describe('alerts', () => {
  const awake = (alert: string) => ({ alert, snoozed_until: null });
  const SINCE = '2025-11-14T09:03:00Z';
  const silent = { kind: 'units_silent', hotspot_id: 8, hotspot_name: 'old-mill', units: 4, since: SINCE, longest: SINCE } as const;
  const unit = (id: number, name: string) => ({ id, name });
  const items: AttentionItem[] = [
    { kind: 'sms_near_limit', account_id: 2, account_name: 'Rivo <b>WiFi</b>', sms_count: 1862, sms_max_count: 2000, ...awake('a') },
    { kind: 'sms_near_limit', account_id: 9, account_name: 'Lario', sms_count: 500, sms_max_count: 500, ...awake('b') },
    { kind: 'plan_ending', account_id: 9, account_name: 'Lario', until: '2026-12-03T12:00:00Z', expired: false, ...awake('c') },
    { kind: 'plan_ending', account_id: 2, account_name: 'Me', until: '2026-11-03T12:00:00Z', expired: true, ...awake('d') },
    {
      kind: 'sync_failed',
      hotspot_id: 7,
      hotspot_name: 'city-library',
      integration_id: 1,
      integration_name: 'Chiavistello',
      ...awake('e'),
    },
    { ...silent, silent: 1, silent_units: [unit(31, 'bar')], ...awake('f') },
    { ...silent, silent: 4, silent_units: [unit(31, 'bar'), unit(32, 'lobby'), unit(33, 'roof')], ...awake('g') },
    { ...silent, since: null, longest: null, silent: 1, silent_units: [unit(31, 'bar')], ...awake('h') },
    { ...silent, since: null, longest: null, silent: 2, silent_units: [unit(31, 'bar'), unit(32, 'lobby')], ...awake('i') },
    { kind: 'privacy_missing', account_id: 2, account_name: 'Me', ...awake('j') },
  ];
  const alerts = (data: AttentionItem[]): Answers => ({ 'GET /api/attention': { body: { data } } });
  const SNOOZE = 'Snooze for a day';

  test('inform an admin about a proxy that the settings do not name, with the setting to add', async () => {
    answerWith(dashboard(alerts([{ kind: 'proxy_not_named', address: '10.0.0.1', ...awake('a') }])));
    renderPage(<DashboardPage />, { as: madeUp('admin') });
    expect(await (await shownAttention()).findByText(/through the proxy 10\.0\.0\.1,.* set PORTICO_TRUST_PROXY=10\.0\.0\.1/)).toBeVisible();
    expect(attention().queryByRole('link')).not.toBeInTheDocument();
  });

  test('inform an admin that personal data are stored for ever, with the setting that ends it', async () => {
    answerWith(dashboard(alerts([{ kind: 'retention_unset', ...awake('a') }])));
    renderPage(<DashboardPage />, { as: madeUp('admin') });
    expect(await (await shownAttention()).findByText(/kept forever\. .* PORTICO_RETENTION_DAYS/)).toBeVisible();
  });

  test('name a unit whose short accesses have reached their limit, with a link', async () => {
    const item = { kind: 'short_limit', hotspot_id: 8, hotspot_name: 'old-mill', unit_id: 33, unit_name: 'roof', most: 60 } as const;
    answerWith(dashboard(alerts([{ ...item, ...awake('a') }])));
    renderPage(<DashboardPage />);
    expect(await (await shownAttention()).findByText(/^roof at old-mill: more than 60 devices requested time/)).toBeVisible();
    expect(attention().getByRole('link', { name: 'Open unit' })).toHaveAttribute('href', '#/units/33');
  });

  test('say what, where and since when for each kind, and open the object', async () => {
    // One at a time, because several of a kind are grouped.
    const logged: unknown[] = [];
    for (const item of items) {
      answerWith(dashboard(alerts([item])));
      renderPage(<DashboardPage />);
      const line: HTMLElement = await (await shownAttention()).findByRole('listitem');
      logged.push([line.textContent, within(line).getByRole('link').getAttribute('href')]);
      cleanup();
    }
    expect(logged).toEqual([
      ['Rivo <b>WiFi</b>: 138 SMS left of 2,000.Open profile', '#/profile'],
      ['Lario: all 500 SMS are used up. Guests can’t log in by SMS.Open manager', '#/accounts/9'],
      ['Lario: the plan ends on 3 December 2026.Open manager', '#/accounts/9'],
      ['Me: the plan ended on 3 November 2026.Open profile', '#/profile'],
      ['city-library: last sync with Chiavistello failed.Open integrations', '#/integrations?hotspotId=7'],
      ['bar at old-mill: silent since 14 Nov 2025.Open unit', '#/units/31'],
      ['old-mill: 4 of 4 units silent since 14 Nov 2025: bar, lobby, roof, and 1 more.Open units', '#/units?hotspotId=8'],
      ['bar at old-mill: not heard yet.Open unit', '#/units/31'],
      ['old-mill: 2 of 4 units not heard yet: bar and lobby.Open units', '#/units?hotspotId=8'],
      ['Me can’t create hotspots until the privacy fields are filled in.Complete your profile', '#/profile'],
    ]);
  });

  const sync = (id: number) => ({ ...items[4], hotspot_name: `h${id}`, alert: `sync ${id}` }) as AttentionItem;
  const silentAt = (id: number, days: number) => {
    const at = new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();
    return { ...silent, hotspot_id: id, silent: 2, since: at, longest: at, silent_units: [unit(31, 'bar')], ...awake(`silent ${id}`) };
  };
  const group = (name: RegExp): HTMLElement => attention().getByRole('button', { name });

  test('share a line with those of their kind, which counts them, says how long the longest lasts, and opens them in place', async () => {
    answerWith(dashboard(alerts([silentAt(1, 12), silentAt(2, 3), ...Array.from({ length: 11 }, (_, id) => sync(id))])));
    const { user } = renderPage(<DashboardPage />);
    await (await shownAttention()).findByRole('button', { name: '4 units silent at 2 hotspots · longest 12 days' });
    expect(attention().getAllByRole('listitem')).toHaveLength(2);
    await user.click(group(/11 syncs failed/));
    expect(group(/11 syncs failed/)).toHaveAttribute('aria-expanded', 'true');
    const opened = within(attention().getAllByRole('listitem')[1]!);
    expect(opened.getAllByRole('listitem')).toHaveLength(8);
    await user.click(opened.getByRole('button', { name: 'and 3 more' }));
    expect(opened.getAllByRole('listitem')).toHaveLength(11);
    await user.click(group(/11 syncs failed/));
    expect(opened.queryByRole('listitem')).not.toBeInTheDocument();
  });

  const KINDS = [sync(1), items[0]!, items[1]!, items[2]!, items[3]!, items[9]!, silentAt(3, 1)];

  test.each([
    ['five', 5, (): void => undefined],
    ['three on a phone', 3, onPhone],
  ] as const)('take %s lines, and the others are a click away', async (_name, most, prepare) => {
    prepare();
    answerWith(dashboard(alerts(KINDS)));
    const { user } = renderPage(<DashboardPage />);
    await (await shownAttention()).findAllByRole('listitem');
    expect(attention().getAllByRole('listitem')).toHaveLength(most);
    await user.click(attention().getByRole('button', { name: `and ${KINDS.length - most} more` }));
    expect(attention().getAllByRole('listitem')).toHaveLength(KINDS.length);
    expect(attention().queryByRole('button', { name: /more/ })).not.toBeInTheDocument();
  });

  test('are snoozed as a group by its icon, in one call', async () => {
    const some = [sync(1), sync(2)];
    const until = { snoozed_until: '2026-11-22T01:46:03Z' };
    const calls = answerWith(
      dashboard({
        'GET /api/attention': [{ body: { data: some } }, { body: { data: some.map((item) => ({ ...item, ...until })) } }],
        'PUT /api/attention/snooze': { body: { status: 'success' } },
      }),
    );
    const { user } = renderPage(<DashboardPage />);
    const button = await (await shownAttention()).findByRole('button', { name: SNOOZE });
    expect(button).toHaveAccessibleDescription('2 syncs failed');
    await user.click(button);
    expect(await attention().findByRole('button', { name: '2 snoozed' })).toBeVisible();
    expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { alert: ['sync 1', 'sync 2'], snoozed: true },
    ]);
  });

  test('stay open as a group while some of it ends, and leave the focus in the list when the last of it has', async () => {
    const [first, second, third] = [sync(1), sync(2), sync(3)];
    answerWith(
      dashboard({
        'GET /api/attention': [
          { body: { data: [first, second, third] } },
          { body: { data: [first, third] } },
          { body: { data: [items[0]] } },
        ],
      }),
    );
    const { user, store } = renderPage(<DashboardPage />);
    const again = () => act(() => void store.dispatch(api.util.invalidateTags([listTag('Attention')])));
    await (await shownAttention()).findByRole('button', { name: '3 syncs failed' });
    await user.click(group(/3 syncs failed/));
    again();
    expect(await attention().findByRole('button', { name: '2 syncs failed' })).toHaveAttribute('aria-expanded', 'true');
    expect(attention().getByText('h3: last sync with Chiavistello failed.')).toBeVisible();
    expect(attention().queryByText('h2: last sync with Chiavistello failed.')).not.toBeInTheDocument();
    expect(group(/2 syncs failed/)).toHaveFocus();
    again();
    expect(await attention().findByText(/138 SMS left/)).toBeVisible();
    expect(screen.getByRole('region', { name: 'Alerts' })).toContainElement(document.activeElement as HTMLElement);
  });

  test('disappear when they are snoozed after they have ended, without an error, and the focus stays in the list', async () => {
    const some = [sync(1), sync(2), items[0]!];
    answerWith(
      dashboard({
        'GET /api/attention': [{ body: { data: some } }, { body: { data: [items[0]] } }],
        'PUT /api/attention/snooze': { status: 404, body: { status: 'error', message: 'No alert found!', code: 'not_found' } },
      }),
    );
    const { user } = renderPage(<DashboardPage />);
    await (await shownAttention()).findByRole('button', { name: '2 syncs failed' });
    await user.click(group(/2 syncs failed/));
    const line = attention().getByText('h2: last sync with Chiavistello failed.').closest('li')!;
    await user.click(within(line).getByRole('button', { name: SNOOZE }));
    await waitFor(() => expect(attention().queryByRole('button', { name: /syncs? failed/ })).not.toBeInTheDocument());
    expect(attention().getByText(/138 SMS left/)).toBeVisible();
    expect(attention().queryByText(/Couldn’t/)).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Alerts' })).toContainElement(document.activeElement as HTMLElement);
  });

  test('are translated into Italian', async () => {
    answerWith(dashboard(alerts(items.slice(5, 9))));
    const { user } = renderPage(<DashboardPage />, { language: 'it' });
    const region = within(await screen.findByRole('region', { name: 'Avvisi' }));
    await user.click(await region.findByRole('button', { name: /^8 unità silenziose in 4 hotspot · al massimo da \d+ giorni$/ }));
    const lines = within(region.getAllByRole('list')[1]!).getAllByRole('listitem');
    expect(lines.map((line) => line.textContent)).toEqual([
      'bar (old-mill) è silenziosa. Ultimo contatto: 14 nov 2025.Apri l’unità',
      'old-mill: 4 di 4 unità silenziose (bar, lobby, roof e un’altra). Ultimo contatto: 14 nov 2025.Apri le unità',
      'bar (old-mill): ancora nessun contatto.Apri l’unità',
      'old-mill: 2 di 4 unità senza alcun contatto finora: bar e lobby.Apri le unità',
    ]);
  });

  test('of the demonstration show SMS near the limit, a failed sync and silent units', async () => {
    const { user } = renderPage(<DashboardPage />, { as: await loggedIn('reseller') });
    await shownAttention();
    expect(await screen.findByText(/^Adriatica Connect: \d+ SMS left of 2,000\.$/)).toBeVisible();
    await user.click(attention().getByRole('button', { name: /^\d+ units silent at \d+ hotspots · longest \d+ days/ }));
    expect(screen.getByText('grand-hotel-miramare: last sync with Voce Ospite failed.')).toBeVisible();
    expect(screen.getByText(/^bsv-deposito at biblioteca\.san-vitale: silent since/)).toBeVisible();
  });

  test('move to the snoozed ones and back', async () => {
    const [first, second] = [items[0], items[4]];
    const later = { ...first, snoozed_until: '2026-11-22T01:46:03Z' };
    const calls = answerWith(
      dashboard({
        'GET /api/attention': [
          { body: { data: [first, second] } },
          { body: { data: [later, second] } },
          { body: { data: [first, second] } },
        ],
        'PUT /api/attention/snooze': { body: { status: 'success' } },
      }),
    );
    const { user } = renderPage(<DashboardPage />);
    await (await shownAttention()).findByText(/Rivo/);
    expect(attention().queryByRole('button', { name: /snoozed/ })).not.toBeInTheDocument();
    const button = within(attention().getAllByRole('listitem')[0]!).getByRole('button', { name: SNOOZE });
    expect(button).toHaveAccessibleDescription(/^Rivo .*: 138 SMS left/);
    await user.click(button);
    await waitFor(() => expect(attention().queryByText(/Rivo/)).not.toBeInTheDocument());
    expect(attention().getAllByRole('listitem')).toHaveLength(1);

    await user.click(attention().getByRole('button', { name: '1 snoozed' }));
    const line = attention().getAllByRole('listitem')[1]!;
    expect(line).toHaveTextContent(/^Rivo .*Snoozed until/);
    await user.click(within(line).getByRole('button', { name: 'Show again' }));
    await waitFor(() => expect(attention().queryByRole('button', { name: /snoozed/ })).not.toBeInTheDocument());
    expect(attention().getAllByRole('listitem')).toHaveLength(2);
    expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { alert: 'a', snoozed: true },
      { alert: 'a', snoozed: false },
    ]);
  });

  test('stay with a message when snoozing fails', async () => {
    answerWith(dashboard({ ...alerts(items.slice(0, 1)), 'PUT /api/attention/snooze': { status: 500 } }));
    const { user } = renderPage(<DashboardPage />);
    await user.click(await (await shownAttention()).findByRole('button', { name: SNOOZE }));
    expect(await attention().findByText('Couldn’t snooze the alert.')).toBeVisible();
    expect(attention().getByText(/138 SMS left/)).toBeVisible();
  });

  test('appear together with the numbers to avoid a shift, but wait for them only for a while', async () => {
    const numbersLate = later();
    answerWith(dashboard({ ...alerts(items.slice(0, 1)), 'GET /api/stats/dashboard': numbersLate.answer }));
    renderPage(<DashboardPage />);
    const line = await screen.findByText(/138 SMS left/, { ignore: 'script' });
    expect(line).not.toBeVisible();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    await waitFor(() => expect(line).toBeVisible(), { timeout: 3000 });
    numbersLate.come({ body: madeUpDashboard('reseller') });
    const hotspots = within(screen.getByRole('group', { name: 'Hotspots' }));
    await hotspots.findByText(String(madeUpDashboard('reseller').hotspots?.total));
  });

  test('state that there are none', async () => {
    answerWith(dashboard());
    renderPage(<DashboardPage />);
    expect(await screen.findByText('No alerts.')).toBeVisible();
  });

  test('offer a retry when they cannot be read, instead of "none"', async () => {
    answerWith(dashboard({ 'GET /api/attention': [LOST, { body: { data: items.slice(0, 1) } }] }));
    const { user } = renderPage(<DashboardPage />);
    expect(await (await shownAttention()).findByText(/Couldn’t load alerts/)).toBeVisible();
    expect(screen.queryByText('No alerts.')).not.toBeInTheDocument();
    await user.click(attention().getByRole('button', { name: 'Try again' }));
    expect(await attention().findByText(/138 SMS left/)).toBeVisible();
    expect(screen.queryByText(/Couldn’t load/)).not.toBeInTheDocument();
  });

  test('are neither known to an existing back end nor requested from it', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith(recordedReads('reseller1'));
    renderPage(<DashboardPage />);
    // It also counts expired guests, because the back end offers nothing else.
    await waitFor(() => expect(card('Guests, incl. expired')).toHaveTextContent('Guests, incl. expired40'));
    expect(screen.queryByRole('region', { name: 'Alerts' })).not.toBeInTheDocument();
    expect(calls.map(callName)).not.toContain('GET /api/attention');
    await waitFor(() => expect(card('SMS sent')).toHaveTextContent('2,000 / 2,000'));
  });
});

describe('integrations', () => {
  const integration = (change: Partial<Integration>): Integration => ({
    id: 1,
    name: 'Chiavistello',
    description: 'Rooms & arrivals <i>daily</i>',
    site: 'https://chiavistello.example/start',
    logo: 'data:image/png;base64,AAAA',
    webhook_url: '',
    pre_auth_redirect_url: '',
    post_auth_redirect_url: '',
    auth_login_url: '',
    iv_array: '',
    privacy: '',
    ...change,
  });

  test.each(['customer', 'desk'] as const)('show a %s each one with its logo, text and link', async (role) => {
    answerWith(dashboard({ 'GET /api/integrations': { body: [integration({})] } }, role));
    renderPage(<DashboardPage />, { as: madeUp(role) });
    const link = await screen.findByRole('link', { name: /Open Chiavistello/ });
    expect(link).toHaveAttribute('href', 'https://chiavistello.example/start');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(screen.getByText('Rooms & arrivals <i>daily</i>')).toBeVisible();
    expect(document.querySelector('img')).toHaveAttribute('src', 'data:image/png;base64,AAAA');
    expect(screen.getByText('city-library at a glance')).toBeVisible();
  });

  test('show no site or logo with an unsafe address', async () => {
    const unsafe = [
      integration({ id: 1, name: 'One', site: 'javascript:alert(1)', logo: 'https://spy.example/pixel.png' }),
      integration({ id: 2, name: 'Two', site: ' data:text/html,x', logo: 'javascript:alert(1)' }),
      integration({ id: 3, name: 'Three', site: '', logo: '' }),
    ];
    answerWith(dashboard({ 'GET /api/integrations': { body: unsafe } }, 'customer'));
    renderPage(<DashboardPage />, { as: madeUp('customer') });
    expect(await screen.findByText('Three')).toBeVisible();
    expect(Object.keys(leads())).toEqual(['Nobody is online.', 'Units', 'Active guests', 'Devices', 'Active sessions', 'Ann Rossi']);
    expect(document.querySelector('img')).toBeNull();
  });

  test("show none for the existing back end's empty answer, and a retry for a failure", async () => {
    setConfig({ backend: 'existing' });
    const none = recorded('reseller2', 'GET /api/integrations');
    answerWith(dashboard({ 'GET /api/integrations': [{ status: 500 }, none] }));
    const { user } = renderPage(<DashboardPage />, { as: madeUp('desk') });
    expect(await screen.findByText(/Couldn’t load integrations/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/Couldn’t load/)).not.toBeInTheDocument());
  });
});
