import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { Select } from 'antd';
import { startTransition, useState } from 'react';
import { useIntl } from 'react-intl';
import { useDebouncedValue } from '../../useDebouncedValue';
import { classes } from '../plain/classes';
import type { FieldProps } from './fieldProps';
import styles from './SearchingSelect.module.css';

type MessageId = FormatjsIntl.Message['ids'];

/** Debounce of the search while typing, in milliseconds. */
const PAUSE = 250;

interface Choice {
  value: number;
  label: string;
}

interface SearchBox {
  /** The search text, debounced. */
  q: string;
  /** While closed, the query can be skipped. */
  isOpen: boolean;
  typed: string;
  onType: (text: string) => void;
  onOpenChange: (isOpen: boolean) => void;
}

/** The search state of a `SearchingSelect`, for the query of the picker that uses it. */
export function useSearchBox(): SearchBox {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const q = useDebouncedValue(typed.trim(), PAUSE);
  const onOpenChange = (open: boolean) => {
    // The press is painted first: antd's list takes long to render.
    if (open) startTransition(() => setIsOpen(true));
    else {
      setIsOpen(false);
      setTyped('');
    }
  };
  return { q, isOpen, typed, onType: setTyped, onOpenChange };
}

interface SearchingSelectProps extends FieldProps {
  label: MessageId;
  /** 0: none chosen. */
  value: number;
  /** Name of the chosen item; undefined while unknown, null if it no longer exists. */
  chosen: string | null | undefined;
  /** Label of 0. */
  none: MessageId;
  search: SearchBox;
  /** Matches for `search.q`; undefined while unknown. */
  choices: Choice[] | undefined;
  isFetching: boolean;
  isError: boolean;
  onChoose: (value: number) => void;
}

/** A select that searches on the server while typing, for hundreds of hotspots or thousands of guests. */
export function SearchingSelect(props: SearchingSelectProps) {
  const { label, value, chosen, none, search, choices, isFetching, isError, onChoose, ...field } = props;
  const intl = useIntl();
  const { q, isOpen, typed, onType, onOpenChange } = search;
  const nothing = { value: 0, label: intl.formatMessage({ id: none }) };
  const name = chosen === null ? intl.formatMessage({ id: 'picker.gone' }, { id: value }) : (chosen ?? '…');
  // Don't offer results of an earlier search text.
  const found = choices && q === typed.trim() ? choices : [];
  return (
    <Select<number, Choice>
      {...field}
      aria-label={intl.formatMessage({ id: label })}
      className={classes(styles.searchingSelect)}
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
