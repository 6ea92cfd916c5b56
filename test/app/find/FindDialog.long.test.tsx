import { expect, test } from '@jest/globals';
import { waitFor, fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { FIND, found, requested, open } from './findDialogTests';
import type { FoundItem } from '../../../src/contract/find';
import { later, callName } from '../../support/console/answers';
import { currentAddress } from '../../support/console/render';

test.each([
  ['+39 333/12-34.567', '+393331234567'],
  ['333 123 4567', '3331234567'],
  ['aa:bb:cc:dd:ee:ff', 'AA-BB-CC-DD-EE-FF'],
  ['00-11-22', '00-11-22'],
  ['room 12', 'room 12'],
])('searches for %s as %s, the way it is stored', async (typed, stored) => {
  const { user, calls } = open({ [FIND]: found([]) });
  await user.keyboard(typed);
  await waitFor(() => expect(requested(calls).at(-1)).toBe(stored));
});

const FOUND: FoundItem[] = [
  { kind: 'guest', id: 11, hotspot_id: 7, title: 'Ada Ricci', subtitle: 'ada@example.com' },
  { kind: 'guest', id: 12, hotspot_id: 7, title: '<b>Adam</b>', subtitle: '' },
  { kind: 'voucher', id: 21, hotspot_id: 7, title: 'ada+7', subtitle: 'city-library' },
  { kind: 'hotspot', id: 31, hotspot_id: 31, title: 'adagio', subtitle: 'Hotel Adagio' },
  { kind: 'unit', id: 41, hotspot_id: 7, title: 'ap-ada', subtitle: '00-11-22-AA-BB-CC' },
  { kind: 'account', id: 51, hotspot_id: 0, title: 'ada.desk', subtitle: 'Ada' },
];

test('results are grouped by kind, each with a link', async () => {
  const { user, calls } = open({ [FIND]: found(FOUND) });
  expect(screen.getByRole('combobox')).toHaveFocus();
  await user.keyboard('ada');
  await screen.findByRole('group', { name: 'Guests' });
  expect(requested(calls)).toEqual(['ada']);
  expect(screen.getByRole('status')).toHaveTextContent('6 results');
  const leads = (name: string) =>
    within(screen.getByRole('group', { name }))
      .getAllByRole('option')
      .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(leads('Guests')).toEqual([
    ['Ada Ricci ada@example.com', '#/users/11'],
    ['<b>Adam</b> ', '#/users/12'],
  ]);
  expect(leads('Vouchers')).toEqual([['ada+7 city-library', '#/hotspots/7?tab=vouchers&q=ada%2B7']]);
  expect(leads('Hotspots')).toEqual([['adagio Hotel Adagio', '#/hotspots/31']]);
  expect(leads('Units')).toEqual([['ap-ada 00-11-22-AA-BB-CC', '#/units/41']]);
  expect(leads('Managers')).toEqual([['ada.desk Ada', '#/accounts/51']]);
});

test('a voucher shows its state, the day on which it ends at its hotspot, guest, room and the code it replaced, and can be replaced itself', async () => {
  const voucher = {
    remain_use: -1,
    duration: 7,
    expires: '2999-11-30T20:00:00Z',
    zone: 'Pacific/Auckland',
    guest_name: 'Rossi, Mario',
    room: '101',
    replaced: { code: '6rnxyhqz', at: '2026-10-25T20:30:00Z', account_name: 'anna' },
  };
  const REPLACE = 'POST /api/vouchers/voucher/21/replacement';
  const { user, calls } = open({
    [FIND]: found([{ kind: 'voucher', id: 21, hotspot_id: 7, title: 'n3wc0de9', subtitle: 'city-library', voucher }]),
  });
  await user.keyboard('6RNX YHQZ');
  const link = await screen.findByRole('option', { name: /^n3wc0de9/ });
  for (const words of ['Used', 'Rossi, Mario', 'Room 101', 'until 1 Dec 2999', 'replaces 6rnxyhqz: anna, 25 Oct'])
    expect(link).toHaveTextContent(words);
  expect(requested(calls).at(-1)).toBe('6RNX YHQZ');
  expect(screen.getByRole('option', { name: 'Lost ticket n3wc0de9' })).toBeVisible();
  expect(calls.map(callName)).not.toContain(REPLACE);
});

test('Enter opens the first result', async () => {
  const { user, onClose } = open({ [FIND]: found(FOUND) });
  await user.keyboard('ada');
  await screen.findByRole('group', { name: 'Guests' });
  await user.keyboard('{Enter}');
  expect(currentAddress()).toBe('/users/11');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test.each([
  ['while an input method composes', { isComposing: true }],
  ['that ends a composition, as Safari reports it', { keyCode: 229 }],
])('Enter %s opens nothing, the next one does', async (_when, composing) => {
  const { user, onClose } = open({ [FIND]: found(FOUND) });
  await user.keyboard('ada');
  await screen.findByRole('option', { name: /Ada Ricci/, selected: true });
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter', ...composing });
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('the first result is chosen, arrow keys choose others and return to it, and the focus stays in the box', async () => {
  const { user, onClose } = open({ [FIND]: found(FOUND.slice(0, 2)) });
  await user.keyboard('ada');
  const rows = within(await screen.findByRole('group', { name: 'Guests' })).getAllByRole('option');
  const chosen = () => screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent);
  const first = ['Ada Ricci ada@example.com'];
  expect(chosen()).toEqual(first);
  expect(screen.getByRole('combobox')).toHaveAttribute('aria-activedescendant', rows[0]?.id);
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toEqual(['<b>Adam</b> ']);
  expect(screen.getByRole('combobox')).toHaveAttribute('aria-activedescendant', rows[1]?.id);
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toEqual(first);
  await user.keyboard('{ArrowUp}');
  expect(screen.getByRole('combobox')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(currentAddress()).toBe('/users/12');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('Ctrl K, pressed again, keeps the text and selects it, instead of opening the browser’s search', async () => {
  const { user } = open({ [FIND]: found(FOUND) });
  await user.keyboard('ada');
  await screen.findByRole('group', { name: 'Guests' });
  const box = screen.getByRole<HTMLInputElement>('combobox');
  box.blur();
  expect(fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })).toBe(false);
  expect(box).toHaveFocus();
  expect([box.value, box.selectionStart, box.selectionEnd]).toEqual(['ada', 0, 3]);
});

test('a late answer for an earlier text is ignored', async () => {
  const slow = later();
  const { user } = open({
    [FIND]: ({ query }) => (query.q === 'ada' ? slow.answer() : found([{ ...FOUND[0], title: 'Bea' } as FoundItem])),
  });
  await user.keyboard('ada');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Searching'));
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('bea');
  expect(await screen.findByRole('option', { name: /Bea/ })).toBeVisible();
  slow.come(found(FOUND));
  await waitFor(() => expect(screen.queryByRole('option', { name: /Ada Ricci/ })).not.toBeInTheDocument());
  expect(screen.getAllByRole('option')).toHaveLength(1);
});

test('Enter before the answer, as scanners send it, opens the first result once it is there', async () => {
  const slow = later();
  const { user, onClose } = open({ [FIND]: () => slow.answer() });
  await user.keyboard('ada{Enter}');
  expect(onClose).not.toHaveBeenCalled();
  slow.come(found(FOUND));
  await waitFor(() => expect(currentAddress()).toBe('/users/11'));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('Enter before the answer opens nothing if the text is changed, or if nothing is found', async () => {
  const { user, onClose } = open({ [FIND]: ({ query }) => (query.q === 'zzz' ? found([]) : found(FOUND)) });
  await user.keyboard('zzz{Enter}');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('no results'));
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('ad{Enter}a');
  expect(await screen.findByRole('option', { name: /Ada Ricci/, selected: true })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test('an empty result is stated, and Enter then does nothing', async () => {
  const { user, calls, onClose } = open({ [FIND]: found([]) });
  await user.keyboard('zzz');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('no results'));
  await user.keyboard('{Enter}');
  expect(onClose).not.toHaveBeenCalled();
  expect(requested(calls)).toEqual(['zzz']);
});

test.each<[string, (user: UserEvent) => Promise<void>]>([
  ['typing on', (user) => user.keyboard(' r')],
  ['Enter', (user) => user.keyboard('{Enter}')],
  ['the button', (user) => user.click(screen.getByRole('button', { name: 'Try again' }))],
])('a failure is reported, and %s tries again', async (_, act) => {
  const { user } = open({ [FIND]: [{ status: 500 }, found(FOUND.slice(0, 1))] });
  await user.keyboard('ada');
  expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t search');
  await act(user);
  expect(await screen.findByRole('option', { name: /Ada Ricci/ })).toBeVisible();
});

test('a guest who is online is tagged, and five guests lead to the list of all that match', async () => {
  const guests = [1, 2, 3, 4, 5].map((id) => ({ kind: 'guest' as const, id, hotspot_id: 7, title: `Rossi ${id}`, subtitle: '' }));
  const { user } = open({ [FIND]: found([{ ...guests[0]!, online: true }, ...guests.slice(1)]) });
  await user.keyboard('rossi');
  expect(await screen.findByRole('option', { name: 'Rossi 1 Online' })).toBeVisible();
  expect(screen.getByRole('option', { name: /^Rossi 2/ })).not.toHaveTextContent('Online');
  expect(screen.getByRole('option', { name: 'All guests with “rossi”' })).toHaveAttribute('href', '#/users?segment=all&q=rossi');
});

test('an expired guest is tagged, and an archived one links to its own page', async () => {
  const guest = { kind: 'guest', id: 3, hotspot_id: 7, subtitle: 'x@example.com' } as const;
  const { user } = open({
    [FIND]: found([
      { ...guest, title: 'Valid' },
      { ...guest, title: 'Gone', expired: true, archived: true },
    ]),
  });
  await user.keyboard('x');
  expect(await screen.findByRole('option', { name: /^Gone.*Expired$/ })).toHaveAttribute('href', '#/users/3?archived=true');
  expect(screen.getByRole('option', { name: /^Valid/ })).not.toHaveTextContent('Expired');
});
