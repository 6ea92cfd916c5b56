import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { parse } from 'papaparse';
import type { UserEvent } from '@testing-library/user-event';
import type { Voucher } from '../../../src/contract/vouchers';
import en from '../../../i18n/en.json';
import it from '../../../i18n/it.json';
import { HotspotPage } from '../../../src/features/hotspots/HotspotPage';
import { PAPER_DEFAULTS } from '../../../src/contract/plain/paperModel';
import { setConfig } from '../../../src/shared/config';
import { answerWith, LOST, callName, type Answer, type Answers } from '../../support/console/answers';
import { madeUpVoucher } from '../../support/console/answersMadeUp';
import { recorded } from '../../support/backEnd/answersOfExisting';
import { onPhone, currentAddress, renderPage } from '../../support/console/render';
import { loggedIn, madeUp } from '../../support/console/renderAs';
import { download, watchFiles } from '../../support/console/savedFiles';
import { at, LIST, preferences, page, pageAnswers, listCalls, row } from './vouchersTabTests';

beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T10:00:00Z'));
});
const shownCodes = () =>
  within(screen.getByRole('table', { name: 'Vouchers' }))
    .getAllByRole('row')
    .slice(1)
    .map((one) => within(one).getByText(/^code-/).textContent);

async function chooseInMenu(user: UserEvent, entry: string) {
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}

