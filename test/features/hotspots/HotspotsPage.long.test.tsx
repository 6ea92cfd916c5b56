import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HotspotsPage } from '../../../src/features/hotspots/HotspotsPage';
import { setConfig } from '../../../src/shared/config';
import type { Hotspot, HotspotHealth } from '../../../src/contract/hotspots';
import { namesOf } from '../../../src/contract/plain/fields';
import { BUSINESS_FIELDS, HOTSPOT_FIELDS } from '../../../src/contract/plain/hotspotFields';
import { answerWith, callName, watchCalls, type Answer, type Answers, LOST } from '../../support/console/answers';
import { madeUpHotspot, pageOfHotspots } from '../../support/console/answersMadeUp';
import { recorded } from '../../support/backEnd/answersOfExisting';
import { onPhone, currentAddress, renderPage } from '../../support/console/render';
import { loggedIn, madeUp, madeUpAccount } from '../../support/console/renderAs';
import { at, self, listCalls } from './hotspotsPageTests';

const shownNames = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent);

const searchBox = () => screen.getByRole('searchbox', { name: 'Search' });

async function chooseSize(user: UserEvent, size: string) {
  await user.click(screen.getByRole('combobox', { name: 'Rows per page' }));
  await user.click(await screen.findByTitle(size));
}

const OF_HEALTH = ['status', 'guests_online', 'units', 'vouchers_left', 'alerts'];

/** The columns that these tests look at. */
const KEYS = [
  'description',
  'business_name',
  'business_vat',
  'business_address',
  'business_email',
  'business_dpo',
  'business_dpo_mail',
  'created',
];
const OTHERS = namesOf(HOTSPOT_FIELDS).filter((name) => name !== 'name' && !KEYS.includes(name));
const preferences = { list_columns: { hotspots: { order: KEYS, hidden: OTHERS } } };

const health: HotspotHealth = {
  guests_online: 0,
  units: 0,
  units_active: 0,
  units_silent: 0,
  silent_since: null,
  vouchers_left: null,
  syncs_failed: 0,
};

/** A page of hotspots with live state. */
function pageWithHealth(rows: (Partial<HotspotHealth> & Partial<Hotspot>)[]): Answer {
  const answer = pageOfHotspots(rows);
  const { data, total } = answer.body as { data: object[]; total: number };
  const withHealth = data.map((row, index) => ({
    ...row,
    board: Object.fromEntries(
      Object.entries(health).map(([key, value]) => [key, { ...health, ...rows[index] }[key as keyof HotspotHealth] ?? value]),
    ),
  }));
  return { ...answer, body: { data: withHealth, total } };
}

