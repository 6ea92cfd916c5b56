import { Input, type InputProps } from 'antd';
import { useState, useTransition, type ChangeEvent } from 'react';

interface TypedInputProps {
  id: string;
  value: string;
  isWrong: boolean;
  /** On several lines. */
  isLong?: boolean;
  onChange: (value: string) => void;
  onSettle: () => void;
  /** What a one-line input is besides. */
  as?: Pick<InputProps, 'type' | 'inputMode' | 'spellCheck' | 'autoComplete' | 'style'>;
}

/**
 * A field that is drawn at once while somebody types, however long all that depends on it takes: that is drawn when there is time,
 * and until then the field alone knows what was typed.
 */
export function TypedInput({ id, value, isWrong, isLong = false, onChange, onSettle, as }: TypedInputProps) {
  const [isPending, startTransition] = useTransition();
  const [typed, setTyped] = useState(value);
  const type = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    setTyped(target.value);
    startTransition(() => onChange(target.value));
  };
  /** Left, or sent: nothing waits any more. */
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
  };
  return isLong ? <Input.TextArea {...field} rows={4} /> : <Input {...field} {...as} onPressEnter={settle} />;
}