async function chooseInRow(user: UserEvent, code: string, entry: string) {
  await user.click(screen.getByRole('button', { name: `Actions for ${code}` }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}

describe('the voucher tab', () => {
  test.each([
    [{ voucher_login: 'true', temp_code_login: 'false' }, true],
    [{ voucher_login: 'false', temp_code_login: 'true' }, true],
    [{ voucher_login: 'false', temp_code_login: 'false' }, false],
  ])('exists with %j: %s', async (values, isThere) => {
    answerWith(pageAnswers({ 'GET /api/preferences/hotspots/7': preferences(values), [LIST]: page([]), ...COUNTS }));
    renderPage(<HotspotPage />, { at: '/hotspots/7?tab=overview' });
    await screen.findByRole('tab', { name: 'Overview' });
    await waitFor(() => expect(screen.queryByRole('tab', { name: 'Vouchers' }) !== null).toBe(isThere));
  });

  test('opens first for a desk, while others start at the overview, and the tab is in the link', async () => {
    answerWith(pageAnswers({ [LIST]: page([{}]), ...COUNTS }));
    renderPage(<HotspotPage />, { as: madeUp('desk'), at: '/hotspots/7' });
    expect(await row(/code-1/)).toBeVisible();
  });

  test('changes the link when opened, without the filters of the previous tab', async () => {
    answerWith(pageAnswers({ [LIST]: page([{}]), ...COUNTS }));
    const { user } = renderPage(<HotspotPage />, { at: `${at}&q=co&page=1` });
    await row(/code-1/);
    await user.click(screen.getByRole('tab', { name: 'Overview' }));
    expect(currentAddress()).toBe('/hotspots/7?tab=overview');
    await user.click(screen.getByRole('tab', { name: 'Vouchers' }));
    expect(currentAddress()).toBe('/hotspots/7?tab=vouchers');
  });

  test('offers a retry and requests no vouchers when the preferences cannot be read', async () => {
    const calls = answerWith(
      pageAnswers({
        'GET /api/preferences/hotspots/7': [{ status: 500 }, preferences({ voucher_login: 'true' })],
        [LIST]: page([{}]),
        ...COUNTS,
      }),
    );
    const { user } = renderPage(<HotspotPage />, { at });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await row(/code-1/)).toBeVisible();
    expect(listCalls(calls)).toHaveLength(1);
  });
});

const COUNTS: Answers = Object.fromEntries([
  ...['accounts', 'units', 'users', 'devices', 'sessions'].map((list) => [`GET /api/${list}`, { body: { data: [], total: 0 } }]),
  ['GET /api/stats/sms/hotspots/7', { body: [] }],
  ['GET /api/attention', { body: { data: [] } }],
]) as Answers;

describe('the table of vouchers', () => {
  test('shows five rows, newest first, and remembers another size', async () => {
    const calls = answerWith(pageAnswers({ [LIST]: page([{}, {}], 40) }));
    const { user, store } = renderPage(<HotspotPage />, { at });
    await row(/code-1/);
    expect(listCalls(calls)).toEqual([{ page: '1', limit: '5', sort: 'created', order: 'desc' }]);
    expect(screen.getByText('page 1 of 8')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Rows per page' }));
    await user.click(await screen.findByTitle('25 per page'));
    await waitFor(() => expect(listCalls(calls).at(-1)).toMatchObject({ limit: '25', page: '1' }));
    expect(store.getState().preferences.vouchers_per_page).toBe(25);
    expect(store.getState().preferences.hotspots_per_page).toBe(25);
  });

  test.each([
    ['an exhausted voucher', { remain_use: 0 }],
    ['an expired voucher', { duration: 0, expires: '2026-11-19T10:00:00Z' }],
  ])('offers no reprint of %s, but of others', async (_what, useless) => {
    answerWith(pageAnswers({ [LIST]: page([{}, useless]) }));
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-2/);
    await user.click(screen.getByRole('button', { name: 'Actions for code-2' }));
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Print' })).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Actions for code-1' }));
    expect(await screen.findByRole('menuitem', { name: 'Print' })).toBeVisible();
  });

  test('keeps sorting, search and filters in the link and applies them on the server', async () => {
    const calls = answerWith(pageAnswers({ [LIST]: page([{}]) }));
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-1/);
    await user.click(screen.getByRole('columnheader', { name: /Code/ }));
    await waitFor(() => expect(listCalls(calls).at(-1)).toMatchObject({ sort: 'code', order: 'asc' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search by code, guest or room' }), 'ab{Enter}');
    await waitFor(() => expect(listCalls(calls).at(-1)).toMatchObject({ sort: 'code', q: 'ab' }));
    await user.click(screen.getByRole('button', { name: 'Filters (1)' }));
    await user.click(screen.getByRole('combobox', { name: 'Use' }));
    await user.click(await screen.findByTitle('Unused'));
    await waitFor(() => expect(listCalls(calls).at(-1)).toMatchObject({ used: '0', q: 'ab' }));
    expect(currentAddress()).toBe('/hotspots/7?tab=vouchers&sort=code&q=ab&used=0');
  });

  test('applies all eleven filters of a link and shows them as chips that can be removed singly or together', async () => {
    const calls = answerWith(pageAnswers({ [LIST]: page([{ expires: '2026-12-01T12:00:00Z' }]) }));
    const days = 'createdStart=2026-11-01&createdEnd=2026-11-02&expiredStart=2026-12-01&expiredEnd=2026-12-02';
    const { user } = renderPage(<HotspotPage />, {
      at: `${at}&q=co&used=1&printed=0&type=auth&reusable=1&auto_login=0&duration=7&${days}`,
    });
    await row(/code-1/);
    expect(Object.keys(listCalls(calls)[0] ?? {}).sort()).toEqual(
      [
        'page',
        'limit',
        'sort',
        'order',
        'q',
        'used',
        'printed',
        'type',
        'reusable',
        'auto_login',
        'duration',
        'createdStart',
        'createdEnd',
        'expiredStart',
        'expiredEnd',
      ].sort(),
    );
    const chips = within(screen.getByRole('list', { name: 'Active filters' }));
    expect(chips.getAllByRole('listitem').map((chip) => chip.textContent)).toEqual([
      'With “co”',
      'Used',
      'Not printed',
      'For a guest',
      'Unlimited uses',
      'Without automatic login',
      'Duration: 7 days',
      'Created from: 1 November 2026',
      'Created to: 2 November 2026',
      'Expires from: 1 December 2026',
      'Expires to: 2 December 2026',
    ]);
    await user.click(chips.getByRole('button', { name: 'Remove filter: Not printed' }));
    await waitFor(() => expect(listCalls(calls).at(-1)).not.toHaveProperty('printed'));
    expect(screen.getByRole('button', { name: 'Filters (10)' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(currentAddress()).toBe('/hotspots/7?tab=vouchers'));
    expect(listCalls(calls).at(-1)).toEqual({ page: '1', limit: '5', sort: 'created', order: 'desc' });
    expect(screen.queryByRole('list', { name: 'Active filters' })).not.toBeInTheDocument();
  });

  test('shows no chip for an invalid filter in a link', async () => {
    answerWith(pageAnswers({ [LIST]: page([{}]) }));
    const { user } = renderPage(<HotspotPage />, { at: `${at}&duration=abc&used=maybe&createdStart=2026-99-99` });
    await row(/code-1/);
    expect(screen.queryByRole('list', { name: 'Active filters' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    expect(screen.getByRole('textbox', { name: 'Duration' })).toBeInvalid();
  });

  test('tells "no match" from "none yet"', async () => {
    answerWith(pageAnswers({ [LIST]: ({ query }) => page(query.q ? [] : [{}]) }));
    const { user } = renderPage(<HotspotPage />, { at: `${at}&q=nothing` });
    expect(await screen.findByText('No vouchers match the filters.')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement);
    expect(await row(/code-1/)).toBeVisible();
  });

  test('offers a retry when it cannot be read', async () => {
    answerWith(pageAnswers({ [LIST]: [{ status: 500 }, page([{}])] }));
    const { user } = renderPage(<HotspotPage />, { at });
    expect(await screen.findByText(/Couldn’t load vouchers/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row(/code-1/)).toBeVisible();
  });

  test('shows each voucher on a phone as a card with code, state, validity and uses', async () => {
    onPhone();
    answerWith(pageAnswers({ [LIST]: page([{ max_time: 3600 }]) }));
    renderPage(<HotspotPage />, { at, language: 'it' });
    const [card] = within(await screen.findByRole('list', { name: 'Voucher' })).getAllByRole('listitem');
    expect(card).toHaveTextContent('code-1');
    expect(card).toHaveTextContent('Valido');
    expect(card).toHaveTextContent('7 giorni dopo quello del primo utilizzo');
    expect(card).toHaveTextContent('illimitati');
    expect(within(card as HTMLElement).getByRole('checkbox', { name: 'Seleziona code-1' })).not.toBeChecked();
  });

  test('shows a desk of the demonstration the vouchers that it created', async () => {
    const desk = await loggedIn('desk');
    renderPage(<HotspotPage />, { as: desk, at: '/hotspots/1' });
    expect(await screen.findByRole('table', { name: 'Vouchers' })).toBeVisible();
    expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(6);
  });

  test('warns of a code that is shorter than new ones may be', async () => {
    answerWith(pageAnswers({ [LIST]: page([{ code: 'abcde' }, { code: 'abcdef' }]) }));
    renderPage(<HotspotPage />, { at });
    expect(await row(/abcde /)).toHaveTextContent('Short, easy to guess');
    expect(await row(/abcdef/)).not.toHaveTextContent('Short, easy to guess');
  });

  test('reports an invalid duration at its field and filters nothing', async () => {
    const calls = answerWith(pageAnswers({ [LIST]: page([{}]) }));
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-1/);
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    const field = screen.getByRole('textbox', { name: 'Duration' });
    for (const nonsense of ['abc', '1.5', '-3']) {
      await user.clear(field);
      await user.type(field, `${nonsense}{Enter}`);
      expect(await screen.findByRole('alert')).toHaveTextContent('Enter a whole number of days');
      expect(field).toBeInvalid();
    }
    expect(screen.queryByRole('list', { name: 'Active filters' })).not.toBeInTheDocument();
    expect(listCalls(calls)).toHaveLength(1);
    await user.clear(field);
    await user.type(field, '7{Enter}');
    await waitFor(() => expect(listCalls(calls).at(-1)).toMatchObject({ duration: '7' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByRole('list', { name: 'Active filters' })).toHaveTextContent('Duration: 7 days');
  });

  test('describes every value and what remains of the voucher', async () => {
    const spent = { code: 'code-2', remain_use: 0, duration: 7, expires: '2026-11-19T10:00:00Z' };
    const limits = {
      bandwidth_down: 2048,
      bandwidth_up: 512,
      max_traffic: 1_073_741_824,
      max_time: 3600,
      remain_use: 3,
      auto_login: false,
    };
    answerWith(pageAnswers({ [LIST]: page([{ ...limits, type: 'auth', user_name: '<b>Ada</b>', printed: true }, spent]) }));
    renderPage(<HotspotPage />, { at, preferences: { list_columns: { vouchers: { order: EXTRAS, hidden: [] } } } });
    const cells = within(await row(/code-1/))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(1, -2)).toEqual([
      'code-1',
      'Valid',
      '7 days after the day of first use',
      '3 left',
      '2 Mbit/s',
      '512 kbit/s',
      '1 GB',
      '1 hour',
      'No',
      'Yes',
      'For a guest',
      '<b>Ada</b>',
    ]);
    const second = await row(/code-2/);
    expect(second).toHaveTextContent('Limit reached');
    expect(second).toHaveTextContent('Expired');
    expect(second).not.toHaveTextContent('Valid');
  });

  test('shows the guest and the room of each voucher of a batch', async () => {
    answerWith(pageAnswers({ [LIST]: page([{ type: 'auth', user_name: 'Ada Ricci', room: '12b' }]) }));
    renderPage(<HotspotPage />, { at: `${at}&batch=3` });
    expect(await row(/code-1/)).toHaveTextContent('Ada RicciRoom 12b');
  });
});

describe('the vouchers of an existing back end', () => {
  const older = recorded('reseller1', 'GET /api/vouchers/1');
  const olderRows = older.body as Voucher[];

  test('arrive all at once, unsorted and without a total, and are paged, sorted and corrected in the console', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith(pageAnswers({ [LIST]: older }));
    const { user } = renderPage(<HotspotPage />, { at });
    expect(await screen.findByText(`${olderRows.length} vouchers`)).toBeVisible();
    expect(listCalls(calls)[0]).toEqual({});
    const table = await screen.findByRole('table', { name: 'Vouchers' });
    expect(within(table).getAllByRole('row')).toHaveLength(6);
    expect(table).not.toHaveTextContent('0001');
    await user.click(screen.getByRole('columnheader', { name: /Code/ }));
    const first = [...olderRows].map(({ code }) => code).sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))[0] ?? '';
    await waitFor(() => expect(within(table).getAllByRole('row')[1]).toHaveTextContent(first));
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(screen.getByText(/page 2 of/)).toBeVisible());
    await waitFor(() => expect(within(table).getAllByRole('row')[1]).not.toHaveTextContent(first));
  });

  test('are an empty list for its 404', async () => {
    setConfig({ backend: 'existing' });
    answerWith(pageAnswers({ [LIST]: recorded('reseller1', 'GET /api/vouchers/7') }));
    renderPage(<HotspotPage />, { at });
    expect(await screen.findByText('No vouchers yet.')).toBeVisible();
  });

  test('exclude vouchers that never end from those that end before a day', async () => {
    setConfig({ backend: 'existing' });
    answerWith(pageAnswers({ [LIST]: older }));
    renderPage(<HotspotPage />, { at: `${at}&expiredEnd=2027-01-01` });
    const ending = olderRows.filter(({ expires }) => expires !== '0001-01-01T00:00:00Z').length;
    expect(await screen.findByText(`${ending} ${ending === 1 ? 'voucher' : 'vouchers'}`)).toBeVisible();
  });
});

describe('deleting vouchers', () => {
  const gone: Answer = { body: { status: 'success' } };

  test('asks first, says that it can be undone, and removes the voucher', async () => {
    let isThere = true;
    const calls = answerWith(
      pageAnswers({
        [LIST]: () => page(isThere ? [{}, {}] : [{}]),
        'DELETE /api/vouchers/voucher/2': () => {
          isThere = false;
          return gone;
        },
      }),
    );
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-2/);
    await chooseInRow(user, 'code-2', 'Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete voucher' }));
    expect(dialog.getByText(/You can undo this for 24 hours/)).toBeVisible();
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Delete voucher' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /code-2/ })).not.toBeInTheDocument());
    expect(await screen.findByText('Voucher code-2 deleted')).toBeVisible();
  });

  test('counts a voucher already deleted as a success, but not a fault of the server', async () => {
    const refusals = [{ status: 500 }, { status: 404, body: { message: 'No hotspot voucher found!' } }];
    answerWith(pageAnswers({ [LIST]: page([{}]), 'DELETE /api/vouchers/voucher/1': refusals }));
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-1/);
    await chooseInRow(user, 'code-1', 'Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete voucher' }));
    await user.click(dialog.getByRole('button', { name: 'Delete voucher' }));
    expect(await dialog.findByText('Couldn’t delete the voucher.')).toBeVisible();
    // There was no input, so the alert doesn't mention any.
    expect(dialog.getByRole('alert')).toHaveTextContent('Something went wrong on our side. Try again');
    expect(dialog.getByRole('alert')).not.toHaveTextContent('typed');
    await user.click(dialog.getByRole('button', { name: 'Delete voucher' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  /** A server with `count` vouchers that deletes them one at a time, except those `refuses` names. */
  function many(count: number, refuses: (id: number) => boolean = () => false, answers: Answers = {}) {
    const remaining = new Set(Array.from({ length: count }, (_, index) => index + 1));
    let running = 0;
    let most = 0;
    const deletions = Object.fromEntries(
      [...remaining].map((id) => [
        `DELETE /api/vouchers/voucher/${id}`,
        async () => {
          running += 1;
          most = Math.max(most, running);
          await Promise.resolve();
          await new Promise((resolve) => setTimeout(resolve, 0));
          running -= 1;
          if (refuses(id)) return { status: 500 };
          remaining.delete(id);
          return gone;
        },
      ]),
    );
    const all = () => page([...remaining].map((id) => ({ id, code: `code-${id}` })));
    const calls = answerWith(pageAnswers({ [LIST]: all, ...deletions, ...answers }));
    return { calls, remaining, most: () => most };
  }

  test('removes all matches after showing their number, and above fifty once the hotspot’s name is typed, with at most six requests at once', async () => {
    const { calls, remaining, most } = many(60, () => false, { 'GET /api/deleting': { body: { used: 7, online: 1 } } });
    const { user } = renderPage(<HotspotPage />, { at: `${at}&q=code` });
    await row(/code-1\b/);
    await chooseInMenu(user, 'Delete all vouchers');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete all vouchers' }));
    expect(
      await dialog.findByText('7 of them have been used. One device is online with them now and stays online until its access ends.'),
    ).toBeVisible();
    expect(await dialog.findByText(/^60 vouchers will be deleted, and their codes will stop working\. You can undo this/)).toBeVisible();
    const submit = dialog.getByRole('button', { name: 'Delete 60 vouchers' });
    expect(submit).toBeDisabled();
    await user.type(await dialog.findByRole('textbox', { name: 'Type city-library to confirm' }), '60');
    expect(submit).toBeDisabled();
    await user.clear(dialog.getByRole('textbox'));
    await user.type(dialog.getByRole('textbox'), 'city-library');
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(0);
    const listed = listCalls(calls).length;
    await user.click(submit);
    expect(await screen.findByText('60 vouchers deleted')).toBeVisible();
    expect(remaining.size).toBe(0);
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(60);
    expect(most()).toBe(6);
    expect(listCalls(calls).length - listed).toBeLessThanOrEqual(2);
    expect(await screen.findByText('60 vouchers deleted')).toBeVisible();
  });

  test('counts the matches when the dialog opens', async () => {
    let total = 3;
    const counted = () => page(Array.from({ length: total }, () => ({})));
    answerWith(pageAnswers({ [LIST]: ({ query }) => (query.limit === '5' ? page([{}], total) : counted()) }));
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-1\b/);
    await chooseInMenu(user, 'Delete all vouchers');
    const dialog = () => screen.findByRole('dialog', { name: 'Delete all vouchers' });
    await within(await dialog()).findByText(/^3 vouchers will be deleted/);
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    total = 1005;
    await chooseInMenu(user, 'Delete all vouchers');
    expect(await within(await dialog()).findByText(/^1,005 vouchers will be deleted/)).toBeVisible();
    const submit = within(await dialog()).getByRole('button', { name: 'Delete 1,005 vouchers' });
    expect(submit).toBeDisabled();
  });

  test('lists the vouchers that failed and tries only those again', async () => {
    let isBroken = true;
    const { calls, remaining } = many(8, (id) => isBroken && id % 2 === 0);
    const { user } = renderPage(<HotspotPage />, { at: `${at}&q=code` });
    await row(/code-1\b/);
    await chooseInMenu(user, 'Delete all vouchers');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete all vouchers' }));
    await user.click(await dialog.findByRole('button', { name: 'Delete 8 vouchers' }));
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent('Couldn’t delete 4 vouchers:');
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['code-2', 'code-4', 'code-6', 'code-8']);
    expect(dialog.getByText('4 of 8 deleted')).toBeVisible();
    expect([...remaining]).toEqual([2, 4, 6, 8]);
    isBroken = false;
    await user.click(dialog.getByRole('button', { name: 'Try 4 again' }));
    await waitFor(() => expect(remaining.size).toBe(0));
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(12);
  });

  test('can be stopped, and reports what remains', async () => {
    const { remaining } = many(40);
    const { user } = renderPage(<HotspotPage />, { at: `${at}&q=code` });
    await row(/code-1\b/);
    await chooseInMenu(user, 'Delete all vouchers');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete all vouchers' }));
    await user.click(await dialog.findByRole('button', { name: 'Delete 40 vouchers' }));
    await user.click(await dialog.findByRole('button', { name: 'Stop' }));
    expect(await dialog.findByText(/^Stopped\. \d+ vouchers? (wasn’t|weren’t) deleted:$/)).toBeVisible();
    expect(remaining.size).toBeGreaterThan(0);
    expect(dialog.getByText(`${40 - remaining.size} of 40 deleted`)).toBeVisible();
  });

  test('removes all vouchers of a hotspot in one request and reads the list again once', async () => {
    let clear = () => undefined as void;
    const all: Answers = { 'DELETE /api/vouchers/hotspot/7': () => (clear(), gone) };
    const { calls, remaining } = many(8, () => false, all);
    clear = () => remaining.clear();
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-1\b/);
    await chooseInMenu(user, 'Delete all vouchers');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete all vouchers' }));
    await user.click(await dialog.findByRole('button', { name: 'Delete 8 vouchers' }));
    expect(await screen.findByText('8 vouchers deleted')).toBeVisible();
    expect(await screen.findByText('No vouchers yet.')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'DELETE').map(callName)).toEqual(['DELETE /api/vouchers/hotspot/7']);
  });

  test('falls back to one by one where that request is refused', async () => {
    const { calls, remaining } = many(3, () => false, {
      'DELETE /api/vouchers/hotspot/7': { status: 403, body: { message: 'Unauthorized action' } },
    });
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-1\b/);
    await chooseInMenu(user, 'Delete all vouchers');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete all vouchers' }));
    await user.click(await dialog.findByRole('button', { name: 'Delete 3 vouchers' }));
    expect(await screen.findByText('3 vouchers deleted')).toBeVisible();
    expect(remaining.size).toBe(0);
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(4);
  });

  test('goes one by one for a desk on an existing back end, whose single request would also delete those of others', async () => {
    setConfig({ backend: 'existing' });
    const { calls, remaining } = many(3);
    const { user } = renderPage(<HotspotPage />, { as: madeUp('desk'), at });
    await row(/code-1\b/);
    await chooseInMenu(user, 'Delete all vouchers');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete all vouchers' }));
    await user.click(await dialog.findByRole('button', { name: 'Delete 3 vouchers' }));
    expect(await screen.findByText('3 vouchers deleted')).toBeVisible();
    expect(remaining.size).toBe(0);
    expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).not.toContain('/api/vouchers/hotspot/7');
  });

  test('removes only the selected ones, and the selection survives paging and ends with a filter', async () => {
    const { calls, remaining } = many(4);
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-1\b/);
    await user.click(screen.getByRole('checkbox', { name: 'Select code-2' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select code-3' }));
    expect(screen.getByText('2 selected')).toBeVisible();
    const bar = within(screen.getByText('2 selected').parentElement as HTMLElement);
    await user.click(bar.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete selected vouchers' }));
    await user.click(dialog.getByRole('button', { name: 'Delete 2 vouchers' }));
    await waitFor(() => expect([...remaining]).toEqual([1, 4]));
    await waitFor(() => expect(shownCodes()).toEqual(['code-1', 'code-4']));
    expect(screen.queryByText(/selected/)).not.toBeInTheDocument();
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(2);

    await user.click(screen.getByRole('checkbox', { name: 'Select code-1' }));
    await user.type(screen.getByRole('searchbox'), 'code{Enter}');
    await waitFor(() => expect(screen.queryByText('1 selected')).not.toBeInTheDocument());
  });
});

describe('the CSV of vouchers', () => {
  test('is named vouchers and has the usable ones that match the filters', async () => {
    const files = watchFiles();
    const calls = answerWith(pageAnswers({ [LIST]: page([{}, { remain_use: 0 }, {}]) }));
    const { user } = renderPage(<HotspotPage />, { at: `${at}&printed=1` });
    await row(/code-1/);
    await chooseInMenu(user, 'Export CSV');
    await download(user);
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.name).toBe('vouchers.csv');
    expect(listCalls(calls).at(-1)).toMatchObject({ printed: '1', limit: '5000', page: '1' });
    const rows = parse<string[]>((await files[0]?.text()) ?? '').data;
    expect(rows.map(([code]) => code?.replace('\uFEFF', ''))).toEqual(['Code', 'code-1', 'code-3']);
  });

  test('is refused for too many rows in the specified words, and for an unreadable list', async () => {
    const files = watchFiles();
    const many = Array.from({ length: 5000 }, () => ({}));
    answerWith(pageAnswers({ [LIST]: [page([{}], 5000), page(many), LOST] }));
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-1/);
    await chooseInMenu(user, 'Export CSV');
    await download(user);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Export error');
    expect(alert).toHaveTextContent('You can export max 5000 rows, apply more filters to reduce results');
    await chooseInMenu(user, 'Export CSV');
    await download(user);
    await waitFor(() => expect(screen.getAllByRole('alert').at(-1)).toHaveTextContent(/Couldn’t load/));
    expect(files).toEqual([]);
  });

  test('drops a refusal when the filters change', async () => {
    answerWith(
      pageAnswers({ [LIST]: ({ query }) => (query.limit === '5' ? page([{}], 5000) : page(Array.from({ length: 5000 }, () => ({})))) }),
    );
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-1/);
    await chooseInMenu(user, 'Export CSV');
    await download(user);
    await screen.findByRole('alert');
    await user.type(screen.getByRole('searchbox', { name: 'Search by code, guest or room' }), 'ab{Enter}');
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });
});

