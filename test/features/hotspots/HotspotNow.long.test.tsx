import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { LiveUnit } from '../../../src/contract/units';
import { HotspotPage } from '../../../src/features/hotspots/HotspotPage';
import { answerWith, callName, type Answers } from '../../support/console/answers';
import { madeUpUnit } from '../../support/console/answersMadeUp';
import { onPhone, renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
import { hotspot as plainHotspot } from './hotspotPageTests';
import { WAX } from '../disclaimers/privacyTabTests';
import { hotspot as newHotspot, NAME } from './hotspotChecklistTests';

const at = '/hotspots/7';
const unit = (id: number, name: string, state: 'active' | 'idle' | 'silent', last_seen: string | null = '2025-11-20T10:00:00Z') =>
  ({ ...madeUpUnit({ id, name }), activity: { sessions: state === 'active' ? 2 : 0, last_seen, state } }) satisfies LiveUnit;
const doing = (units: readonly LiveUnit[], guests = 14): Answers => ({
  'GET /api/units': { body: { data: units, total: units.length } },
  'GET /api/stats/online/7': {
    body: { online: [0, guests].map((count, hour) => ({ at: `2026-11-20T1${hour}:00:00Z`, guests: count })), most_online: null },
  },
});
const state = () => document.querySelector('.hotspotState')?.textContent;

test('the page of a hotspot begins with how it is doing', async () => {
  const units = [unit(1, 'ghm-bar', 'active'), unit(2, 'ghm-hall', 'idle'), unit(3, 'ghm-spa', 'silent')];
  answerWith(plainHotspot(doing(units)));
  renderPage(<HotspotPage />, { at });
  await waitFor(() => expect(state()).toBe('14 guests online · 1 of 3 units active · ghm-spa silent since 20 Nov 2025 Open unit'));
  expect(screen.getByRole('link', { name: 'Open unit' })).toHaveAttribute('href', '#/units/3');
  expect(await screen.findByRole('region', { name: 'Guests online, last 24 hours' })).toBeVisible();
  const rows = within(await screen.findByRole('region', { name: 'Units' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual(['ghm-spaSilent', 'ghm-hallIdle', 'ghm-bar2 active']);
  // The cards of the specification follow.
  expect(screen.getByRole('group', { name: 'Managers' })).toBeVisible();
});

test.each([
  [[], 0, 'Nobody online'],
  [[unit(1, 'ap', 'idle', null)], 1, '1 guest online · 0 of 1 unit active'],
  [[unit(1, 'ap', 'silent', null)], 1, '1 guest online · 0 of 1 unit active · ap not heard yet Open unit'],
  [[unit(1, 'a', 'silent'), unit(2, 'b', 'silent')], 2, '2 guests online · 0 of 2 units active · 2 units silent Open units'],
])('the state of a hotspot with the units %j and %i guests reads “%s”', async (units, guests, words) => {
  answerWith(plainHotspot(doing(units, guests)));
  renderPage(<HotspotPage />, { at });
  await waitFor(() => expect(state()).toBe(words));
});

test('the state of a hotspot is missing where it cannot be loaded, and the rest of the page stays', async () => {
  answerWith(plainHotspot({ 'GET /api/stats/online/7': { status: 500 } }));
  renderPage(<HotspotPage />, { at });
  expect(await screen.findByRole('group', { name: 'Managers' })).toBeVisible();
  expect(state()).toBeUndefined();
});

test.each([
  ['overview', true],
  ['', true],
  ['nonsense', true],
  ['privacy', false],
])('the tab “%s” of a hotspot has its state above it on a phone: %s', async (tab, isThere) => {
  onPhone();
  const calls = answerWith(plainHotspot({ ...doing([unit(1, 'ap', 'active')]), [WAX]: { status: 500 } }));
  renderPage(<HotspotPage />, { at: `${at}?tab=${tab}` });
  await screen.findByRole('tab', { name: 'Overview' });
  await waitFor(() => expect(state() !== undefined).toBe(isThere));
  expect(calls.map(callName).includes('GET /api/stats/online/7')).toBe(isThere);
});

test('a desk, which has no numbers of the dashboard, is shown none and asks for none', async () => {
  const calls = answerWith(plainHotspot());
  renderPage(<HotspotPage />, { at: `${at}?tab=overview`, as: madeUp('desk') });
  await screen.findByRole('group', { name: 'Active guests' });
  expect(calls.map(callName)).not.toContain('GET /api/stats/online/7');
});

test('the next step of the checklist is its primary button', async () => {
  answerWith(newHotspot());
  renderPage(<HotspotPage />, { at });
  const list = within(await screen.findByRole('region', { name: NAME }));
  const primary = () => list.getAllByRole('button').filter((button) => button.classList.contains('ant-btn-primary'));
  await waitFor(() => expect(primary().map((button) => button.textContent)).toEqual(['Register a unit']));
});
