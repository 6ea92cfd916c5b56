import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { FoundItem } from '../../../src/contract/find';
import { pageNamed } from '../../../src/shared/recents';
import { callName } from '../../support/console/answers';
import { currentAddress } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
import { FIND, found, open } from './findDialogTests';

const ROSSI: FoundItem = { kind: 'guest', id: 11, hotspot_id: 7, title: 'Mario Rossi', subtitle: '' };
const HOTSPOT = { 'GET /api/hotspots/7': { body: { id: 7, name: 'city-library', description: '' } } };
const PREFERENCES = { 'GET /api/preferences/hotspots/7': { body: [{ id: 1, key: 'voucher_login', value: 'true' }] } };
/** Answers to other requests of the dialogs. */
const GONE = {
  'GET /api/users/11': { status: 404 },
  'GET /api/hotspots/8': { status: 404 },
  'GET /api/preferences/hotspots/8': { status: 404 },
  'GET /api/paper/hotspots/7': { status: 404 },
};
const CREATE = 'POST /api/vouchers';
const titles = () => screen.queryAllByRole('option').map(({ textContent }) => textContent.trim());

test('“3 days” and Enter make a voucher, once, and show it on any page', async () => {
  const voucher = {
    id: 90,
    hotspot_id: 7,
    code: 'sun12345',
    duration: 3,
    expires: null,
    remain_use: -1,
    created: null,
    printed: false,
    user_mail: '',
  };
  const { user, calls, store } = open(
    {
      ...HOTSPOT,
      ...PREFERENCES,
      ...GONE,
      [FIND]: found([]),
      [CREATE]: { status: 201, body: { status: 'success', ids: [90], vouchers: [voucher] } },
    },
    { as: madeUp('desk'), at: '/users' },
  );
  await screen.findByRole('option', { name: /^Create voucher 3 days/ });
  await user.keyboard('3 days{Enter}{Enter}');
  await waitFor(() => expect(store.getState().dialogs.stack.map(({ name }) => name)).toEqual(['vouchers/show']));
  const created = calls.filter((call) => callName(call) === CREATE);
  expect(created.map(({ body }) => body)).toEqual([expect.objectContaining({ hotspot_id: 7, duration: 3, num_vouchers: 1 })]);
});

test('Enter makes no voucher before anything is typed', async () => {
  const { user, calls, onClose } = open({ ...HOTSPOT, ...PREFERENCES, ...GONE, [FIND]: found([]) }, { as: madeUp('desk'), at: '/users' });
  await screen.findByRole('option', { name: /^Create voucher 3 days/, selected: false });
  await user.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(calls.map(callName)).not.toContain(CREATE);
});

test('“3 days” with a hotspot’s name makes the voucher there, for who has several', async () => {
  const bora: FoundItem = { kind: 'hotspot', id: 7, hotspot_id: 7, title: 'hotel-bora', subtitle: '' };
  const { user, calls } = open({
    ...PREFERENCES,
    [FIND]: ({ query }) => found(query.q === 'bora' ? [bora] : []),
    [CREATE]: { status: 500 },
  });
  await user.keyboard('3d');
  expect(await screen.findByRole('option', { name: 'Create voucher 3 days · Which hotspot?', selected: true })).toBeVisible();
  await user.keyboard('{Enter}bora');
  expect(await screen.findByRole('option', { name: 'Create voucher 3 days · hotel-bora', selected: true })).toBeVisible();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('No voucher to hand out yet.')).toBeVisible();
  expect(calls.filter((call) => callName(call) === CREATE)).toHaveLength(1);
});

test('“extend rossi 2 days” opens the dialog for that guest with two days more', async () => {
  const { user, store } = open({ ...GONE, [FIND]: ({ query }) => found(query.q === 'rossi' ? [ROSSI] : []) });
  await user.keyboard('extend rossi 2 days');
  expect(await screen.findByRole('option', { name: 'Extend access Mario Rossi · +2 days', selected: true })).toBeVisible();
  await user.keyboard('{Enter}');
  expect(store.getState().dialogs.stack).toMatchObject([{ name: 'guests/extend', args: { id: 11, isArchived: false, days: 2 } }]);
});