describe('the hotspot list with live health', () => {
  test('describes problems in words, and names a missing business field', async () => {
    answerWith({
      ...self,
      'GET /api/hotspots': pageWithHealth([
        { name: 'dark', units: 2, units_silent: 2, silent_since: '2025-11-03T14:05:00Z' },
        { name: 'odd', units: 3, units_silent: 1, units_active: 2, guests_online: 4, syncs_failed: 2, vouchers_left: 0 },
        { name: 'fine', units: 3, units_active: 3, guests_online: 12, vouchers_left: 1200 },
        { name: 'asleep', units: 1, business_vat: '' },
        { name: 'new' },
      ]),
    });
    renderPage(<HotspotsPage />, { at });
    const cells = async (name: RegExp) =>
      within(await screen.findByRole('row', { name }))
        .getAllByRole('cell')
        .filter((_cell, index) => [1, 2, 3, 4, 6].includes(index))
        .map((cell) => cell.textContent);
    expect(await cells(/^dark/)).toEqual(['Offline', '0', '0 of 2', '-', '2 units silent']);
    expect(screen.getByText('2 units silent')).toHaveAttribute('title', expect.stringMatching(/^2 units silent since 3 November 2025/));
    expect(await cells(/^odd/)).toEqual(['Needs attention', '4', '2 of 3', '0', '1 unit silent · 2 syncs failed']);
    expect(await cells(/^fine/)).toEqual(['Online', '12', '3 of 3', '1,200', 'None']);
    expect(await cells(/^asleep/)).toEqual(['Quiet', '0', '0 of 1', '-', 'add a valid VAT number']);
    expect(await cells(/^new/)).toEqual(['No units', '0', '0 of 0', '-', 'None']);
  });

  test('sorts by its numbers, the largest first', async () => {
    const calls = answerWith({ ...self, 'GET /api/hotspots': pageWithHealth([{}]) });
    const { user } = renderPage(<HotspotsPage />, { at });
    await user.click(await screen.findByRole('columnheader', { name: 'Guests online' }));
    await waitFor(() => expect(listCalls(calls).at(-1)).toMatchObject({ sort: 'guests_online', order: 'desc' }));
    expect(currentAddress()).toBe('/hotspots?sort=guests_online&order=desc');
  });

  test('shows on an existing back end only what that reports, and requests nothing row by row', async () => {
    setConfig({ backend: 'existing' });
    const { body } = pageOfHotspots([{ business_vat: '' }]);
    const calls = answerWith({ ...self, 'GET /api/hotspots': { body } });
    renderPage(<HotspotsPage />, { at });
    await screen.findByRole('table');
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Name',
      'Business name',
      'Address',
      'Alerts',
      'Created',
      'Actions',
    ]);
    expect(screen.getByRole('cell', { name: 'add a valid VAT number' })).toBeVisible();
    expect(listCalls(calls)).toEqual([{ page: '1', limit: '25' }]);
    expect(new Set(calls.map(callName))).toEqual(new Set(['GET /api/hotspots', 'GET /api/accounts/2']));
  });

  test('shows on the real server how each hotspot is doing, with problems first and links to the details', async () => {
    const calls = watchCalls();
    renderPage(<HotspotsPage />, { as: await loggedIn('reseller'), at });
    const row = await screen.findByRole('row', { name: /grand-hotel-miramare/ });
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Name',
      'Status',
      'Guests online',
      'Active units',
      'Vouchers left',
      'Units, 30 days',
      'Alerts',
      'Actions',
    ]);
    expect(within(row).getAllByRole('cell')[0]).toHaveTextContent('grand-hotel-miramareGrand Hotel Miramare, Rimini');
    expect(within(row).getByRole('link', { name: 'grand-hotel-miramare' })).toHaveAttribute('href', '#/hotspots/1');
    expect(row).toHaveTextContent(/\d+ of 7/);
    expect(listCalls(calls)[0]).toMatchObject({ sort: 'trouble', order: 'desc', board: 'true' });
    // One call returns everything about all hotspots.
    expect(calls.map(callName).filter((name) => !/^(GET \/api\/(hotspots|accounts\/\d+)|POST \/api\/login)$/.test(name))).toEqual([]);
  });
});