describe('the form for new vouchers', () => {
  test('shows the number of uses only where they are limited', async () => {
    const calls = answerWith(
      pageAnswers({ [LIST]: page([{}]), 'POST /api/vouchers': { status: 201, body: { status: 'success', ids: [1] } } }),
    );
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-1/);
    await user.click(screen.getByRole('button', { name: 'New vouchers' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New vouchers' }));
    expect(dialog.queryByLabelText('Max. uses')).not.toBeInTheDocument();
    await user.click(dialog.getByRole('radio', { name: 'Limited' }));
    expect(await dialog.findByLabelText('Max. uses')).toHaveValue('3');
    await user.click(dialog.getByRole('radio', { name: 'Unlimited' }));
    await waitFor(() => expect(dialog.queryByLabelText('Max. uses')).not.toBeInTheDocument());
    await user.click(dialog.getByRole('radio', { name: 'Limited' }));
    await user.click(dialog.getByRole('button', { name: 'Create 1 voucher' }));
    await waitFor(() => expect(calls.find((call) => callName(call) === 'POST /api/vouchers')?.body).toMatchObject({ remain_use: 3 }));
  });

  test.each([
    ['', 'Fill in this field'],
    ['   ', 'Fill in this field'],
    ['abcde ', 'Use at least 6 characters: shorter codes can be guessed'],
  ])('rejects the custom code %j at its field and sends nothing', async (code, words) => {
    const calls = answerWith(pageAnswers({ [LIST]: page([{}]) }));
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-1/);
    await chooseInMenu(user, 'New voucher with a custom code');
    const dialog = within(await screen.findByRole('dialog', { name: 'New voucher with a custom code' }));
    if (code !== '') await user.type(dialog.getByLabelText('Code'), code);
    await user.click(dialog.getByRole('button', { name: 'Create 1 voucher' }));
    expect(await dialog.findByText(words)).toBeVisible();
    expect(dialog.getByLabelText('Code')).toBeInvalid();
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('a lost ticket', () => {
  test('is replaced in the list, and the new code is shown to the guest', async () => {
    const REPLACE = 'POST /api/vouchers/voucher/1/replacement';
    const calls = answerWith(
      pageAnswers({
        [LIST]: page([{}]),
        [REPLACE]: { status: 201, body: { voucher: madeUpVoucher({ id: 2, code: 'n3wc0de9' }) } },
        'GET /api/paper/hotspots/7': { body: PAPER_DEFAULTS },
      }),
    );
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-1/);
    await chooseInRow(user, 'code-1', 'Lost ticket');
    const dialog = within(await screen.findByRole('dialog', { name: 'Lost ticket' }));
    expect(calls.map(callName)).not.toContain(REPLACE);
    await user.click(dialog.getByRole('button', { name: 'Replace voucher' }));
    const shown = within(await screen.findByRole('dialog', { name: /^WiFi/ }));
    expect(shown.getByText(/n3wc/i)).toBeVisible();
    expect(calls.map(callName).filter((call) => call === REPLACE)).toHaveLength(1);
  });

  test('is not offered for a voucher that has expired', async () => {
    answerWith(pageAnswers({ [LIST]: page([{ expires: '2026-11-19T10:00:00Z' }]) }));
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-1/);
    await user.click(screen.getByRole('button', { name: 'Actions for code-1' }));
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Lost ticket' })).not.toBeInTheDocument();
  });
});

describe('the dialog for new vouchers', () => {
  test.each(['-1', '1.5', '0', ''])('announces no number for an invalid count of %j', async (count) => {
    answerWith(pageAnswers({ [LIST]: page([{}]) }));
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-1/);
    await user.click(screen.getByRole('button', { name: 'New vouchers' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New vouchers' }));
    const field = dialog.getByRole('spinbutton', { name: 'How many' });
    await user.clear(field);
    if (count !== '') await user.type(field, count);
    const submit = dialog.getByRole('button', { name: /^Create / });
    await waitFor(() => expect(submit).toHaveTextContent(/^Create vouchers$/));
    await user.click(submit);
    expect(await dialog.findByText(count === '' ? 'Fill in this field' : 'Enter a whole number from 1 to 1,000')).toBeVisible();
  });

  test('announces generated codes as pending, but not a typed one', async () => {
    answerWith(pageAnswers({ [LIST]: page([{}]) }));
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-1/);
    await user.click(screen.getByRole('button', { name: 'New vouchers' }));
    const created = within(await screen.findByRole('dialog', { name: 'New vouchers' }));
    expect(created.getByText('The code is generated when you create the voucher.')).toBeVisible();
    await user.click(created.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'New voucher with a custom code' }));
    const typed = within(await screen.findByRole('dialog', { name: 'New voucher with a custom code' }));
    expect(typed.getByRole('button', { name: 'Create 1 voucher' })).toBeVisible();
    expect(typed.queryByText(/generated/)).not.toBeInTheDocument();
  });

  test.each([
    ['en', '20,000', '2 GB', '1.5 hours', '2 weeks', '1,000'],
    ['it', '20.000', '2.048', '1,5 ore', '14', '1.000'],
    ['it', '20 Mbit/s', '2 GB', '90', '14 giorni', '1000'],
  ] as const)(
    'sends in %s the numbers as people write them there: %s, %s, %s, %s, %s',
    async (language, speed, traffic, time, days, uses) => {
      const calls = answerWith(
        pageAnswers({ [LIST]: page([{}]), 'POST /api/vouchers': { status: 201, body: { status: 'success', ids: [1] } } }),
      );
      const { user } = renderPage(<HotspotPage />, { at, language });
      const messages = language === 'it' ? it : en;
      await row(/code-1/);
      await user.click(screen.getByRole('button', { name: messages['vouchers.new'] }));
      const dialog = within(await screen.findByRole('dialog'));
      const fill = async (name: keyof typeof en, text: string) => {
        const field = await dialog.findByRole('spinbutton', { name: messages[name] });
        await user.clear(field);
        await user.type(field, text);
      };
      await user.click(dialog.getByRole('radio', { name: messages['vouchers.limitless_false'] }));
      await fill('vouchers.max_uses', uses);
      await fill('vouchers.bandwidth_down', speed);
      await fill('vouchers.max_traffic', traffic);
      await fill('vouchers.max_time', time);
      await fill('vouchers.duration', days);
      await user.click(dialog.getByRole('button', { name: /^Cre/ }));
      await waitFor(() =>
        expect(calls.find((call) => callName(call) === 'POST /api/vouchers')?.body).toMatchObject({
          bandwidth_down: 20_000,
          max_traffic: 2 * 1024 ** 3,
          max_time: 5400,
          duration: 14,
          remain_use: 1000,
        }),
      );
    },
  );

  test('shows when a last day ends, and ignores an invalid duration that is hidden', async () => {
    const calls = answerWith(
      pageAnswers({ [LIST]: page([{}]), 'POST /api/vouchers': { status: 201, body: { status: 'success', ids: [1] } } }),
    );
    const { user } = renderPage(<HotspotPage />, { at });
    await row(/code-1/);
    await user.click(screen.getByRole('button', { name: 'New vouchers' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New vouchers' }));
    const duration = dialog.getByRole('spinbutton', { name: 'Duration' });
    await user.clear(duration);
    await user.type(duration, '-5');
    await user.click(dialog.getByRole('radio', { name: 'Until a date' }));
    expect(await dialog.findByText(/^Until the end of that day, .+ time$/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Create 1 voucher' }));
    await waitFor(() =>
      expect(calls.find((call) => callName(call) === 'POST /api/vouchers')?.body).toMatchObject({ last_day: '2026-12-04' }),
    );
  });
});

describe('the selection of vouchers', () => {
  test('stays as it is when the other pages cannot be loaded, which the list says', async () => {
    const rows = Array.from({ length: 5 }, (_, index) => ({ id: index + 1, code: `code-${index + 1}` }));
    answerWith(pageAnswers({ [LIST]: ({ query }) => (query.limit === '5' ? page(rows, 7) : { status: 500, body: {} }) }));
    const { user } = renderPage(<HotspotPage />, { at, preferences: { vouchers_per_page: 5 } });
    await row(/code-1/);
    await user.click(screen.getByRole('checkbox', { name: 'Select this page' }));
    await user.click(await screen.findByRole('button', { name: 'Select all 7' }));
    expect(await screen.findByText('Not all vouchers could be loaded. Try again.')).toBeVisible();
    expect(screen.getByText('5 selected')).toBeVisible();
  });

  test('reaches all pages, and is offered only as long as some are missing from it', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => ({ id: index + 1, code: `code-${index + 1}` }));
    answerWith(pageAnswers({ [LIST]: ({ query }) => page(query.limit === '5' ? rows.slice(0, 5) : rows, 7) }));
    const { user, store } = renderPage(<HotspotPage />, { at, preferences: { vouchers_per_page: 5 } });
    await row(/code-1/);
    await user.click(screen.getByRole('checkbox', { name: 'Select this page' }));
    expect(await screen.findByText('5 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Select all 7' }));
    expect(await screen.findByText('7 selected')).toBeVisible();
    expect(store.getState().vouchers.selection.vouchers.map(({ code }) => code)).toEqual(rows.map(({ code }) => code));
    expect(screen.queryByRole('button', { name: /^Select all/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
  });
});

/** Behind "Columns" unless somebody chose them. */
const EXTRAS = ['bandwidth_down', 'bandwidth_up', 'max_traffic', 'max_time', 'auto_login', 'type', 'user_name'];
