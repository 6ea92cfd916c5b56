import { createContext, use, useRef, useState, type InputHTMLAttributes, type Ref } from 'react';
import { readTypedDay } from '../format/dayInWords';

/** What a period does with texts that its picker ignores, because they aren't days. */
export interface DayTexts {
  /** A text was typed into one of the inputs. The picker reports only days. */
  onType: (edge: 'from' | 'to', text: string) => void;
  /** An input was left, or Enter pressed in it. */
  onLeave: () => void;
  /** Escape was pressed, which brings back the days from before. */
  onCancel: () => void;
}

export const DayTextsContext = createContext<DayTexts>({ onType: () => undefined, onLeave: () => undefined, onCancel: () => undefined });

interface DayTextProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  ref?: Ref<HTMLInputElement>;
  value?: string;
  /** Which of the two inputs it is. */
  'date-range'?: 'start' | 'end';
  /** The picker reads nothing else of the event. */
  onChange?: (event: { target: { value: string } }) => void;
}

/** What has been typed: its text, and what the picker was given instead, which it can read. */
interface Typed {
  text: string;
  given: string;
}

/**
 * One of a period picker's two inputs. A day may be typed or pasted in any notation that forms accept; the picker itself only reads what looks
 * exactly like its format. The text stays as it is typed until the field is left.
 */
export function DayText({ value = '', onChange, onBlur, onKeyDown, onFocus, onMouseDown, onMouseUp, ...field }: DayTextProps) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const isEntered = useRef(false);
  const texts = use(DayTextsContext);
  const edge = field['date-range'] === 'end' ? 'to' : 'from';
  // A preset, the calendar or the back button may replace it.
  const isCurrent = typed !== null && (value === typed.given || (readTypedDay(value) ?? value) === typed.given);
  return (
    <input
      {...field}
      value={isCurrent ? typed.text : value}
      onChange={({ target: { value: text } }) => {
        const given = readTypedDay(text) ?? text;
        setTyped({ text, given });
        onChange?.({ target: { value: given } });
        texts.onType(edge, text);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setTyped(null);
        onKeyDown?.(event);
        if (event.key === 'Enter') texts.onLeave();
        if (event.key === 'Escape') texts.onCancel();
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
        texts.onLeave();
      }}
      // What is typed replaces the day, also after Enter in the other field and after the click that enters the field.
      onFocus={(event) => {
        event.target.select();
        onFocus?.(event);
      }}
      onMouseDown={(event) => {
        isEntered.current = document.activeElement !== event.currentTarget;
        onMouseDown?.(event);
      }}
      onMouseUp={(event) => {
        const { selectionStart, selectionEnd } = event.currentTarget;
        if (isEntered.current && selectionStart === selectionEnd) event.currentTarget.select();
        onMouseUp?.(event);
      }}
    />
  );
}
