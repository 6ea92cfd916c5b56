import { useDispatch, useSelector } from 'react-redux';
import { MAX_LIMIT, PAGE_SIZES, type PageSize } from '../../contract/wire';
import { deepPageTurned, listNarrowed, listTyped, pageResized, pageTurned, readListState, type DeepPage } from '../location';
import { remembered, selectPreferences, type Preferences } from '../preferences';
import { useOwnPlace } from '../useOwnPlace';
import type { Filters } from './filters';
import { useFilters, type Change, type Filtering } from './useFilters';

type SizePreference = Extract<keyof Preferences, `${string}_per_page`>;

/** What tells one list from another, besides its columns and its query. */
interface ListKind<S extends string, F extends Filters> {
  /** Sortable columns by their names on the wire, the default first. */
  sorts: readonly [S, ...S[]];
  /** Direction of the default sort; ascending unless set. */
  order?: 'asc' | 'desc';
  /** Where the page size is remembered, and which there are. */
  size: SizePreference;
  sizes?: readonly PageSize[];
  /** Goes on past its numbered pages, by cursor. */
  isDeep?: boolean;
  filters: F;
}

/** Declares a list, outside of its screen. */
export const listKind = <const S extends string, F extends Filters>(kind: ListKind<S, F>): ListKind<S, F> => kind;

interface Paging<S extends string> {
  sort: S;
  order: 'asc' | 'desc';
  page: number;
  limit: number;
}

/** Everything of a list but its own filters: what its table and its frame need. */
export interface PagedList<S extends string> extends Pick<Filtering<Filters>, 'narrowings' | 'clear'> {
  q: string;
  sort: S;
  order: 'asc' | 'desc';
  page: number;
  size: PageSize;
  sizes: readonly PageSize[];
  isDeep: boolean;
  /** How a page past the numbered ones was reached, for the query too. */
  deep: DeepPage | null;
  /** Whether there is more to narrow by than the search. */
  hasFilters: boolean;
  /** Identifies the rows on all pages. */
  of: string;
  search: (q: string) => void;
  /** The same while somebody types. */
  type: (q: string) => void;
  sortBy: (sort: S, order: 'asc' | 'desc') => void;
  turnTo: (page: number) => void;
  turnDeep: (page: DeepPage) => void;
  resize: (size: PageSize) => void;
}

export interface ListPageState<S extends string, F extends Filters> extends PagedList<S>, Omit<Filtering<F>, 'with'> {
  /** For the query of this page, and of all pages; search and filters are the screen's to add, in the words of its wire. */
  paging: Paging<S>;
  everything: Paging<S>;
  /** The same with other filters in force; they enter the address with the next choice. */
  with: (values: Change<F>) => ListPageState<S, F>;
}

/**
 * What all lists have in common: search, sort, page, page size and filters, kept in the address and remembered. The screen asks its query
 * for them and hands both, state and answer, to `ListPage` and `PagedTable`.
 *
 * @param kind a constant, made with `listKind`
 * @param fixed filters this role can't change; undefined ones it can
 */
export function useListPage<S extends string, F extends Filters>(kind: ListKind<S, F>, fixed?: Change<F>): ListPageState<S, F> {
  const dispatch = useDispatch();
  const preferences = useSelector(selectPreferences);
  const { sizes = PAGE_SIZES, isDeep = false } = kind;
  const { q, sort, order, page, ...address } = readListState(useOwnPlace().search, kind.sorts, kind);
  const size = address.size ?? preferences[kind.size];
  const deep = isDeep ? address.deep : null;

  const listOf = (filtering: Filtering<F>): ListPageState<S, F> => ({
    ...filtering,
    ...{ q, sort, order, page, size, sizes, isDeep, deep },
    narrowings: [
      ...(q === '' ? [] : [{ loosen: 'list.clear_search' as const, onLoosen: () => dispatch(listNarrowed({ q: '' })) }]),
      ...filtering.narrowings,
    ],
    hasFilters: Object.values(kind.filters).some(({ loosen }) => loosen !== undefined),
    of: JSON.stringify([q, sort, order, filtering.filters]),
    paging: { sort, order, page, limit: size },
    everything: { sort, order, page: 1, limit: MAX_LIMIT },
    with: (values) => listOf(filtering.with(values)),
    search: (text) => dispatch(listNarrowed({ q: text })),
    type: (text) => dispatch(listTyped(text)),
    sortBy: (column, direction) => dispatch(listNarrowed({ sort: column, order: direction })),
    turnTo: (to) => dispatch(pageTurned(to)),
    turnDeep: (to) => dispatch(deepPageTurned(to)),
    resize: (chosen) => {
      const kept: Partial<Record<SizePreference, PageSize>> = { [kind.size]: chosen };
      dispatch(remembered(kept));
      dispatch(pageResized(chosen));
    },
  });
  return listOf(useFilters(kind.filters, fixed));
}
