import type { ReactNode } from 'react';
import { lastPageOf } from '../location';
import { DataTable } from '../ui/table/DataTable';
import type { DataTableProps } from '../ui/table/DataCards';
import { LoadFailed } from '../ui/feedback/LoadFailed';
import { NothingHere, NothingMatches, NothingOnPage } from '../ui/feedback/NothingHere';
import { NoFilterMatches } from '../ui/table/NoFilterMatches';
import { Pager } from '../ui/table/Pager';
import { isLost } from '../failure';
import { refetchList, shownPage, type Answer } from './answer';
import type { Columns } from './useColumns';
import type { PagedList } from './useListPage';
import { SelectionBar, type Selection } from './SelectionBar';

type MessageId = FormatjsIntl.Message['ids'];

interface PagedTableProps<R extends { id: number }, S extends string> extends Pick<
  DataTableProps<R, S>,
  'label' | 'nameOf' | 'keyOf' | 'isOver' | 'actions' | 'details'
> {
  list: PagedList<S>;
  answer: Answer<R>;
  columns: Pick<Columns<R, S>, 'shown' | 'arranged'>;
  /** Selected rows, and the buttons for bulk actions. */
  selection?: Selection;
  /** Message when loading failed. */
  failed: MessageId;
  /** Message when there are no rows yet; `next` offers the next step. */
  none: MessageId;
  /** The same for a list that is narrowed only by the chosen hotspot; its message takes the hotspot's name. */
  noneAt?: { message: MessageId; hotspot: string | undefined } | undefined;
  next?: { label: MessageId; onClick: () => void; isDisabled?: boolean } | undefined;
  /** Message when nothing matches, for lists with too many filters to offer removing each one. */
  noMatch?: MessageId | undefined;
  /** The number of rows that can be paged through, if not all. */
  reachable?: number;
  /** Shown below the rows. */
  note?: ReactNode;
}

/** A page of rows with its states (loading failed, no rows yet, no matches, page out of range), the selection and the pager. */
export function PagedTable<R extends { id: number }, S extends string>({
  list,
  answer,
  columns,
  selection,
  failed,
  none,
  noneAt,
  next,
  noMatch,
  reachable,
  note,
  ...table
}: PagedTableProps<R, S>) {
  const page = shownPage(answer);
  const rows = page?.data ?? [];
  const total = reachable ?? page?.total ?? 0;
  const first = page?.first ?? null;
  return (
    <>
      {selection && <SelectionBar selection={selection} total={total} />}
      <DataTable
        {...table}
        columns={columns.shown}
        ofCards={columns.arranged.map(({ column }) => column)}
        rows={rows}
        isSorted={page?.isSorted ?? true}
        isLoading={answer.isLoading || answer.isUninitialized}
        isRefreshing={answer.isFetching}
        sort={list.sort}
        order={list.order}
        onSort={list.sortBy}
        selection={selection && { ids: selection.rows.map(({ id }) => id), onSelect: selection.select }}
        empty={<NoRows {...{ list, answer, failed, none, noneAt, next, noMatch, total }} />}
      />
      {note}
      {page && rows.length > 0 && (
        <Pager
          page={list.page}
          size={list.size}
          sizes={list.sizes}
          total={total}
          depth={
            list.isDeep && first !== null
              ? {
                  hasMore: page.hasMore ?? false,
                  first,
                  last: page.last ?? null,
                  now: list.deep,
                  count: rows.length,
                  onTurn: list.turnDeep,
                }
              : undefined
          }
          onTurn={list.turnTo}
          onResize={list.resize}
        />
      )}
    </>
  );
}

/** Message of the button that removes the hotspot filter, the same in every list; it identifies that filter here. */
const HOTSPOT = 'list.clear_hotspot';

type NoRowsProps = Pick<PagedTableProps<never, never>, 'failed' | 'none' | 'noneAt' | 'next' | 'noMatch'> & {
  list: Pick<PagedList<string>, 'q' | 'page' | 'deep' | 'size' | 'turnTo' | 'narrowings' | 'clear' | 'hasFilters' | 'search'>;
  answer: Answer<unknown>;
  total: number;
};

/** Says why there are no rows and offers a way out. */
function NoRows({ list, answer, failed, none, noneAt, next, noMatch, total }: NoRowsProps) {
  if (isLost(answer)) return <LoadFailed message={failed} onRetry={() => refetchList(answer)} />;
  if (list.page > 1 || list.deep) return <NothingOnPage page={list.page} onLast={() => list.turnTo(lastPageOf(total, list.size))} />;
  if (list.narrowings.length === 0) return <NothingHere message={none} next={next} />;
  const [only, ...others] = list.narrowings;
  // The hotspot filter alone doesn't look like a filter to users: say that the hotspot has no rows yet, not that nothing matches.
  if (only?.clearText === HOTSPOT && others.length === 0 && noneAt?.hotspot !== undefined && total === 0) {
    return (
      <NothingHere
        message={noneAt.message}
        values={{ hotspot: noneAt.hotspot }}
        next={next}
        other={{ label: HOTSPOT, onClick: only.onClear }}
      />
    );
  }
  if (noMatch) return <NothingHere message={noMatch} next={{ label: 'list.clear_filters', onClick: list.clear }} />;
  if (!list.hasFilters) return <NothingMatches q={list.q} onClear={() => list.search('')} />;
  return <NoFilterMatches narrowings={list.narrowings} />;
}
