import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { HOTSPOT_PREFERENCE_DEFAULTS } from '../../../src/contract/plain/hotspotPreferences';
import { isDone, STEPS, type ChecklistState, isNew } from '../../../src/features/hotspots/checklist';
import { HotspotPage } from '../../../src/features/hotspots/HotspotPage';
import { setConfig } from '../../../src/shared/config';
import { answerWith, callName, type Answers } from '../../support/console/answers';
import { madeUpHotspot, madeUpUnit } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { at, hotspot, noChecklist, YESTERDAY, total, preferences, NAME } from './hotspotChecklistTests';
import type { LiveUnit } from '../../../src/contract/units';
import { madeUp } from '../../support/console/renderAs';

describe('the steps of the checklist', () => {
  const complete: ChecklistState = {
    hotspot: madeUpHotspot({ business_vat: '' }),
    preferences: {
      ...HOTSPOT_PREFERENCE_DEFAULTS,
      sms_login: 'false',
      email_login: 'false',
      facebook_login: 'false',
      linkedin_login: 'false',
    },
    units: 'none',
    managers: 0,
    vouchers: 0,
  };

  test('are all open at first', () => {
    expect(STEPS.filter((step) => isDone(step, complete))).toEqual([]);
  });

  test.each<[string, Partial<ChecklistState>]>([
    ['privacy', { hotspot: madeUpHotspot() }],
    ['logins', { preferences: { ...complete.preferences, temp_code_login: 'true' } }],
    ['unit', { units: 'heard' }],
    ['portal', { preferences: { ...complete.preferences, captive_2_title: 'City Library' } }],
    ['manager', { managers: 1 }],
    ['voucher', { vouchers: 1 }],
  ])('are completed independently, like %s', (step, change) => {
    expect(STEPS.filter((each) => isDone(each, { ...complete, ...change }))).toEqual([step]);
  });

  test('leave the portal open on an existing back end, which does not report its look', () => {
    expect(isDone('portal', { ...complete, preferences: {} })).toBe(false);
  });

  test.each([
    [29, true],
    [31, false],
  ])('treat a hotspot of %i days as new: %s', (days, isIt) => {
    const created = '2026-11-01T00:00:00Z';
    expect(isNew(madeUpHotspot({ created }), Date.parse(created) + days * 86_400_000)).toBe(isIt);
  });
});

describe('vouchers while no voucher login is on', () => {
  test('cannot be turned on on an existing back end that lacks the preference', async () => {
    setConfig({ backend: 'existing' });
    answerWith(hotspot({ 'GET /api/hotspots/7': { body: madeUpHotspot() }, 'GET /api/preferences/hotspots/7': { body: [] } }));
    renderPage(<HotspotPage />, { at });
    await noChecklist();
    expect(screen.queryByRole('button', { name: 'Turn on vouchers' })).not.toBeInTheDocument();
  });

  test.each([
    ['the checklist', 'Turn on vouchers and create the first'],
    ['the overview', 'Turn on vouchers'],
  ])('can be turned on in one step from %s', async (_where, name) => {
    const calls = answerWith(
      hotspot({
        'GET /api/preferences/hotspots/7': [preferences(), preferences({ voucher_login: 'true' })],
        'PUT /api/preferences/hotspots/7': { body: { status: 'success' } },
      }),
    );
    const { user } = renderPage(<HotspotPage />, { at });
    await checklist();
    expect(screen.queryByRole('tab', { name: 'Vouchers' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name }));
    expect(await screen.findByRole('tab', { name: 'Vouchers', selected: true })).toBeVisible();
    const sent = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    expect(sent).toEqual([{ key: 'voucher_login', value: 'true' }]);
  });

  test('report a failure to turn on, and the overview stays', async () => {
    answerWith(hotspot({ 'PUT /api/preferences/hotspots/7': { status: 500 } }));
    const { user } = renderPage(<HotspotPage />, { at });
    await user.click(await screen.findByRole('button', { name: 'Turn on vouchers' }));
    expect(await screen.findByText('Couldn’t turn on vouchers. Try again.')).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible();
  });
});

const seenOnce = { state: 'idle', sessions: 0, last_seen: YESTERDAY } as const;
const unit = (change: Partial<LiveUnit> = {}): LiveUnit => ({ ...madeUpUnit({ id: 3, name: 'ap-lobby' }), ...change });
const units = (...data: LiveUnit[]) => ({ body: { data, total: data.length } });
const checklist = () => screen.findByRole('region', { name: NAME });

