import { expect, test } from '@jest/globals';
import { screen, waitFor, within, cleanup } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { callName, type Answers, type Call, answerWith } from '../support/console/answers';
import {
  answersOfDashboard,
  emptyReports,
  madeUpDevice,
  madeUpGuest,
  madeUpHotspot,
  madeUpSession,
  madeUpUnit,
  NO_RESULTS,
  pageOfGuests,
  pageOfHotspots,
  pageOfRows,
} from '../support/console/answersMadeUp';
import { currentAddress, openConsole } from '../support/console/render';
import { madeUpAccount, madeUp } from '../support/console/renderAs';

const used = { max_navigation_traffic_limit: 0, max_navigation_time_limit: 0 };

/** One row for each list, so that it shows its table; hotspot, guest and unit 7 can be selected. */
const ANSWERS: Answers = {
  ...answersOfDashboard('reseller'),
  ...emptyReports(),
  'GET /api/hotspots': pageOfHotspots([{ id: 7 }]),
  'GET /api/hotspots/7': { body: madeUpHotspot() },
  'GET /api/users': pageOfGuests([{ ...used, id: 7 }]),
  'GET /api/users/7': { body: { ...madeUpGuest(), ...used } },
  'GET /api/users_expired': { body: { data_users: [{ ...madeUpGuest(), ...used }], data_user_histories: [], total: 1 } },
  'GET /api/units': pageOfRows([madeUpUnit()]),
  'GET /api/units/7': { body: madeUpUnit() },
  'GET /api/devices': pageOfRows([madeUpDevice()]),
  'GET /api/sessions': pageOfRows([madeUpSession()]),
  'GET /api/histories': pageOfRows([madeUpSession()]),
  'GET /api/accounts': pageOfRows([madeUpAccount('customer', { id: 9 })]),
  'GET /api/audit': { body: [] },
  'GET /api/marketing/7': { body: [] },
  'GET /api/marketing/7/results': { body: NO_RESULTS },
  'GET /api/hotspot_integrations/7': { body: [] },
};

interface Case {
  /** Name of its menu entry. */
  list: string;
  filter: string;
  choose: (user: UserEvent) => Promise<void>;
  /** The query that the filter adds to the list's address. */
  address: string;
  /** The call that reads the filtered rows, and the filter in that call's query. */
  call: string;
  query?: Record<string, string>;
}

const pick = (label: string, option: string) => async (user: UserEvent) => {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await screen.findByTitle(option));
};
const tick = (label: string) => async (user: UserEvent) => user.click(await screen.findByRole('checkbox', { name: label }));

const HOTSPOT = { filter: 'hotspot', choose: pick('Hotspot', 'city-library - City Library'), address: 'hotspotId=7' };
const GUEST = { filter: 'guest', choose: pick('Guest', 'Giulia Conti - giulia@example.com'), address: 'user=7', query: { user: '7' } };
const UNIT = { filter: 'unit', choose: pick('Unit', 'ap-reception - 00-11-22-AA-BB-CC'), address: 'unit=7', query: { unit: '7' } };
const TAB = {
  filter: 'tab',
  choose: async (user: UserEvent) => user.click(await screen.findByRole('tab', { name: 'History' })),
  address: 'tab=history',
};
const EXPIRED = {
  filter: 'show expired',
  choose: async (user: UserEvent) => user.click(await screen.findByRole('radio', { name: 'Expired' })),
  address: 'segment=expired',
};
const MARKETING = {
  filter: 'show marketing',
  choose: tick('Marketing consent only'),
  address: 'marketing=true',
  query: { marketing: 'true' },
};

const CASES: Case[] = [
  { list: 'Guests', ...HOTSPOT, call: 'GET /api/users', query: { hotspot: '7' } },
  { list: 'Guests', ...EXPIRED, call: 'GET /api/users_expired' },
  { list: 'Guests', ...MARKETING, call: 'GET /api/users' },
  { list: 'Sessions', ...TAB, call: 'GET /api/histories' },
  { list: 'Sessions', ...HOTSPOT, call: 'GET /api/sessions', query: { hotspot: '7' } },
  { list: 'Sessions', ...GUEST, call: 'GET /api/sessions' },
  { list: 'Sessions', ...UNIT, call: 'GET /api/sessions' },
  { list: 'Devices', ...HOTSPOT, call: 'GET /api/devices', query: { hotspot: '7' } },
  { list: 'Devices', ...GUEST, call: 'GET /api/devices' },
  { list: 'Units', ...HOTSPOT, call: 'GET /api/units', query: { hotspot: '7' } },
  { list: 'Reports', ...HOTSPOT, call: 'GET /api/stats/reports/current/graph', query: { hotspot: '7' } },
  { list: 'Feedback', ...HOTSPOT, call: 'GET /api/marketing/7' },
  { list: 'Integrations', ...HOTSPOT, call: 'GET /api/hotspot_integrations/7' },
];

