/**
 * The location in the console, kept in the store (and so visible in DevTools); `app/router.ts` syncs it with the address bar, both ways. A
 * list's state (search, sorting, page) lives only in the URL's query, so that a copied link reopens the same list and there is no second
 * copy to get out of sync.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { PAGE_SIZES, type PageSize } from '../contract/plain/wire';

export interface ConsoleLocation {
  pathname: string;
  /** With its leading question mark, or ''. */
  search: string;
  /** The URL was only completed with defaults: the history entry is replaced, so that the back button skips it. */
  isFilled?: true;
}

/** A page past the numbered ones, addressed by cursor (contract/lists.ts, `cursors`). */
export type DeepPage = { after: string } | { before: string } | { end: 'true' };

export interface ListState<S extends string = string> {
  q: string;
  page: number;
  /** Page size from the URL; null to use the remembered one. */
  size: PageSize | null;
  sort: S;
  order: 'asc' | 'desc';
  /** Replaces the page number past the numbered pages. */
  deep: DeepPage | null;
}

/** Options of a particular list. */
interface ListOptions {
  /** Direction of its default sort; ascending by default. */
  order?: 'asc' | 'desc';
  sizes?: readonly PageSize[];
}

const initialState: ConsoleLocation = { pathname: '/', search: '' };

export const locationSlice = createSlice({
  name: 'location',
  initialState,
  reducers: {
    moved: (_state, { payload }: PayloadAction<ConsoleLocation>) => payload,
    /** Searching or sorting goes back to page 1 (SES-10); done here so that no screen can forget it. */
    listNarrowed: (state, { payload }: PayloadAction<Partial<Pick<ListState, 'q' | 'sort' | 'order'>>>) => {
      go(state, withValues(state.search, { ...payload, ...(payload.order === 'asc' && { order: '' }), ...FIRST_PAGE }));
    },
    /** A search while typing. Only the first keystroke adds a history entry, so that Back leaves the whole search. */
    listTyped: (state, { payload }: PayloadAction<string>) => {
      const isGoingOn = new URLSearchParams(state.search).get('q') !== null;
      go(state, withValues(state.search, { q: payload, ...FIRST_PAGE }));
      if (isGoingOn) state.isFilled = true;
    },
    /** Sets filters, or removes them with ''; goes back to page 1. */
    listFiltered: (state, { payload }: PayloadAction<Record<string, string>>) => {
      go(state, withValues(state.search, { ...payload, ...FIRST_PAGE }));
    },
    /** Completes a URL that has no query with the remembered filters, unless the user has left that screen meanwhile. */
    addressFilled: (state, { payload: { pathname, search } }: PayloadAction<Pick<ConsoleLocation, 'pathname' | 'search'>>) => {
      if (state.pathname === pathname && state.search === '') return { pathname, search, isFilled: true };
      return state;
    },
    /** Switches the tab of a details page and drops the previous tab's query. */
    tabOpened: (state, { payload }: PayloadAction<string>) => {
      go(state, withValues('', { tab: payload }));
    },
    pageTurned: (state, { payload }: PayloadAction<number>) => {
      go(state, withValues(state.search, { ...FIRST_PAGE, page: payload === 1 ? '' : String(payload) }));
    },
    deepPageTurned: (state, { payload }: PayloadAction<DeepPage>) => {
      go(state, withValues(state.search, { ...FIRST_PAGE, ...payload }));
    },
    pageResized: (state, { payload }: PayloadAction<PageSize>) => {
      go(state, withValues(state.search, { size: String(payload), ...FIRST_PAGE }));
    },
  },
  selectors: { selectLocation: (state) => state, selectPathname: (state) => state.pathname },
});
export const { moved, tabOpened, listNarrowed, listTyped, listFiltered, addressFilled, pageTurned, deepPageTurned, pageResized } =
  locationSlice.actions;
export const { selectLocation, selectPathname } = locationSlice.selectors;

/** Query values that reset to page 1. */
const FIRST_PAGE = { page: '', after: '', before: '', end: '' };

function go(state: ConsoleLocation, search: string): void {
  state.search = search;
  delete state.isFilled;
}

/** The tab named in the URL; null if none, so that the page decides. */
export function readTab(search: string): string | null {
  return new URLSearchParams(search).get('tab');
}

/** A query string with these values set, or removed where empty. */
export function withValues(search: string, values: Record<string, string | undefined>): string {
  const query = new URLSearchParams(search);
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === '') query.delete(key);
    else query.set(key, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** A list's state from its URL, with defaults for what is missing or invalid. `columns`: the sortable ones, the default first. */
export function readListState<S extends string>(
  search: string,
  columns: readonly [S, ...S[]],
  { order = 'asc', sizes = PAGE_SIZES }: ListOptions = {},
): ListState<S> {
  const query = new URLSearchParams(search);
  const page = Number(query.get('page'));
  const sort = columns.find((column) => column === query.get('sort'));
  return {
    q: query.get('q') ?? '',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: sizes.find((size) => String(size) === query.get('size')) ?? null,
    sort: sort ?? columns[0],
    order: query.get('order') === 'desc' ? 'desc' : sort === undefined ? order : 'asc',
    deep: deepPageOf(query),
  };
}

function deepPageOf(query: URLSearchParams): DeepPage | null {
  const [after, before] = [query.get('after'), query.get('before')];
  if (after) return { after };
  if (before) return { before };
  return query.get('end') === 'true' ? { end: 'true' } : null;
}

/** An id from a URL; 0, which means all, if it isn't one. */
export function idIn(text: string | undefined): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** Number of the last page; at least 1. */
export function lastPageOf(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}
