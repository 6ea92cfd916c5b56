import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Availability, LiveUnit } from '../../../src/contract/units';
import { HotspotsPage } from '../../../src/features/hotspots/HotspotsPage';
import { UnitPage } from '../../../src/features/units/UnitPage';
import { UnitsPage } from '../../../src/features/units/UnitsPage';
import { answerWith, callName, type Answers } from '../../support/console/answers';
import { madeUpHotspot, madeUpUnit, pageOfHotspots, pageOfRows } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';

const filled = (count: number, share: number | null) => Array.from({ length: count }, () => share);
const availability = (change: Partial<Availability> = {}): Availability => ({
  id: 7,
  zone: 'Europe/Rome',
  half_hours: [...filled(40, 1), ...filled(8, 0)],
  days: [...filled(20, null), ...filled(9, 0.5), 1],
  ...change,
});
const unitPage = (activity: Partial<LiveUnit['activity']>, known: Availability | null = availability()): Answers => ({
  'GET /api/units/7': {
    body: { ...madeUpUnit(), activity: { sessions: 0, last_seen: '2025-11-03T14:05:00Z', state: 'idle', ...activity } },
  },
  'GET /api/hotspots/7': { body: madeUpHotspot() },
  'GET /api/units/availability': known === null ? { status: 500 } : { body: [known] },
});

test('a unit’s page shows its contacts of the last day and the last month, in words, too', async () => {
  answerWith(unitPage({}));
  renderPage(<UnitPage />, { at: '/units/7' });
  const region = within(await screen.findByRole('region', { name: 'Availability' }));
  expect(await region.findByRole('img', { name: 'Last 24 hours: heard in 40 of 48 half-hours' })).toBeVisible();
  const days = region.getByRole('img', { name: 'Last 30 days: heard on 10 days, silent on 0' });
  expect([...days.children].map((bar) => bar.className)).toEqual([
    ...filled(20, null).map(() => 'isUnknown'),
    ...filled(10, 1).map(() => ''),
  ]);
  expect(days.lastElementChild).toHaveAttribute('title', expect.stringMatching(/: heard$/));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a quiet half-hour is no silence, a day without a word is', async () => {
  answerWith(unitPage({ state: 'silent' }, availability({ half_hours: filled(48, 0), days: [...filled(28, 1), 0, 0] })));
  renderPage(<UnitPage />, { at: '/units/7' });
  const region = within(await screen.findByRole('region', { name: 'Availability' }));
  const hours = await region.findByRole('img', { name: 'Last 24 hours: heard in 0 of 48 half-hours' });
  expect(new Set([...hours.children].map((bar) => bar.className))).toEqual(new Set(['isSilent']));
  expect(region.getByRole('img', { name: 'Last 30 days: heard on 28 days, silent on 2' })).toBeVisible();
});

test.each([
  [{ state: 'silent' } as const, 'ap-reception was last heard 3 Nov 2025. Check three things:'],
  [{ state: 'idle', last_seen: null } as const, 'ap-reception hasn’t been heard yet. Check three things:'],
])('a unit without contact (%j) says what to check', async (activity, words) => {
  answerWith(unitPage(activity, null));
  renderPage(<UnitPage />, { at: '/units/7' });
  const banner = (await screen.findByText(/Check three things/)).closest<HTMLElement>('.ant-alert')!;
  expect(banner).toHaveTextContent(words);
  const steps = within(banner).getAllByRole('listitem');
  expect(steps).toHaveLength(3);
  expect(steps[2]).toHaveTextContent(madeUpUnit().uuid);
  // The glossary's term ("heard", not "seen"), and no strip if availability can't be loaded.
  expect(document.body).not.toHaveTextContent(/seen/i);
  expect(screen.queryByRole('region', { name: 'Availability' })).not.toBeInTheDocument();
});

test('the list of units shows the last month of each, with one call', async () => {
  const rows = [7, 8].map((id) => ({ ...madeUpUnit({ id, name: `ap-${id}` }), activity: { sessions: 0, last_seen: null, state: 'idle' } }));
  const calls = answerWith({ 'GET /api/units': pageOfRows(rows), 'GET /api/units/availability': { body: [availability()] } });
  renderPage(<UnitsPage />);
  const row = await screen.findByRole('row', { name: /^ap-7/ });
  expect(await within(row).findByRole('img', { name: 'Last 30 days: heard on 10 days, silent on 0' })).toBeVisible();
  expect(within(screen.getByRole('row', { name: /^ap-8/ })).queryByRole('img', { name: /^Last/ })).not.toBeInTheDocument();
  expect(calls.filter((call) => callName(call) === 'GET /api/units/availability').map(({ query }) => query)).toEqual([{ ids: '7,8' }]);
});

test('the list of hotspots shows on which days all, some or none of the units had contact', async () => {
  answerWith({
    'GET /api/hotspots': pageOfHotspots([{ id: 7, name: 'city-library' }]),
    'GET /api/hotspots/availability': { body: [availability({ days: [...filled(27, 1), 0.5, 0, 0] })] },
    'GET /api/accounts/2': { status: 500 },
  });
  renderPage(<HotspotsPage />, { as: madeUp('admin') });
  const days = await screen.findByRole('img', { name: 'Last 30 days: heard on 28 days, silent on 2' });
  expect([...days.children].slice(-4).map((bar) => bar.className)).toEqual(['', 'isSome', 'isSilent', 'isSilent']);
});
