import { describe, expect, test } from '@jest/globals';
import fc from '../support/run/property';
import { PAGE_SIZES } from '../../src/contract/plain/wire';
import {
  addressFilled,
  deepPageTurned,
  lastPageOf,
  listFiltered,
  listNarrowed,
  locationSlice,
  moved,
  pageResized,
  pageTurned,
  readListState,
  type ConsoleLocation,
} from '../../src/shared/location';

const SORTS = ['name', 'created', 'business_vat'] as const;

const { reducer } = locationSlice;
const at = (search: string): ConsoleLocation => ({ pathname: '/hotspots', search });
const after = (search: string, ...actions: Parameters<typeof reducer>[1][]) => actions.reduce(reducer, at(search)).search;

describe('the state of a list in an address', () => {
  const nothing = { q: '', page: 1, size: null, sort: 'name', order: 'asc', deep: null };

  test.each([
    ['', nothing],
    ['?', nothing],
    ['?q=bar&page=2&size=50&sort=created&order=desc', { q: 'bar', page: 2, size: 50, sort: 'created', order: 'desc', deep: null }],
    ['?q=a%26b%3Dc%20d', { ...nothing, q: 'a&b=c d' }],
    ['?page=0', nothing],
    ['?page=-1', nothing],
    ['?page=1.5', nothing],
    ['?page=1e99', nothing],
    ['?page=two', nothing],
    ['?size=26', nothing],
    ['?size=25.0', nothing],
    ['?sort=password', nothing],
    ['?sort=NAME', nothing],
    ['?order=DESC', nothing],
    ['?hotspotId=7', nothing],
    ['?q=first&q=second', { ...nothing, q: 'first' }],
    ['?q=%E0%A4%A', expect.objectContaining({ page: 1 })],
  ])('reads "%s"', (search, state) => expect(readListState(search, SORTS)).toEqual(state));

  test('a list sorts by its default direction until a column is chosen', () => {
    const orderIn = (search: string) => readListState(search, SORTS, { order: 'desc' }).order;
    expect([orderIn(''), orderIn('?sort=password&order=up'), orderIn('?sort=name'), orderIn('?sort=name&order=desc')]).toEqual([
      'desc',
      'desc',
      'asc',
      'desc',
    ]);
  });

  test('a written state is read back, whatever the address held before', () => {
    const part = fc.record(
      {
        q: fc.string({ unit: 'grapheme' }),
        sort: fc.constantFrom(...SORTS),
        order: fc.constantFrom('asc' as const, 'desc' as const),
      },
      { requiredKeys: [] },
    );
    const page = fc.integer({ min: 1, max: 1_000_000 });
    const before = fc.webQueryParameters().map((text) => (text === '' ? '' : `?${text}`));
    fc.assert(
      fc.property(before, part, fc.constantFrom(...PAGE_SIZES), page, (search, change, size, turned) => {
        const narrowed = after(search, pageTurned(9), listNarrowed(change));
        const was = readListState(search, SORTS);
        expect(readListState(narrowed, SORTS)).toEqual({ ...was, ...change, page: 1 });

        const resized = after(narrowed, pageTurned(turned), pageResized(size));
        expect(readListState(resized, SORTS)).toEqual({ ...was, ...change, page: 1, size });
        const last = after(resized, pageTurned(turned));
        expect(readListState(last, SORTS)).toEqual({ ...was, ...change, page: turned, size });
      }),
    );
  });

  test('every text can be read as a state', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(readListState(text, SORTS).page).toBeGreaterThan(0)));
  });
});

describe('writing the state of a list into an address', () => {
  test.each([
    ['omits defaults', '?q=bar&page=3', [listNarrowed({ q: '' })], ''],
    ['omits the ascending order', '?sort=created&order=desc', [listNarrowed({ sort: 'created', order: 'asc' })], '?sort=created'],
    ['omits the first page', '?page=2', [pageTurned(1)], ''],
    ['keeps the other parameters when turning a page', '?q=bar&sort=created', [pageTurned(4)], '?q=bar&sort=created&page=4'],
    ['returns to page 1 with another page size', '?page=4&q=bar', [pageResized(50)], '?q=bar&size=50'],
    ['returns to page 1 when the list is filtered', '?page=4', [listNarrowed({ q: 'bar' })], '?q=bar'],
    ['keeps parameters of other features', '?hotspotId=7', [listNarrowed({ q: 'bar' }), pageTurned(2)], '?hotspotId=7&q=bar&page=2'],
  ])('%s', (_what, search, actions, result) => expect(after(search, ...actions)).toBe(result));

  test('moving takes over the new address unchanged', () => {
    expect(reducer(at('?q=bar'), moved({ pathname: '/profile', search: '' }))).toEqual({ pathname: '/profile', search: '' });
  });
});

test.each([
  [0, 25, 1],
  [1, 25, 1],
  [25, 25, 1],
  [26, 25, 2],
  [100, 50, 2],
  [101, 50, 3],
])('%i rows in pages of %i end at page %i', (total, size, last) => expect(lastPageOf(total, size)).toBe(last));

describe('pages reached by a cursor', () => {
  test('a cursor replaces the page number in the address, and any filter returns to the first page', () => {
    const deep = after('?page=400&q=bar', deepPageTurned({ after: 'cursor' }));
    expect(deep).toBe('?q=bar&after=cursor');
    expect(readListState(deep, SORTS)).toMatchObject({ page: 1, deep: { after: 'cursor' } });
    expect(after(deep, deepPageTurned({ before: 'first' }))).toBe('?q=bar&before=first');
    expect(after(deep, deepPageTurned({ end: 'true' }))).toBe('?q=bar&end=true');
    expect(after(deep, pageTurned(3))).toBe('?q=bar&page=3');
    expect(after(deep, listNarrowed({ q: 'x' }))).toBe('?q=x');
    expect(after(deep, listFiltered({ hotspotId: '7' }))).toBe('?q=bar&hotspotId=7');
    expect(after(deep, pageResized(50))).toBe('?q=bar&size=50');
  });
});

test('filling in an address adds no history entry, the next change does', () => {
  const filled = reducer(at(''), addressFilled({ pathname: '/hotspots', search: '?hotspotId=7' }));
  expect(filled).toEqual({ pathname: '/hotspots', search: '?hotspotId=7', isFilled: true });
  expect(reducer(filled, pageTurned(2))).toEqual({ pathname: '/hotspots', search: '?hotspotId=7&page=2' });
});

test('a closed screen cannot fill in the address of the next one', () => {
  expect(reducer(at(''), addressFilled({ pathname: '/sessions', search: '?tab=history' }))).toEqual(at(''));
});
