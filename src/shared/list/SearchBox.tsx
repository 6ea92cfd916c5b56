import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useShortcuts } from '../ui/page/useShortcuts';
import { classes } from '../ui/plain/classes';
import styles from './SearchBox.module.css';

interface SearchBoxProps {
  search: string;
  /** Says which fields are searched, if not all. */
  label?: FormatjsIntl.Message['ids'];
  /** Whether the search is the main control of the screen: it then takes all the width there is. */
  isMain?: boolean;
  onSearch: (q: string) => void;
  /** Also searches while typing. */
  onType?: ((q: string) => void) | undefined;
}

/** The search box's text, the URL's search as of the last render, and the searches sent since that the URL doesn't reflect yet. */
interface Typed {
  text: string;
  after: string;
  sent: readonly string[];
}

/** Debounce of the search while typing, in milliseconds. */
const PAUSE = 300;

/** The search above a list; the / key focuses it. */
export function SearchBox({ search, label = 'list.search', isMain = false, onSearch, onType }: SearchBoxProps) {
  const name = useIntl().formatMessage({ id: label });
  const searchBox = useRef<InputRef>(null);
  // The URL reflects a search only a moment after it was sent; by then more may have been typed.
  const [typed, setTyped] = useState<Typed>({ text: search, after: search, sent: [] });
  if (typed.after !== search) {
    const answered = typed.sent.indexOf(search);
    // A link or the back button may change the search too; then the box follows.
    setTyped({ text: answered < 0 ? search : typed.text, after: search, sent: answered < 0 ? [] : typed.sent.slice(answered + 1) });
  }
  const send = (text: string, how: (q: string) => void) => {
    setTyped((now) => ({ ...now, sent: [...now.sent, text] }));
    how(text);
  };
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const shown = useRef(typed.text);
  useEffect(() => {
    shown.current = typed.text;
  });
  const sendTyped = (text: string) => {
    // A link or the back button may have replaced it in the meantime.
    if (onType && shown.current === text) send(text.trim(), onType);
  };
  useShortcuts({ '/': () => searchBox.current?.focus({ cursor: 'all' }) });
  return (
    <Input
      ref={searchBox}
      role="searchbox"
      autoComplete="off"
      allowClear
      value={typed.text}
      prefix={<SearchOutlined aria-hidden />}
      placeholder={name}
      aria-label={name}
      className={classes(isMain ? styles.main : styles.beside)}
      onChange={({ target }) => {
        setTyped((now) => ({ ...now, text: target.value }));
        clearTimeout(pause.current);
        pause.current = setTimeout(() => sendTyped(target.value), PAUSE);
      }}
      onPressEnter={() => {
        clearTimeout(pause.current);
        const text = typed.text.trim();
        setTyped((now) => ({ ...now, text }));
        send(text, onSearch);
      }}
      onClear={() => {
        clearTimeout(pause.current);
        send('', onSearch);
      }}
    />
  );
}
