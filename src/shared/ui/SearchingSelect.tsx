import { SearchOutlined } from '@ant-design/icons';
import { Select } from 'antd';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useDebouncedValue } from '../useDebouncedValue';

type MessageId = FormatjsIntl.Message['ids'];

/** So long a pause in typing asks the server, in milliseconds. */
const PAUSE = 250;

interface Choice {
  value: number;
  label: string;
}

interface SearchBox {
  /** What is asked for: what was typed, after a pause. */
  q: string;
  /** Only while it is open there is something to ask. */
  isOpen: boolean;
  typed: string;
  onType: (text: string) => void;
  onOpenChange: (isOpen: boolean) => void;
}

/** What a `SearchingSelect` searches for; its picker asks the server with it. */
export function useSearchBox(): SearchBox {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const q = useDebouncedValue(typed.trim(), PAUSE);
  const onOpenChange = (open: boolean) => {
    setIsOpen(open);
    if (!open) setTyped('');
  };
  return { q, isOpen, typed, onType: setTyped, onOpenChange };
}

interface SearchingSelectProps {
  label: MessageId;
  /** 0: none chosen. */
  value: number;
  /** How the chosen one is called; undefined while that is not known, null when there is no such one any more. */
  chosen: string | null | undefined;
  /** What 0 is called. */
  none: MessageId;
  search: SearchBox;
  /** What matches `search.q`; undefined while that is not known. */
  choices: Choice[] | undefined;
  isFetching: boolean;
  isError: boolean;
  onChoose: (value: number) => void;
}

/** One of many, found by the server as one types: hundreds of hotspots, thousands of guests. */
export function SearchingSelect({ label, value, chosen, none, search, choices, isFetching, isError, onChoose }: SearchingSelectProps) {
  const intl = useIntl();
  const { q, isOpen, typed, onType, onOpenChange } = search;
  const nothing = { value: 0, label: intl.formatMessage({ id: none }) };
  const name = chosen === null ? intl.formatMessage({ id: 'picker.gone' }, { id: value }) : (chosen ?? '…');
  // What was found for other words is not offered for these.
  const found = choices && q === typed.trim() ? choices : [];
  return (
    <Select<number, Choice>
      aria-label={intl.formatMessage({ id: label })}
      className="searching-select"
      showSearch={{ filterOption: false, searchValue: typed, onSearch: onType, searchIcon: <SearchOutlined aria-hidden /> }}
      popupMatchSelectWidth={320}
      open={isOpen}
      onOpenChange={onOpenChange}
      value={value}
      labelRender={() => (value === 0 ? nothing.label : name)}
      options={typed.trim() === '' ? [nothing, ...found] : found}
      loading={isFetching}
      notFoundContent={intl.formatMessage({
        id: isError ? 'picker.failed' : isFetching || q !== typed.trim() ? 'picker.searching' : 'picker.none',
      })}
      onSelect={onChoose}
    />
  );
}