describe('the list of hotspots', () => {
  test('shows a reseller only its own hotspots, with every specified column', async () => {
    renderPage(<HotspotsPage />, { as: await loggedIn('reseller'), at, preferences });

    const row = await screen.findByRole('row', { name: /grand-hotel-miramare/ });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Hotspots');
    expect(screen.getByRole('status')).toHaveTextContent(/^\d+ hotspots$/);
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Name',
      'Status',
      'Guests online',
      'Active units',
      'Vouchers left',
      'Units, 30 days',
      'Alerts',
      'Description',
      'Business name',
      'VAT number',
      'Address',
      'E-mail',
      'DPO',
      'DPO e-mail',
      'Created',
      'Actions',
    ]);
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(7)
        .map((cell) => cell.textContent),
    ).toEqual([
      'Grand Hotel Miramare, Rimini',
      'Miramare Ospitalità S.r.l.',
      'IT04395630408',
      expect.stringContaining('Rimini'),
      expect.stringContaining('@'),
      'Avv. Costanza Belletti',
      expect.stringContaining('@'),
      expect.stringMatching(/^[1-9]\d? [A-Z][a-z]{2} \d{4}$/),
      '',
    ]);
    expect(within(row).getByRole('link', { name: 'grand-hotel-miramare' })).toHaveAttribute('href', '#/hotspots/1');
    expect(shownNames()).not.toContain('rifugio-tre-pini');
  });

  test('shows an admin the hotspots of all resellers', async () => {
    renderPage(<HotspotsPage />, { as: await loggedIn('admin'), at });
    expect(await screen.findByRole('row', { name: /rifugio-tre-pini/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /grand-hotel-miramare/ })).toBeVisible();
  });

  test('shows in red which business field to add, and a dash for a missing DPO or date', async () => {
    const nothing = Object.fromEntries(BUSINESS_FIELDS.map((name) => [name, '']));
    answerWith({
      ...self,
      'GET /api/hotspots': pageOfHotspots([
        { name: 'bare', ...nothing, created: '0001-01-01T00:00:00Z' },
        { name: 'full', created: null },
      ]),
    });
    renderPage(<HotspotsPage />, {
      at,
      preferences: { list_columns: { hotspots: { order: [...OF_HEALTH, ...KEYS], hidden: [...OF_HEALTH, ...OTHERS] } } },
    });

    const bare = within(await screen.findByRole('row', { name: /^bare/ }));
    for (const hint of ['add a valid business name', 'add a valid VAT number', 'add a valid address', 'add a valid e-mail']) {
      expect(bare.getByText(hint)).toBeVisible();
    }
    expect(bare.getAllByText('-')).toHaveLength(3);
    const full = within(screen.getByRole('row', { name: /^full/ }));
    expect(full.queryByText(/add a valid/)).not.toBeInTheDocument();
    expect(full.getAllByText('-')).toHaveLength(1);
  });

  test('shows HTML as text, and a name of 300 characters in full', async () => {
    const html = '<img src=x onerror="alert(1)"><b>bold</b>';
    const long = 'n'.repeat(300);
    const texts = {
      description: html,
      business_name: html,
      business_vat: html,
      business_address: html,
      business_email: html,
      business_dpo: html,
    };
    answerWith({ ...self, 'GET /api/hotspots': pageOfHotspots([{ name: html, ...texts, business_dpo_mail: html }, { name: long }]) });
    renderPage(<HotspotsPage />, { at, preferences });

    expect(await screen.findByRole('link', { name: long })).toBeVisible();
    // The description is also shown next to the name.
    expect(screen.getAllByText(html)).toHaveLength(9);
    expect(document.querySelector('table img, table b')).toBeNull();
  });

  test('is completely Italian in Italian, months included', async () => {
    answerWith({ ...self, 'GET /api/hotspots': pageOfHotspots([{ business_vat: '' }], 2) });
    renderPage(<HotspotsPage />, { at, language: 'it', preferences });

    const row = await screen.findByRole('row', { name: /city-library/ });
    expect(row).toHaveTextContent('4 mar 2025');
    expect(row).toHaveTextContent('aggiungi una partita IVA valida');
    expect(screen.getByRole('status')).toHaveTextContent('2 hotspot');
    expect(screen.getByRole('button', { name: 'Nuovo hotspot' })).toBeEnabled();
  });

  test('shows each hotspot on a phone as a card with name, facts and menu', async () => {
    onPhone();
    answerWith({
      ...self,
      'GET /api/hotspots': pageOfHotspots([
        { business_address: '', business_email: '' },
        { name: 'old-mill', business_vat: '' },
      ]),
    });
    const { user } = renderPage(<HotspotsPage />, { at });

    const [card, second] = within(await screen.findByRole('list', { name: 'Hotspots' })).getAllByRole('listitem');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(within(card!).getByRole('link', { name: 'city-library' })).toHaveAttribute('href', '#/hotspots/1');
    const fact = (name: string) => within(card!).getByText(name, { selector: 'dt' }).nextElementSibling;
    expect(card).toHaveTextContent('City Library');
    expect(fact('Status')).toBeVisible();
    expect(fact('Address')).toHaveTextContent('add a valid address');
    expect(fact('E-mail')).toHaveTextContent('add a valid e-mail');
    expect(card).not.toHaveTextContent('IT01234560371');
    expect(second).toHaveTextContent('add a valid VAT');
    await user.click(within(card!).getByRole('button', { name: 'Actions for city-library' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeVisible();
  });
});

describe('sorting hotspots', () => {
  test('follows the link, asks the server on a click on a header, and reverses on the second', async () => {
    const calls = watchCalls();
    const { user } = renderPage(<HotspotsPage />, { as: await loggedIn('reseller'), at: '/hotspots?q=S.&sort=name', preferences });
    await screen.findByRole('table');
    expect(listCalls(calls)).toEqual([{ q: 'S.', page: '1', limit: '25', sort: 'name', order: 'asc', board: 'true' }]);
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');

    const business = screen.getByRole('columnheader', { name: 'Business name' });
    await user.click(business);
    await waitFor(() => expect(shownNames()[0]).toBe('centro-congressi-adria'));
    expect(business).toHaveAttribute('aria-sort', 'ascending');
    await user.click(business);
    await waitFor(() => expect(shownNames().at(-1)).toBe('centro-congressi-adria'));
    expect(business).toHaveAttribute('aria-sort', 'descending');
    expect(listCalls(calls).slice(1)).toEqual([
      { q: 'S.', page: '1', limit: '25', sort: 'business_name', order: 'asc', board: 'true' },
      { q: 'S.', page: '1', limit: '25', sort: 'business_name', order: 'desc', board: 'true' },
    ]);
    expect(currentAddress()).toBe('/hotspots?q=S.&sort=business_name&order=desc');
    expect(screen.queryByText(/This back end can’t sort/)).not.toBeInTheDocument();
  });

  test('happens in the console for up to 1,000 rows of a back end that does not sort', async () => {
    setConfig({ backend: 'existing' });
    const all = pageOfHotspots([{ name: 'b' }, { name: 'C' }, { name: 'a10' }, { name: 'a9' }], 4);
    const calls = answerWith({ ...self, 'GET /api/hotspots': { body: all.body } });
    const { user } = renderPage(<HotspotsPage />, { at: '/hotspots?sort=name&order=desc' });

    await screen.findByRole('table');
    expect(shownNames()).toEqual(['C', 'b', 'a10', 'a9']);
    await user.click(screen.getByRole('columnheader', { name: 'Name' }));
    await waitFor(() => expect(shownNames()).toEqual(['a9', 'a10', 'b', 'C']));
    expect(listCalls(calls)).toEqual([{ page: '1', limit: '25' }]);
    expect(screen.queryByText(/This back end can’t sort/)).not.toBeInTheDocument();
  });

  test('is off for more rows than that, with a note and no marked column', async () => {
    setConfig({ backend: 'existing' });
    const { body } = pageOfHotspots([{ name: 'b' }, { name: 'C' }, { name: 'a10' }, { name: 'a9' }], 1001);
    answerWith({ ...self, 'GET /api/hotspots': { body } });
    renderPage(<HotspotsPage />, { at: '/hotspots?sort=business_name' });

    await screen.findByRole('table');
    expect(shownNames()).toEqual(['b', 'C', 'a10', 'a9']);
    for (const header of screen.getAllByRole('columnheader')) expect(header).not.toHaveAttribute('aria-sort');
    expect(screen.getByText('This back end can’t sort more than 1,000 rows. Narrow the list to sort it.')).toBeVisible();
  });

  test('needs no note on the existing back end when all rows are on the page', async () => {
    setConfig({ backend: 'existing' });
    answerWith({ ...self, 'GET /api/hotspots': recorded('reseller1', 'GET /api/hotspots?page=1&limit=25') });
    renderPage(<HotspotsPage />, { at: '/hotspots?order=desc' });

    await screen.findByRole('table');
    expect(shownNames()).toEqual(['station-bar-12', 'harbour-hotel-13', 'city-library-11']);
    expect(screen.queryByText(/This back end can’t sort/)).not.toBeInTheDocument();
  });
});

describe('searching hotspots', () => {
  test('starts on Enter, and the box keeps its text and the focus', async () => {
    const calls = watchCalls();
    const { user } = renderPage(<HotspotsPage />, { as: await loggedIn('reseller'), at });
    await screen.findByRole('table');

    await user.type(searchBox(), '  biblioteca ');
    expect(listCalls(calls)).toHaveLength(1);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(shownNames()).toEqual(['biblioteca.san-vitale']));
    expect(listCalls(calls).slice(1)).toEqual([{ q: 'biblioteca', page: '1', limit: '25', sort: 'trouble', order: 'desc', board: 'true' }]);
    expect(screen.getByRole('status')).toHaveTextContent('1 hotspot');
    expect(currentAddress()).toBe('/hotspots?q=biblioteca');
    expect(searchBox()).toHaveValue('biblioteca');
    expect(searchBox()).toHaveFocus();
  });

  test('tells "no match" from "none yet", and one click relaxes the filter', async () => {
    const { user } = renderPage(<HotspotsPage />, { as: await loggedIn('reseller'), at: '/hotspots?q=no-such-place' });

    expect(await screen.findByText('No results for “no-such-place”.')).toBeVisible();
    expect(screen.queryByText('No Hotspots found')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByRole('row', { name: /grand-hotel-miramare/ })).toBeVisible();
    expect(searchBox()).toHaveValue('');
    expect(currentAddress()).toBe('/hotspots');
  });

  test("treats the existing back end's 404 as an empty list", async () => {
    setConfig({ backend: 'existing' });
    answerWith({ ...self, 'GET /api/hotspots': recorded('reseller1', 'GET /api/hotspots?q=zzzz&page=1&limit=25') });
    renderPage(<HotspotsPage />, { at: '/hotspots?q=zzzz' });

    expect(await screen.findByText('No results for “zzzz”.')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('no hotspots');
    expect(screen.queryByText(/Couldn’t load/)).not.toBeInTheDocument();
  });

  test('starts at page 1', async () => {
    const calls = answerWith({ ...self, 'GET /api/hotspots': pageOfHotspots([{}], 80) });
    const { user } = renderPage(<HotspotsPage />, { at: '/hotspots?page=3' });
    await screen.findByRole('table');

    await user.type(searchBox(), 'x{Enter}');
    await waitFor(() => expect(listCalls(calls).at(-1)).toMatchObject({ q: 'x', page: '1' }));
    expect(currentAddress()).toBe('/hotspots?q=x');
  });

  test('is undone by the back button', async () => {
    answerWith({ ...self, 'GET /api/hotspots': ({ query }) => pageOfHotspots([{ name: query.q === '' ? 'all' : 'found' }]) });
    const { user } = renderPage(<HotspotsPage />, { at });
    await screen.findByRole('row', { name: /^all/ });
    await user.type(searchBox(), 'x{Enter}');
    await screen.findByRole('row', { name: /^found/ });

    window.history.back();
    expect(await screen.findByRole('row', { name: /^all/ })).toBeVisible();
    expect(searchBox()).toHaveValue('');
  });
});

describe('paging hotspots', () => {
  const many: Answers = { ...self, 'GET /api/hotspots': ({ query }) => pageOfHotspots([{ name: `row-of-${query.page}` }], 60) };
  const previous = () => screen.getByRole('button', { name: 'Previous page' });
  const next = () => screen.getByRole('button', { name: 'Next page' });

  test('shows page x of y, and stops at the first and last page', async () => {
    const calls = answerWith(many);
    const { user } = renderPage(<HotspotsPage />, { at });
    expect(await screen.findByText('page 1 of 3')).toBeVisible();
    expect(previous()).toBeDisabled();

    await user.click(next());
    expect(await screen.findByText('page 2 of 3')).toBeVisible();
    expect(await screen.findByRole('row', { name: /row-of-2/ })).toBeVisible();
    expect(currentAddress()).toBe('/hotspots?page=2');
    await user.click(next());
    expect(await screen.findByText('page 3 of 3')).toBeVisible();
    expect(next()).toBeDisabled();
    await user.click(previous());
    await user.click(previous());
    expect(await screen.findByText('page 1 of 3')).toBeVisible();
    expect(currentAddress()).toBe('/hotspots');
    expect(listCalls(calls).map(({ page, limit }) => [page, limit])).toEqual([
      ['1', '25'],
      ['2', '25'],
      ['3', '25'],
    ]);
  });

  test('remembers the page size and returns to page 1', async () => {
    const calls = answerWith(many);
    const { user, store } = renderPage(<HotspotsPage />, { at: '/hotspots?page=2' });
    await screen.findByText('page 2 of 3');

    await chooseSize(user, '50 per page');
    expect(await screen.findByText('page 1 of 2')).toBeVisible();
    expect(listCalls(calls).at(-1)).toMatchObject({ page: '1', limit: '50' });
    expect(currentAddress()).toBe('/hotspots?size=50');
    expect(store.getState().preferences.hotspots_per_page).toBe(50);
    await waitFor(() => expect(localStorage.getItem('persist:preferences')).toMatch(/"hotspots_per_page":"50"/));
  });

  test('prefers the size in the link to the remembered one, without remembering it', async () => {
    const calls = answerWith(many);
    const { store } = renderPage(<HotspotsPage />, { at, preferences: { hotspots_per_page: 100 } });
    await screen.findByText('page 1 of 1');
    expect(listCalls(calls)[0]).toMatchObject({ limit: '100' });

    window.location.hash = '#/hotspots?size=25';
    await screen.findByText('page 1 of 3');
    expect(listCalls(calls)[1]).toMatchObject({ limit: '25' });
    expect(store.getState().preferences.hotspots_per_page).toBe(100);
  });

  test('opens the same list from a copied link', async () => {
    const calls = answerWith(many);
    renderPage(<HotspotsPage />, { at: '/hotspots?q=bar&page=2&size=50&sort=created&order=desc', preferences });
    await screen.findByText('page 2 of 2');
    expect(listCalls(calls)).toEqual([{ q: 'bar', page: '2', limit: '50', sort: 'created', order: 'desc', board: 'true' }]);
    expect(searchBox()).toHaveValue('bar');
    expect(screen.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending');
  });

  test('replaces invalid values in a link by the defaults', async () => {
    const calls = answerWith(many);
    renderPage(<HotspotsPage />, { at: '/hotspots?page=-3&size=7&sort=password&order=up' });
    await screen.findByText('page 1 of 3');
    expect(listCalls(calls)).toEqual([{ q: '', page: '1', limit: '25', sort: 'trouble', order: 'desc', board: 'true' }]);
  });

  test('leads from a page past the end to the last one, instead of showing no hotspots', async () => {
    answerWith({ ...self, 'GET /api/hotspots': ({ query }) => pageOfHotspots(query.page === '2' ? [{}] : [], 26) });
    const { user } = renderPage(<HotspotsPage />, { at: '/hotspots?page=9' });
    expect(await screen.findByText('There’s nothing on page 9 any more.')).toBeVisible();
    expect(screen.queryByText('No Hotspots found')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Go to last page' }));
    expect(await screen.findByText('page 2 of 2')).toBeVisible();
  });

  test('asks the existing back end for the total that it omits past the last page', async () => {
    setConfig({ backend: 'existing' });
    const nothing = recorded('reseller1', 'GET /api/hotspots?q=zzzz&page=1&limit=25');
    answerWith({ ...self, 'GET /api/hotspots': ({ query }) => (query.page === '9' ? nothing : pageOfHotspots([{}], 26)) });
    const { user } = renderPage(<HotspotsPage />, { at: '/hotspots?page=9' });
    await user.click(await screen.findByRole('button', { name: 'Go to last page' }));
    expect(await screen.findByText('page 2 of 2')).toBeVisible();
    expect(currentAddress()).toBe('/hotspots?page=2');
  });
});

describe('an empty or failed list of hotspots', () => {
  test('states that there are none, with the next step', async () => {
    answerWith({ ...self, 'GET /api/hotspots': pageOfHotspots([]), 'GET /api/disclaimers/accounts/2': { body: [] } });
    const { user } = renderPage(<HotspotsPage />, { at });
    const none = await screen.findByText('No Hotspots found');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    const [, besideIt] = screen.getAllByRole('button', { name: 'New hotspot' });
    expect(none.compareDocumentPosition(besideIt!) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await user.click(besideIt!);
    expect(await screen.findByRole('dialog', { name: 'New hotspot' })).toBeVisible();
  });

  test('shows the old rows while it is read again', async () => {
    let come: (() => void) | undefined;
    const slow = new Promise<void>((resolve) => {
      come = resolve;
    });
    let turn = 0;
    answerWith({
      ...self,
      'GET /api/hotspots': async () => {
        turn += 1;
        if (turn === 2) await slow;
        return pageOfHotspots([{ name: `turn-${turn}` }]);
      },
    });
    const { user } = renderPage(<HotspotsPage />, { at });
    await screen.findByRole('row', { name: /turn-1/ });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(screen.getByRole('row', { name: /turn-1/ })).toBeVisible();
    come?.();
    expect(await screen.findByRole('row', { name: /turn-2/ })).toBeVisible();
  });

  test.each([
    ['a fault of the server', { status: 500, body: { message: 'boom' } }],
    ['no answer', LOST],
    ['the page of a proxy', { status: 502, body: '<html>Bad gateway</html>' }],
    ['a mistyped path', { status: 404, body: { message: 'Route GET:/api/hotspots not found' } }],
  ] as const)('reports %s, and a retry reads the list', async (_name, failure) => {
    answerWith({ ...self, 'GET /api/hotspots': [failure, pageOfHotspots([{}])] });
    const { user } = renderPage(<HotspotsPage />, { at });

    expect(await screen.findByText(/Couldn’t load hotspots/)).toBeVisible();
    expect(screen.queryByText('No Hotspots found')).not.toBeInTheDocument();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /city-library/ })).toBeVisible();
    expect(screen.queryByText(/Couldn’t load/)).not.toBeInTheDocument();
  });
});

describe('permission to create hotspots', () => {
  test('is missing for an admin, including the shortcut', async () => {
    const { user } = renderPage(<HotspotsPage />, { as: await loggedIn('admin'), at });
    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: 'New hotspot' })).not.toBeInTheDocument();
    await user.keyboard('n');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('is missing for an admin without hotspots', async () => {
    answerWith({ 'GET /api/hotspots': pageOfHotspots([]) });
    renderPage(<HotspotsPage />, { as: madeUp('admin'), at });
    await screen.findByText('No Hotspots found');
    expect(screen.queryByRole('button', { name: 'New hotspot' })).not.toBeInTheDocument();
  });

  test.each(['privacy_name', 'privacy_vat', 'privacy_address', 'privacy_email'] as const)(
    'is missing for a reseller without %s, with a link to its profile',
    async (field) => {
      answerWith({
        'GET /api/accounts/2': { body: madeUpAccount('reseller', { [field]: '' }) },
        'GET /api/hotspots': pageOfHotspots([]),
      });
      const { user } = renderPage(<HotspotsPage />, { at });

      const warning = await screen.findByRole('alert');
      expect(warning).toHaveTextContent('fill in the data controller’s name, VAT number, address and e-mail in your profile');
      expect(within(warning).getByRole('link', { name: 'Open profile' })).toHaveAttribute('href', '#/profile');
      await screen.findByText('No Hotspots found');
      for (const button of screen.getAllByRole('button', { name: 'New hotspot' })) expect(button).toBeDisabled();
      expect(screen.getAllByRole('button', { name: 'New hotspot' })[0]).toHaveAccessibleDescription(/^To create hotspots/);
      await user.keyboard('n');
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    },
  );

  test("is missing for the demonstration's reseller without privacy fields", async () => {
    renderPage(<HotspotsPage />, { as: await loggedIn('lariowifi'), at });
    expect(await screen.findByRole('alert')).toHaveTextContent('To create hotspots');
    expect(screen.getByRole('button', { name: 'New hotspot' })).toBeDisabled();
  });
});

