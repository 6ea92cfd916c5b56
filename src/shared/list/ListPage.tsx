import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ExportButton, type CsvColumn } from '../ui/table/ExportButton';
import { PageHead } from '../ui/page/PageHead';
import { ResultCount } from '../ui/table/ResultCount';
import { useShortcuts } from '../ui/page/useShortcuts';
import { refetchList, shownPage, type Answer } from './answer';
import { ColumnsButton } from './ColumnsButton';
import { FoldedTools } from './FoldedTools';
import { SearchBox } from './SearchBox';
import type { Columns } from './useColumns';
import type { PagedList } from './useListPage';
import { classes } from '../ui/plain/classes';
import styles from './ListPage.module.css';
import spacingStyles from '../ui/page/spacing.module.css';

type MessageId = FormatjsIntl.Message['ids'];

interface ListPageProps<R, S extends string, C> {
  /** The page's heading. Without one the list is a part of a page, such as a tab: its toolbar then has the count and the button to create. */
  title?: MessageId;
  list: Pick<PagedList<string>, 'q' | 'search' | 'type' | 'of' | 'narrowings'>;
  answer: Answer<R>;
  /** Message for the number of rows, with `count` and `hasMore`; without one the number isn't shown. */
  counted?: MessageId;
  columns: Columns<R, S>;
  /** Missing if this role may not create. */
  create?: Creating | undefined;
  /** Message that says which fields are searched, if not all; null if the list can't be searched. */
  search?: MessageId | null;
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
  /** The number of rows it will read, if not the list's total. */
  total?: number | null;
}

/** Frame of every list: title, toolbar with count, and the content, usually a `PagedTable`. Keys: / searches, n creates, r refreshes. */
export function ListPage<R, S extends string, C = R>({
  title,
  list,
  answer,
  columns,
  create,
  search = 'list.search',
  isInstant = false,
  counted,
  tools,
  csv,
  notice,
  children,
}: ListPageProps<R, S, C>) {
  const intl = useIntl();
  const page = shownPage(answer);
  const refresh = () => refetchList(answer);
  useShortcuts({ r: refresh, n: create && !create.isDisabled ? create.onClick : undefined });

  const exporting = csv && <ExportButton total={csv.total ?? page?.total} columns={csv.columns} of={list.of} read={csv.read} />;
  const count = counted && <ResultCount message={counted} count={page?.total} hasMore={page?.hasMore ?? false} />;
  const creating = create && (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      disabled={create.isDisabled ?? false}
      {...(create.isDisabled && { 'aria-describedby': create.describedBy })}
      onClick={create.onClick}
    >
      <FormattedMessage id={create.label} />
    </Button>
  );
  const refreshing = (
    <Button icon={<ReloadOutlined aria-hidden />} aria-label={intl.formatMessage({ id: 'list.refresh' })} onClick={refresh} />
  );
  return (
    <>
      {title && <PageHead title={<FormattedMessage id={title} />} count={count} actions={creating} />}
      {notice}
      <div className={styles.listFrame}>
        <Flex className={classes(styles.listToolbar, 'not-on-paper', spacingStyles.below12)} gap={8} align="center" wrap>
          {search && (
            <>
              <SearchBox search={list.q} label={search} onSearch={list.search} onType={isInstant ? list.type : undefined} />
              {refreshing}
            </>
          )}
          {!title && creating}
          {title && tools !== undefined ? (
            // `narrowings` includes the search, which isn't one of the folded filters.
            <FoldedTools count={list.narrowings.length - (list.q === '' ? 0 : 1)}>
              {tools}
              {exporting}
            </FoldedTools>
          ) : (
            <>
              {tools}
              {exporting}
            </>
          )}
          {!search && refreshing}
          <ColumnsButton columns={columns} />
          {!title && count}
        </Flex>
        {children}
      </div>
    </>
  );
}