describe('the checklist of a new hotspot', () => {
  test('opens with what is missing, and each step links to its place', async () => {
    answerWith(hotspot({ 'GET /api/units': units(unit({ activity: seenOnce })) }));
    renderPage(<HotspotPage />, { at });
    const list = within(await checklist());
    expect(list.getByText('3 of 6 done')).toBeVisible();
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Done: Fill in the business details for the privacy notice',
      'Done: Choose how guests log in',
      'Done: Register a unit',
      'Design the captive portal',
      'Add a manager for the hotspot',
      'Turn on vouchers and create the first',
    ]);
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '#/hotspots/7?tab=preferences',
      '#/units?hotspotId=7',
      '#/hotspots/7?tab=captive',
    ]);
  });

  test.each([
    [/Register a unit/, 'Register unit'],
    [/Add a manager/, 'New manager'],
  ])('opens at the step %s the dialog %s instead of an empty list', async (step, name) => {
    answerWith(hotspot({ 'GET /api/accounts/2': { body: {} } }));
    const { user } = renderPage(<HotspotPage />, { at });
    await user.click(within(await checklist()).getByRole('button', { name: step }));
    expect(await screen.findByRole('dialog', { name })).toBeVisible();
  });

  test('asks to connect a unit that has never reported', async () => {
    answerWith(hotspot({ 'GET /api/units': units(unit({ activity: { ...seenOnce, last_seen: null } })) }));
    renderPage(<HotspotPage />, { at });
    const step = within(await checklist()).getByRole('link', { name: 'Connect ap-lobby, which hasn’t been heard yet' });
    expect(step).toHaveAttribute('href', '#/units/3/connect');
  });

  test('counts a unit of which the back end tells no activity', async () => {
    answerWith(hotspot({ 'GET /api/units': units(unit()) }));
    renderPage(<HotspotPage />, { at });
    expect(within(await checklist()).getByRole('link', { name: 'Register a unit' })).toHaveAttribute('href', '#/units?hotspotId=7');
  });

  test('leads to the business details where the hotspot is modified', async () => {
    answerWith(
      hotspot({
        'GET /api/hotspots/7': { body: madeUpHotspot({ created: YESTERDAY, business_vat: '' }) },
        'GET /api/disclaimers/accounts/2': { body: [] },
      }),
    );
    const { user } = renderPage(<HotspotPage />, { at });
    await user.click(within(await checklist()).getByRole('button', { name: /business details/ }));
    expect(await screen.findByRole('dialog', { name: 'Edit hotspot' })).toBeVisible();
  });

  test('creates the first voucher at once where vouchers are on', async () => {
    answerWith(hotspot({ 'GET /api/preferences/hotspots/7': preferences({ voucher_login: 'true' }) }));
    const { user } = renderPage(<HotspotPage />, { at: `${at}?tab=overview` });
    await user.click(within(await checklist()).getByRole('button', { name: 'Create the first voucher' }));
    expect(await screen.findByRole('dialog', { name: 'New vouchers' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Turn on vouchers' })).not.toBeInTheDocument();
  });

  test('stays dismissed, without affecting the one of another hotspot', async () => {
    answerWith(hotspot());
    const { user, store } = renderPage(<HotspotPage />, { at });
    await user.click(within(await checklist()).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: NAME })).not.toBeInTheDocument());
    expect(store.getState().preferences.dismissed_checklists).toEqual([7]);
  });

  test.each<[string, Answers, number[]]>([
    ['is old', { 'GET /api/hotspots/7': { body: madeUpHotspot({ created: '2025-03-04T09:30:00Z' }) } }, []],
    ['was dismissed', {}, [3, 7]],
    [
      'has all that it needs',
      {
        'GET /api/accounts': total(1),
        'GET /api/units': units(unit({ activity: seenOnce })),
        'GET /api/preferences/hotspots/7': preferences({ captive_2_title: 'City Library', voucher_login: 'true' }),
        'GET /api/vouchers/7': { body: [], headers: { 'X-Total-Count': '1', 'X-Sort': 'created' } },
      },
      [],
    ],
  ])('is missing for a hotspot that %s', async (_what, answers, dismissed_checklists) => {
    answerWith(hotspot(answers));
    renderPage(<HotspotPage />, { at: `${at}?tab=overview`, preferences: { dismissed_checklists } });
    await noChecklist();
  });

  test.each(['customer', 'desk'] as const)('is missing for a %s, who can set up none of it', async (role) => {
    const calls = answerWith(hotspot());
    renderPage(<HotspotPage />, { as: madeUp(role), at });
    await waitFor(() => expect(screen.getByRole('group', { name: 'Active guests' })).toHaveTextContent(/\d/));
    expect(screen.queryByRole('region', { name: NAME })).not.toBeInTheDocument();
    expect(calls.map(callName)).not.toContain('GET /api/vouchers/7');
  });
});