describe('shortcuts on the list of hotspots', () => {
  const list: Answers = { ...self, 'GET /api/hotspots': pageOfHotspots([{}]), 'GET /api/disclaimers/accounts/2': { body: [] } };

  test('focus the search with /, refresh with r and create with n', async () => {
    const calls = answerWith(list);
    const { user } = renderPage(<HotspotsPage />, { at });
    await screen.findByRole('table');

    await user.keyboard('r');
    await waitFor(() => expect(listCalls(calls)).toHaveLength(2));
    await user.keyboard('n');
    expect(await screen.findByRole('dialog', { name: 'New hotspot' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('/');
    expect(searchBox()).toHaveFocus();
    expect(searchBox()).toHaveValue('');
  });

  test('return the focus when a dialog closes', async () => {
    answerWith(list);
    const { user } = renderPage(<HotspotsPage />, { at });
    const opener = await screen.findByRole('button', { name: 'New hotspot' });
    await user.click(opener);
    await waitFor(() => expect(screen.getByLabelText('Description')).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(opener).toHaveFocus());
  });

  test('are plain letters while typing, and do nothing with Ctrl or in a dialog', async () => {
    const calls = answerWith(list);
    const { user } = renderPage(<HotspotsPage />, { at });
    await screen.findByRole('table');

    await user.type(searchBox(), 'n/r');
    expect(searchBox()).toHaveValue('n/r');
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('{Control>}r{/Control}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

    await user.keyboard('n');
    const dialog = await screen.findByRole('dialog', { name: 'New hotspot' });
    await user.click(within(dialog).getByRole('button', { name: 'Create hotspot' }));
    await user.keyboard('r/');
    fireEvent.keyDown(document.body, { key: 'r' });
    expect(listCalls(calls)).toHaveLength(1);
    expect(searchBox()).not.toHaveFocus();
  });
});

describe('the actions of a hotspot', () => {
  const list: Answers = {
    ...self,
    'GET /api/hotspots': pageOfHotspots([{ id: 7 }, { id: 8, name: 'old-mill' }]),
    'GET /api/hotspots/7': { body: madeUpHotspot() },
    'GET /api/disclaimers/accounts/2': { body: [] },
  };

  test("are details, modify and delete in the row's menu", async () => {
    answerWith(list);
    const { user } = renderPage(<HotspotsPage />, { at });
    await user.click(await screen.findByRole('button', { name: 'Actions for city-library' }));

    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Details', 'Edit', 'Delete']);
    expect(screen.getByRole('link', { name: 'Details' })).toHaveAttribute('href', '#/hotspots/7');
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit hotspot' });
    expect(await within(dialog).findByDisplayValue('City Library')).toBeVisible();
  });

  test('open on a right click on the row, except on its link', async () => {
    const none = { body: { data: [], total: 0 } };
    const requested = { 'GET /api/users': none, 'GET /api/units': none, 'GET /api/sessions': none };
    answerWith({ ...list, ...requested, 'GET /api/preferences/hotspots/7': { body: [] } });
    const { user } = renderPage(<HotspotsPage />, { at });
    const row = await screen.findByRole('row', { name: /city-library/ });

    expect(fireEvent.contextMenu(within(row).getByRole('link'))).toBe(true);
    expect(screen.queryByRole('menuitem')).not.toBeInTheDocument();
    expect(fireEvent.contextMenu(within(row).getByText('City Library'))).toBe(false);
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByRole('dialog', { name: 'Delete hotspot' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('menuitem')).not.toBeInTheDocument());
  });
});