test('“disconnect rossi” opens the dialog for the session of that guest, and nothing for one who is offline', async () => {
  const online = { ...ROSSI, online: true as const, sessions: [71, 72] };
  const rows = [online, { ...ROSSI, id: 12, title: 'Anna Rossi' }];
  const answers = {
    ...HOTSPOT,
    ...PREFERENCES,
    ...GONE,
    [FIND]: ({ query }: { query: { q?: string } }) => found(query.q === 'rossi' ? rows : []),
  };
  const { user, store } = open(answers, { as: madeUp('desk') });
  await user.keyboard('disconnect rossi');
  expect(await screen.findByRole('option', { name: 'Disconnect Mario Rossi · device 1 of 2', selected: true })).toBeVisible();
  expect(screen.queryByRole('option', { name: 'Disconnect Anna Rossi' })).not.toBeInTheDocument();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(store.getState().dialogs.stack).toMatchObject([{ name: 'sessions/disconnect', args: { id: 72 } }]);
});

test('“disconnect rossi” says that nobody of that name is online, and leads to the guest', async () => {
  const { user } = open(
    { ...HOTSPOT, ...PREFERENCES, ...GONE, [FIND]: ({ query }) => found(query.q === 'rossi' ? [ROSSI] : []) },
    { as: madeUp('desk') },
  );
  await user.keyboard('disconnect rossi');
  expect(await screen.findByText('No device of “rossi” is online')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(currentAddress()).toBe('/users/11');
});

test('on a guest’s page, “disconnect” fills in the guest’s name, by which the session is found', async () => {
  const online = { ...ROSSI, online: true as const, sessions: [71] };
  const { user, store } = open({ [FIND]: ({ query }) => found(query.q === 'Mario Rossi' ? [online] : []) }, { at: '/users/11' });
  store.dispatch(pageNamed({ kind: 'guest', pathname: '/users/11', search: '', title: 'Mario Rossi' }));
  await user.keyboard('disconnect{Enter}');
  expect(screen.getByRole('combobox')).toHaveValue('Disconnect Mario Rossi');
  expect(await screen.findByRole('option', { name: 'Disconnect Mario Rossi', selected: true })).toBeVisible();
});

test('the plan of a reseller is renewed by name, by an admin alone', async () => {
  const nord = { kind: 'account', id: 7, hotspot_id: 0, title: 'nord', subtitle: 'Rete Nord' } as const;
  const rows = [
    { ...nord, reseller: true as const },
    { ...nord, id: 8, title: 'nord-desk' },
  ];
  const { user, store } = open({ 'GET /api/accounts/7': { status: 404 }, [FIND]: found(rows) }, { as: madeUp('admin') });
  await user.keyboard('renew or change plan nord');
  expect(await screen.findByRole('option', { name: 'Renew or change plan nord', selected: true })).toBeVisible();
  expect(screen.queryByRole('option', { name: 'Renew or change plan nord-desk' })).not.toBeInTheDocument();
  await user.keyboard('{Enter}');
  expect(store.getState().dialogs.stack).toMatchObject([{ name: 'accounts/subscription', args: { id: 7 } }]);
});

test.each([
  ['without', null, ['Turn on the second factor']],
  ['with', '2026-01-01T00:00:00Z', ['New recovery codes', 'Turn off the second factor']],
])('one’s own second factor is offered to be changed as it is: %s', async (_, since, offered) => {
  const { user } = open(
    { ...HOTSPOT, ...PREFERENCES, [FIND]: found([]), 'GET /api/accounts/4/second_factor': { body: { since, codes_left: 3 } } },
    { as: madeUp('desk') },
  );
  for (const typed of ['second factor', 'recovery codes']) {
    await user.clear(screen.getByRole('combobox'));
    await user.keyboard(typed);
    const matching = offered.filter((title) => title.toLowerCase().includes(typed));
    await waitFor(() => expect(titles()).toEqual(matching));
  }
});

test('acts whose names begin with what was typed come before those that contain it', async () => {
  const { user } = open({ ...HOTSPOT, ...PREFERENCES, [FIND]: found([]) }, { as: madeUp('admin') });
  await user.keyboard('se');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/results$/));
  const acts = within(screen.getByRole('group', { name: 'Actions' })).getAllByRole('option');
  const begin = acts.map(({ textContent }) => textContent.trim().startsWith('Se'));
  expect(begin).toEqual(begin.toSorted((one, other) => Number(other) - Number(one)));
  expect(new Set(begin)).toEqual(new Set([true, false]));
});

