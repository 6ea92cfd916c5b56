import { Input, type InputProps } from 'antd';
import { useState, useTransition, type ChangeEvent } from 'react';

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
  onChange: (value: string) => void;
  onSettle: () => void;
  /** Further props of a single-line input. */
  as?: Pick<InputProps, 'type' | 'inputMode' | 'spellCheck' | 'autoComplete' | 'style'>;
}

/** An input that stays responsive however slow its dependents are: it shows local state while they update in a transition. */
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
  const [isPending, startTransition] = useTransition();
  const [typed, setTyped] = useState(value);
  const type = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    setTyped(target.value);
    startTransition(() => onChange(target.value));
  };
  /** On blur or Enter: flush the pending update. */
  const settle = () => {
    if (isPending) onChange(typed);
    onSettle();
  };
  const field = {
    id,
    value: isPending ? typed : value,
    'aria-invalid': isWrong,
    'aria-describedby': `${id}-help`,
    onChange: type,
    onBlur: settle,
    ...(onFocus && { onFocus }),
    ...(placeholder !== undefined && { placeholder }),
    ...(language !== undefined && { lang: language }),
  };
  return isLong ? <Input.TextArea {...field} rows={4} /> : <Input {...field} {...as} onPressEnter={settle} />;
}
