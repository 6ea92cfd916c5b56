import { ReloadOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Flex, Input, Typography, type InputRef } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useShortcuts } from './useShortcuts';

interface ListToolbarProps {
  /** How many rows there are on all pages; undefined until it is known. */
  count: number | undefined;
  /** There are more than that. */
  hasMore?: boolean;
  search: string;
  /** What is searched, where it is less than the whole row. */
  searchLabel?: FormatjsIntl.Message['ids'];
  onSearch: (q: string) => void;
  onRefresh: () => unknown;
  /** What the key n does, where something can be made. */
  onNew?: (() => void) | undefined;
  /** Filters and what can be done with all rows. */
  children?: ReactNode;
}

/** The one line above a list's rows. Keys: / searches, n creates, r refreshes. */
export function ListToolbar({
  count,
  hasMore = false,
  search,
  searchLabel = 'list.search',
  onSearch,
  onRefresh,
  onNew,
  children,
}: ListToolbarProps) {
  const intl = useIntl();
  const searchBox = useRef<InputRef>(null);
  const [typed, setTyped] = useState({ text: search, after: search });
  // A link or the back button may bring another search: then the box shows that one.
  if (typed.after !== search) setTyped({ text: search, after: search });
  useShortcuts({
    '/': () => searchBox.current?.focus({ cursor: 'all' }),
    r: () => void onRefresh(),
    n: onNew,
  });
  return (
    <Flex className="not-on-paper" gap={8} align="center" wrap style={{ marginBottom: 12 }}>
      <Input
        ref={searchBox}
        role="searchbox"
        allowClear
        value={typed.text}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={intl.formatMessage({ id: searchLabel })}
        aria-label={intl.formatMessage({ id: searchLabel })}
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
      {children}
      <Typography.Text type="secondary" role="status">
        {count !== undefined && <FormattedMessage id={hasMore ? 'list.more_than' : 'list.count'} values={{ count }} />}
      </Typography.Text>
    </Flex>
  );
}
