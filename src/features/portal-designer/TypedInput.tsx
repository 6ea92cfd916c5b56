import { Input, type InputProps } from 'antd';
import { useEffect, useLayoutEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { afterPaint } from '../../shared/afterPaint';

interface TypedInputProps {
  id: string;
  value: string;
  isWrong: boolean;
  /** Whether it has several lines. */
  isLong?: boolean;
  placeholder?: string | undefined;
  /** The language of the text; undefined if unknown. */
  language?: string | undefined;
  onFocus?: (() => void) | undefined;
  /** Called after the typed text has been painted, once for keys that come faster, and in any case before `onSettle`. */
  onChange: (value: string) => void;
  onSettle: () => void;
  /** Further props of a single-line input. */
  as?: Pick<InputProps, 'type' | 'inputMode' | 'spellCheck' | 'autoComplete' | 'style'>;
}

/** An input that stays responsive however slow its dependents are. */
export function TypedInput({
  id,
  value,
  isWrong,
  isLong = false,
  placeholder,
  language,
  onFocus,
  onChange,
  onSettle,
  as,
}: TypedInputProps) {
  const { typed, type, pass } = usePassedAfterPaint(onChange);
  const settle = () => {
    pass();
    onSettle();
  };
  const field = {
    id,
    value: typed ?? value,
    'aria-invalid': isWrong,
    'aria-describedby': `${id}-help`,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => type(target.value),
    onBlur: settle,
    // Shortcuts of the form, as to undo, work on what has been typed.
    onKeyDown: ({ ctrlKey, metaKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey) pass();
    },
    ...(onFocus && { onFocus }),
    ...(placeholder !== undefined && { placeholder }),
    ...(language !== undefined && { lang: language }),
  };
  return isLong ? <Input.TextArea {...field} rows={4} /> : <Input {...field} {...as} onPressEnter={settle} />;
}

/** Text on its way to `onChange`: undefined if there is none. `pass` passes it on at once, and so does unmounting. */
function usePassedAfterPaint(onChange: (value: string) => void) {
  const [typed, setTyped] = useState<string>();
  const waiting = useRef<{ text: string; cancel: () => void }>(undefined);
  const latest = useRef(onChange);
  useLayoutEffect(() => {
    latest.current = onChange;
  });
  const pass = () => {
    const { current } = waiting;
    if (!current) return;
    current.cancel();
    waiting.current = undefined;
    latest.current(current.text);
    setTyped(undefined);
  };
  const type = (text: string) => {
    setTyped(text);
    if (waiting.current) waiting.current.text = text;
    else waiting.current = { text, cancel: afterPaint(pass) };
  };
  useEffect(
    () => () => {
      waiting.current?.cancel();
      if (waiting.current) latest.current(waiting.current.text);
    },
    [],
  );
  return { typed, type, pass };
}
