import { MAX_LIMIT, PAGE_SIZES, type PageSize } from '../../contract/plain/wire';
import { deepPageTurned, listNarrowed, listTyped, pageResized, pageTurned, readListState, type DeepPage } from '../location';
import { pageSizeChosen, type SizePreference } from '../preferences';
import { useOwnDispatch, useOwnLocation } from '../useOwnLocation';
import type { Filters } from './filters';
import { useFilters, type Change, type Filtering } from './useFilters';
import { usePreference } from '../usePreference';

/** What distinguishes one list from another, besides its columns and its query. */
interface ListKind<S extends string, F extends Filters> {
  /** Sortable columns by their names on the wire, the default first. */
  sorts: readonly [S, ...S[]];
  /** Direction of the default sort; ascending by default. */
  order?: 'asc' | 'desc';
  /** The preference that remembers the page size, and the sizes on offer. */
  size: SizePreference;
  sizes?: readonly PageSize[];
  /** Continues past its numbered pages, by cursor. */
  isDeep?: boolean;
  filters: F;
}

/** Declares a list; call it at module level, not while rendering. */
export const listKind = <const S extends string, F extends Filters>(kind: ListKind<S, F>): ListKind<S, F> => kind;

interface Paging<S extends string> {
  sort: S;
  order: 'asc' | 'desc';
  page: number;
  limit: number;
}

/** A list's state apart from its own filters: what its table and its frame need. */
export interface PagedList<S extends string> extends Pick<Filtering<Filters>, 'narrowings' | 'clear'> {
  q: string;
  sort: S;
  order: 'asc' | 'desc';
  page: number;
  size: PageSize;
  sizes: readonly PageSize[];
  isDeep: boolean;
  /** The cursor of a page past the numbered ones; the query needs it as well. */
  deep: DeepPage | null;
  /** Whether filters other than the search can narrow the list. */
  hasFilters: boolean;
  /** Identifies the result set across pages: search, sort and filters. */
  of: string;
  search: (q: string) => void;
  /** Searches while typing, without adding a history entry per keystroke. */
  type: (q: string) => void;
  sortBy: (sort: S, order: 'asc' | 'desc') => void;
  turnTo: (page: number) => void;
  turnDeep: (page: DeepPage) => void;
  resize: (size: PageSize) => void;
}

export interface ListPageState<S extends string, F extends Filters> extends PagedList<S>, Omit<Filtering<F>, 'with'> {
  /** Query parameters for this page, and for all rows. The screen adds search and filters, by their names on the wire. */
  paging: Paging<S>;
  unpaged: Paging<S>;
  /** The same with other filters in effect, which are written to the URL with the next choice. */
  with: (values: Change<F>) => ListPageState<S, F>;
}

/**
 * What all lists share: search, sort, page, page size and filters, kept in the URL and remembered. The screen passes them to its query, and
 * hands both the state and the result to `ListPage` and `PagedTable`.
 *
 * @param kind a constant, made with `listKind`
 * @param fixed filters that this role can't change; undefined ones it can
 */
export function useListPage<S extends string, F extends Filters>(kind: ListKind<S, F>, fixed?: Change<F>): ListPageState<S, F> {
  const dispatch = useOwnDispatch('tab' in kind.filters);
  const usualSize = usePreference(kind.size);
  const { sizes = PAGE_SIZES, isDeep = false } = kind;
  const { q, sort, order, page, ...address } = readListState(useOwnLocation().search, kind.sorts, kind);
  const size = address.size ?? usualSize;
  const deep = isDeep ? address.deep : null;

  const listOf = (filtering: Filtering<F>): ListPageState<S, F> => ({
    ...filtering,
    q,
    sort,
    order,
    page,
    size,
    sizes,
    isDeep,
    deep,
    narrowings: [
      ...(q === '' ? [] : [{ clearText: 'list.clear_search' as const, onClear: () => dispatch(listNarrowed({ q: '' })) }]),
      ...filtering.narrowings,
    ],
    hasFilters: Object.values(kind.filters).some(({ clearText }) => clearText !== undefined),
    of: JSON.stringify([q, sort, order, filtering.filters]),
    paging: { sort, order, page, limit: size },
    unpaged: { sort, order, page: 1, limit: MAX_LIMIT },
    with: (values) => listOf(filtering.with(values)),
    search: (text) => dispatch(listNarrowed({ q: text })),
    type: (text) => dispatch(listTyped(text)),
    sortBy: (column, direction) => dispatch(listNarrowed({ sort: column, order: direction })),
    turnTo: (to) => dispatch(pageTurned(to)),
    turnDeep: (to) => dispatch(deepPageTurned(to)),
    resize: (chosen) => {
      dispatch(pageSizeChosen({ list: kind.size, size: chosen }));
      dispatch(pageResized(chosen));
    },
  });
  return listOf(useFilters(kind.filters, fixed));
}