/** The query parameters that each screen may have in its address. */
const OWN: Record<string, readonly string[]> = {
  Hotspots: [],
  Guests: ['hotspotId', 'segment', 'marketing'],
  Units: ['hotspotId'],
  Devices: ['hotspotId', 'user'],
  Sessions: ['tab', 'hotspotId', 'user', 'unit'],
  Managers: ['hotspotId'],
  Reports: ['hotspotId'],
  Feedback: ['hotspotId'],
  Integrations: ['hotspotId'],
};

const PATHS: Record<string, string> = { Guests: '/users', Managers: '/accounts', Feedback: '/marketing' };
const pathOf = (list: string) => PATHS[list] ?? `/${list.toLowerCase()}`;

/** The list of units asks for sessions too, unit by unit, without their sums. */
const isActivity = ({ unit, sums }: Call['query']) => unit !== undefined && sums === undefined;
const requested = (calls: Call[], name: string) =>
  calls.filter((call) => callName(call) === name && !(name === 'GET /api/sessions' && isActivity(call.query))).map(({ query }) => query);
const filtersNow = () => [...new URLSearchParams(currentAddress().split('?')[1] ?? '')];

async function goByMenu(user: UserEvent, list: string): Promise<void> {
  await user.click(within(screen.getByRole('navigation', { name: 'Main menu' })).getByRole('link', { name: list }));
  expect(await screen.findByRole('heading', { level: 1, name: list })).toBeVisible();
  await waitFor(() => expect(currentAddress()).toMatch(new RegExp(`^${pathOf(list)}(?:\\?|$)`)));
}

test.each(CASES)('$list keeps the $filter across other lists and a reload', async ({ list, choose, address, call, query = {} }) => {
  const isChosen = async (calls: Call[]) => {
    await waitFor(() => expect(currentAddress()).toContain(address));
    await waitFor(() => expect(requested(calls, call).at(-1)).toMatchObject(query));
  };
  const calls = answerWith(ANSWERS);
  const { user } = await openConsole({ as: madeUp('reseller'), at: pathOf(list) });
  await choose(user);
  await isChosen(calls);

  for (const other of ['Units', 'Sessions', 'Guests', 'Hotspots'].filter((one) => one !== list)) {
    const before = requested(calls, call).length;
    await goByMenu(user, other);
    expect(filtersNow().filter(([name]) => !OWN[other]?.includes(name))).toEqual([]);
    // The old screen requests nothing more, and certainly not with the new screen's address.
    expect(requested(calls, call)).toHaveLength(before);
  }
  await goByMenu(user, list);
  await isChosen(calls);
  expect(filtersNow().filter(([name]) => !OWN[list]?.includes(name))).toEqual([]);

  // After a reload, only what the browser has stored is left.
  await waitFor(() => expect(localStorage.getItem('persist:preferences')).not.toBeNull());
  const stored = { 'persist:preferences': localStorage.getItem('persist:preferences') ?? '' };
  cleanup();
  const { user: sameUser } = await openConsole({ as: madeUp('reseller'), at: '/', stored });
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  const reloaded = answerWith(ANSWERS);
  await goByMenu(sameUser, list);
  await isChosen(reloaded);
});

test('a hotspot chosen in Reports narrows no list of managers', async () => {
  const calls = answerWith(ANSWERS);
  const { user } = await openConsole({ as: madeUp('reseller'), at: '/reports?hotspotId=7' });
  await screen.findByRole('heading', { level: 1, name: 'Reports' });
  await goByMenu(user, 'Managers');
  expect(filtersNow()).toEqual([]);
  await waitFor(() => expect(requested(calls, 'GET /api/accounts')).not.toEqual([]));
  expect(requested(calls, 'GET /api/accounts').map(({ hotspot }) => hotspot ?? '0')).toEqual(expect.arrayContaining(['0']));
  expect(requested(calls, 'GET /api/accounts').map(({ hotspot }) => hotspot ?? '0')).not.toContain('7');
});