test('an act without a name asks for one, or is about what the page shows', async () => {
  const { user, store } = open({ [FIND]: found([]) }, { at: '/users/11' });
  await user.keyboard('extend');
  await user.click(await screen.findByRole('option', { name: 'Extend access Which guest?' }));
  expect(screen.getByRole('combobox')).toHaveValue('Extend access ');
  store.dispatch(pageNamed({ kind: 'guest', pathname: '/users/11', search: '', title: 'Mario Rossi' }));
  expect(await screen.findByRole('option', { name: 'Extend access Mario Rossi' })).toBeVisible();
  expect(store.getState().dialogs.stack).toEqual([]);
});

test.each([
  ['desk', 'new hotspot', false],
  ['customer', 'new hotspot', false],
  ['reseller', 'new hotspot', true],
  ['desk', 'audit', false],
  ['admin', 'audit', true],
  ['desk', 'register unit', false],
  ['desk', 'disclaimer', false],
] as const)('offers to %s for “%s”, by its permissions: %s', async (role, typed, isOffered) => {
  const { user } = open({ ...HOTSPOT, ...PREFERENCES, [FIND]: found([]) }, { as: madeUp(role) });
  await user.click(screen.getByRole('combobox'));
  await user.paste(typed);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/results?$/));
  expect(titles()).toHaveLength(isOffered ? 1 : 0);
});

test('pages opened before come first, each once and under its last name', async () => {
  const { user, store } = open(GONE);
  for (const [id, title] of [
    [7, 'city-library'],
    [8, 'old name'],
    [8, 'new <b>name</b>'],
  ] as const)
    store.dispatch(pageNamed({ kind: 'hotspot', pathname: `/hotspots/${id}`, search: '', title }));
  const recent = await screen.findByRole('group', { name: 'Recent' });
  expect(
    within(recent)
      .getAllByRole('option')
      .map(({ textContent }) => textContent.trim()),
  ).toEqual(['new <b>name</b>', 'city-library']);
  await user.keyboard('{Enter}');
  expect(currentAddress()).toBe('/hotspots/8');
});

test('markup and 200 characters are searched as they are and offer no act', async () => {
  const { user, calls } = open({ [FIND]: found([]) });
  const box = screen.getByRole('combobox');
  await user.click(box);
  await user.paste(`<script>alert(1)</script>${'x'.repeat(300)}`);
  expect((box as HTMLInputElement).value).toHaveLength(200);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('no results'));
  expect(titles()).toEqual([]);
  expect(calls.filter((call) => callName(call) === FIND)).toHaveLength(1);
});

test.each(['New hotspot', 'Register unit', 'Delete hotspot', 'New manager'])(
  'a desk, which may not do it, is offered nothing for “%s”',
  async (act) => {
    const { user } = open({ ...HOTSPOT, ...PREFERENCES, ...GONE, [FIND]: found([]) }, { as: madeUp('desk'), at: '/users' });
    await user.click(screen.getByRole('combobox'));
    await user.paste(act);
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('no results'));
    expect(titles()).toEqual([]);
    await user.keyboard('{Enter}');
    expect(currentAddress()).toBe('/users');
  },
);
