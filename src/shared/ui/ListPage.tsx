import { PlusOutlined, ReloadOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Flex, Input, Typography, type InputRef } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { PageHead } from './PageHead';
import { useShortcuts } from './useShortcuts';

type MessageId = FormatjsIntl.Message['ids'];

interface ListPageProps {
  title: MessageId;
  /** How many rows there are on all pages; undefined until it is known. */
  count: number | undefined;
  search: string;
  onSearch: (q: string) => void;
  onRefresh: () => unknown;
  /** Present where this role may create. */
  create?: { label: MessageId; onClick: () => void; isDisabled?: boolean } | undefined;
  /** What staff must know before they go on. */
  notice?: ReactNode;
  children: ReactNode;
}

/** The frame of every list: title with count, one toolbar line, then the rows. Keys: / searches, n creates, r refreshes. */
export function ListPage({ title, count, search, onSearch, onRefresh, create, notice, children }: ListPageProps) {
  const intl = useIntl();
  const searchBox = useRef<InputRef>(null);
  const [typed, setTyped] = useState({ text: search, after: search });
  // A link or the back button may bring another search: then the box shows that one.
  if (typed.after !== search) setTyped({ text: search, after: search });
  useShortcuts({
    '/': () => searchBox.current?.focus({ cursor: 'all' }),
    r: () => void onRefresh(),
    n: create && !create.isDisabled ? create.onClick : undefined,
  });
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
      <Flex className="not-on-paper" gap={8} align="center" wrap style={{ marginBottom: 12 }}>
        <Input
          ref={searchBox}
          role="searchbox"
          allowClear
          value={typed.text}
          prefix={<SearchOutlined aria-hidden />}
          placeholder={intl.formatMessage({ id: 'list.search' })}
          aria-label={intl.formatMessage({ id: 'list.search' })}
          style={{ flex: '1 1 200px', maxWidth: 360 }}
          onChange={({ target }) => setTyped({ text: target.value, after: search })}
          onPressEnter={() => onSearch(typed.text.trim())}
          onClear={() => onSearch('')}
        />
        <Button
          icon={<ReloadOutlined aria-hidden />}
          aria-label={intl.formatMessage({ id: 'list.refresh' })}
          onClick={() => void onRefresh()}
        />
        <Typography.Text type="secondary" role="status">
          {count !== undefined && <FormattedMessage id="list.count" values={{ count }} />}
        </Typography.Text>
      </Flex>
      {children}
    </>
  );
}
