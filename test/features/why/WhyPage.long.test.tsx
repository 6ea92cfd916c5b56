import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Explanation } from '../../../src/contract/why';
import { MAX_LENGTH } from '../../../src/contract/plain/wire';
import { WhyPage } from '../../../src/features/why/WhyPage';
import { paths } from '../../../src/shared/paths';
import { answerWith } from '../../support/console/answers';
import { renderPage, currentAddress } from '../../support/console/render';
import { loggedIn, madeUp, callApi } from '../../support/console/renderAs';
import { stateOf, answer, failing, checks } from './whyPageTests';
import type { Guest } from '../../../src/contract/guests';

describe('a guest who can’t get online', () => {
  test('a device that nobody knows can be let in at once, with its address filled in', async () => {
    const { user } = renderPage(<WhyPage />, { as: await loggedIn('desk'), at: '/why?q=0E:99:99:99:99:98' });
    expect(await screen.findByText('Look at this first: Device')).toBeVisible();
    expect(stateOf('Device')).toHaveTextContent(/hasn’t been seen here.*It is a private address/);
    expect(stateOf('Validity')).toHaveTextContent(/Not checked/);
    await user.click(within(stateOf('Code or guest')).getByRole('button', { name: 'Let this device in' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByLabelText('MAC address')).toHaveValue('0E-99-99-99-99-98');
  });

  test('is found by e-mail on the real server, with each check in words', async () => {
    const desk = await loggedIn('desk');
    const { data } = (await callApi('GET', '/api/users?limit=50', { token: desk.token })) as { data: Guest[] };
    const guest = data.find(({ email }) => email !== '');
    const { user } = renderPage(<WhyPage />, { as: desk, at: '/why' });
    await user.type(screen.getByRole('searchbox'), `${guest?.email ?? ''}{Enter}`);
    expect(await screen.findByRole('link', { name: guest?.name ?? '' })).toBeVisible();
    expect(currentAddress()).toContain(`/why?q=${encodeURIComponent(guest?.email ?? '')}`);
    expect(checks()).toHaveLength(8);
    for (const check of checks()) expect(check).toHaveTextContent(/OK|Problem|Not checked/);
  });
});

describe('everybody at a unit', () => {
  const body = {
    matches: [],
    answer: answer({ guest: null, device_mac: '', checks: failing({ check: 'unit', state: 'failed', refusals: [] }) }),
  };

  test('is named by the unit, which a reseller can open', async () => {
    answerWith({ 'GET /api/why': { body } });
    renderPage(<WhyPage />, { as: madeUp('reseller'), at: '/why?q=lobby' });
    expect(await screen.findByRole('heading', { name: /^Lobby/, level: 2 })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Lobby' })).toHaveAttribute('href', expect.stringContaining('/units/41'));
    expect(screen.getByText('Look at this first: Unit')).toBeVisible();
  });

  test('is explained from the unit’s page when no device was refused', async () => {
    const calls = answerWith({ 'GET /api/why': { body } });
    const { user } = renderPage(<WhyPage />, { as: madeUp('customer'), at: paths.why.to({ q: '', hotspot: 7, unit: 41 }) });
    expect(await screen.findByRole('heading', { name: /^Lobby/, level: 2 })).toBeVisible();
    expect(calls.map(({ query }) => query)).toEqual([{ hotspot: '7', unit: '41' }]);
    await user.type(screen.getByRole('searchbox'), 'rossi{Enter}');
    await waitFor(() => expect(calls.at(-1)?.query).toEqual({ hotspot: '7', unit: '41', q: 'rossi' }));
  });

  test('is named by the unit for a desk, which gets no link to it', async () => {
    answerWith({ 'GET /api/why': { body } });
    renderPage(<WhyPage />, { as: madeUp('desk'), at: '/why?q=lobby' });
    expect(await screen.findByRole('heading', { name: /^Lobby/, level: 2 })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Lobby' })).not.toBeInTheDocument();
  });
});

test('a text that is longer than can be searched is cut, as in a search box', async () => {
  const calls = answerWith({ 'GET /api/why': { body: { matches: [], answer: null } } });
  renderPage(<WhyPage />, { as: madeUp('desk'), at: `/why?q=${'x'.repeat(300)}` });
  expect(await screen.findByText(/^No guest, voucher or device matches/)).toBeVisible();
  expect(calls.map(({ query }) => query.q)).toEqual(['x'.repeat(MAX_LENGTH.search)]);
});

test('refused logins are listed with time, unit and reason', async () => {
  const tries = [
    { at: '2026-11-20T11:02:03Z', unit_name: 'Lobby', device_mac: 'AA-BB-CC-00-11-22', refusal: 'expired' },
    { at: '2026-11-20T11:01:00Z', unit_name: '', device_mac: '', refusal: 'wrong_secret' },
  ] as const;
  answerWith({ 'GET /api/why': { body: { matches: [], answer: answer({ tries: [...tries] }) } } });
  renderPage(<WhyPage />, { at: '/why?guest=11' });
  const lines = within(await screen.findByRole('region', { name: 'Refused logins' })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/\d\d:\d\d · Lobby · the validity is over$/),
    expect.stringMatching(/\d\d:\d\d · – · the password isn’t the one of this voucher$/),
  ]);
});

describe('the act that mends a check', () => {
  test.each<[string, 'desk' | 'reseller', Partial<Explanation>, string]>([
    ['an expired guest', 'desk', { checks: failing({ check: 'valid', state: 'failed', refusals: ['expired'] }) }, 'Extend access'],
    ['a day’s limit', 'desk', { checks: failing({ check: 'limits', state: 'failed', refusals: ['used_up_today'] }) }, 'Extend access'],
    [
      'a voucher without uses',
      'desk',
      { checks: failing({ check: 'valid', state: 'failed', refusals: ['no_uses_left'] }) },
      'New vouchers',
    ],
    ['a validity to come', 'desk', { checks: failing({ check: 'valid', state: 'failed', refusals: ['too_early'] }) }, 'Edit guest'],
    [
      'a closed hotspot',
      'reseller',
      { checks: failing({ check: 'open', state: 'failed', refusals: ['hotspot_closed'] }) },
      'Open preferences',
    ],
    ['a silent unit', 'reseller', { checks: failing({ check: 'unit', state: 'failed', refusals: [] }) }, 'Open unit'],
    ['no unit', 'reseller', { unit: null, checks: failing({ check: 'unit', state: 'failed', refusals: [] }) }, 'Register unit'],
    [
      'a session elsewhere',
      'desk',
      {
        elsewhere: { session_id: 5, unit_name: 'Bar', device_mac: '00-11-22-33-44-66', since: '2026-11-20T09:00:00Z' },
        checks: failing({ check: 'elsewhere', state: 'failed', refusals: ['too_many_devices'] }),
      },
      'Disconnect',
    ],
  ])('opens what mends %s, for a %s', async (_what, role, change, act) => {
    answerWith({ 'GET /api/why': { body: { matches: [], answer: answer(change) } } });
    renderPage(<WhyPage />, { as: madeUp(role), at: '/why?guest=11' });
    expect(await screen.findByRole(/Open/.test(act) ? 'link' : 'button', { name: act })).toBeVisible();
  });

  test('is missing for a desk that may not do it', async () => {
    const checked = failing(
      { check: 'unit', state: 'failed', refusals: [] },
      { check: 'open', state: 'failed', refusals: ['hotspot_closed'] },
    );
    answerWith({ 'GET /api/why': { body: { matches: [], answer: answer({ checks: checked }) } } });
    renderPage(<WhyPage />, { as: madeUp('desk'), at: '/why?guest=11' });
    expect(await screen.findByText('Look at this first: Unit')).toBeVisible();
    for (const check of checks()) expect(within(check).queryByRole('button')).not.toBeInTheDocument();
    for (const check of checks()) expect(within(check).queryByRole('link')).not.toBeInTheDocument();
  });
});

test.each([
  [{ status: 500, body: { message: 'no' } }, 'Couldn’t check this. Try again.'],
  [{ status: 404, body: { message: 'No user found!' } }, 'Not found. It may have been deleted.'],
])('an answer of %j says what happened', async (reply, words) => {
  answerWith({ 'GET /api/why': reply });
  renderPage(<WhyPage />, { at: '/why?guest=11' });
  expect(await screen.findByText(words)).toBeVisible();
});
