import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { ListToolbar } from './ListToolbar';
import { PageHead } from './PageHead';

type MessageId = FormatjsIntl.Message['ids'];

interface ListPageProps {
  title: MessageId;
  /** Number of rows on all pages; undefined until it is known. */
  count: number | undefined;
  /** There are more rows than `count`. */
  hasMore?: boolean;
  search: string;
  onSearch: (q: string) => void;
  onRefresh: () => unknown;
  /** Present if this role may create. */
  create?: { label: MessageId; onClick: () => void; isDisabled?: boolean } | undefined;
  /** Filters, and actions on all rows. */
  tools?: ReactNode;
  /** A notice above the list. */
  notice?: ReactNode;
  children: ReactNode;
}

/** The frame of every list: title with count, toolbar, rows. */
export function ListPage({ title, count, hasMore = false, search, onSearch, onRefresh, create, tools, notice, children }: ListPageProps) {
  return (
    <>
      <PageHead
        title={<FormattedMessage id={title} />}
        actions={
          create && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} disabled={create.isDisabled ?? false} onClick={create.onClick}>
              <FormattedMessage id={create.label} />
            </Button>
          )
        }
      />
      {notice}
      <ListToolbar
        count={count}
        hasMore={hasMore}
        search={search}
        onSearch={onSearch}
        onRefresh={onRefresh}
        onNew={create && !create.isDisabled ? create.onClick : undefined}
      >
        {tools}
      </ListToolbar>
      {children}
    </>
  );
}
