import { ReloadOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Flex, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useShortcuts } from './useShortcuts';

interface ListToolbarProps {
  search: string;
  /** Says which fields are searched, if not all. */
  searchLabel?: FormatjsIntl.Message['ids'];
  onSearch: (q: string) => void;
  /** Searches while somebody types, too. */
  onType?: ((q: string) => void) | undefined;
  onRefresh: () => unknown;
  /** Action of the N key, if something can be created. */
  onNew?: (() => void) | undefined;
  /** Filters, actions on all rows, and the count where no title shows it. */
  children?: ReactNode;
}

/** Milliseconds without a key before a search follows what is typed. */
const PAUSE = 300;

/** The toolbar above a list. Keys: / searches, n creates, r refreshes. */
export function ListToolbar({ search, searchLabel = 'list.search', onSearch, onType, onRefresh, onNew, children }: ListToolbarProps) {
  const intl = useIntl();
  const searchBox = useRef<InputRef>(null);
  const [typed, setTyped] = useState({ text: search, after: search });
  // A link or the back button may change the search; the box follows.
  if (typed.after !== search) setTyped({ text: typed.text.trim() === search ? typed.text : search, after: search });
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
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
        style={{ flex: '1 1 180px', maxWidth: 360 }}
        onChange={({ target }) => {
          setTyped({ text: target.value, after: search });
          clearTimeout(pause.current);
          if (onType) pause.current = setTimeout(() => onType(target.value.trim()), PAUSE);
        }}
        onPressEnter={() => {
          clearTimeout(pause.current);
          const text = typed.text.trim();
          setTyped({ text, after: search });
          onSearch(text);
        }}
        onClear={() => {
          clearTimeout(pause.current);
          onSearch('');
        }}
      />
      <Button
        icon={<ReloadOutlined aria-hidden />}
        aria-label={intl.formatMessage({ id: 'list.refresh' })}
        onClick={() => void onRefresh()}
      />
      {children}
    </Flex>
  );
}
