import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { ExportButton, type CsvColumn } from '../ui/ExportButton';
import { ListToolbar } from '../ui/ListToolbar';
import { PageHead } from '../ui/PageHead';
import { ResultCount } from '../ui/ResultCount';
import { refetchList, shownPage, type Answer } from './answer';
import { ColumnsButton } from './ColumnsButton';
import { FoldedTools } from './FoldedTools';
import type { Columns } from './useColumns';
import type { PagedList } from './useListPage';

type MessageId = FormatjsIntl.Message['ids'];

interface ListPageProps<R, S extends string, C> {
  title: MessageId;
  list: Pick<PagedList<string>, 'q' | 'search' | 'type' | 'of' | 'narrowings'>;
  answer: Answer<R>;
  columns: Columns<R, S>;
  /** Present if this role may create. */
  create?: Creating | undefined;
  /** Searches while typing, not only on Enter. */
  isInstant?: boolean;
  /** Filters, and actions on all rows. */
  tools?: ReactNode;
  /** Offers all matching rows as a CSV file. */
  csv?: Csv<C>;
  /** A notice above the list. */
  notice?: ReactNode;
  children: ReactNode;
}

interface Creating {
  label: MessageId;
  onClick: () => void;
  isDisabled?: boolean;
  /** Id of the element that says why it is disabled. */
  describedBy?: string;
}

interface Csv<C> {
  columns: readonly CsvColumn<C>[];
  /** Reads all rows, in the list's order; undefined on failure. */
  read: () => Promise<C[] | undefined>;
  /** How many rows that will be, if not the list's total. */
  total?: number | null;
}

/** Frame of every list: title, toolbar with count, and the content, usually a `PagedTable`. */
export function ListPage<R, S extends string, C = R>({
  title,
  list,
  answer,
  columns,
  create,
  isInstant = false,
  tools,
  csv,
  notice,
  children,
}: ListPageProps<R, S, C>) {
  const page = shownPage(answer);
  const exporting = csv && <ExportButton total={csv.total ?? page?.total} columns={csv.columns} of={list.of} read={csv.read} />;
  return (
    <>
      <PageHead
        title={<FormattedMessage id={title} />}
        count={<ResultCount count={page?.total} hasMore={page?.hasMore ?? false} />}
        actions={
          create && (
            <Button
              type="primary"
              icon={<PlusOutlined aria-hidden />}
              disabled={create.isDisabled ?? false}
              {...(create.isDisabled && { 'aria-describedby': create.describedBy })}
              onClick={create.onClick}
            >
              <FormattedMessage id={create.label} />
            </Button>
          )
        }
      />
      {notice}
      <ListToolbar
        search={list.q}
        onSearch={list.search}
        onType={isInstant ? list.type : undefined}
        onRefresh={() => refetchList(answer)}
        onNew={create && !create.isDisabled ? create.onClick : undefined}
      >
        {tools === undefined ? (
          exporting
        ) : (
          // `narrowings` includes the search, which isn't one of the folded filters.
          <FoldedTools count={list.narrowings.length - (list.q === '' ? 0 : 1)}>
            {tools}
            {exporting}
          </FoldedTools>
        )}
        <ColumnsButton columns={columns} />
      </ListToolbar>
      {children}
    </>
  );
}
