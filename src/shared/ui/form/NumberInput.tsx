import { Input, Typography, type InputProps } from 'antd';
import { useId, useState, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { describeAmount, describeReadings, readAmount, type Quantity } from '../../format/amounts';
import { writeNumber } from '../../format/readNumber';

export interface NumberInputProps extends Omit<InputProps, 'value' | 'onChange' | 'defaultValue' | 'min' | 'max' | 'step'> {
  value?: number | null | undefined;
  /** null for an empty field; NaN for what can't be read, which the form has to refuse. */
  onChange?: (value: number | null) => void;
  /** Maximum number of decimals; unlimited by default. With 0, a number with decimals can't be read. */
  precision?: number;
  /** Whether thousands are grouped: not in a number that names something, as a port's. */
  isGrouped?: boolean;
  /** Amount that the arrow keys add or subtract. */
  step?: number;
  /** The unit of the value. Larger ones may be typed ("1.5 GB"), and what was understood is shown. */
  quantity?: Quantity;
  /** For a field that takes effect while typing, outside a form's rules: only numbers in this range are passed on; others are marked. */
  range?: readonly [min: number, max: number];
}

/**
 * A number as people write it in the current language (`readNumber`). Text that can't be read stays as typed, and a hint explains a text
 * that can mean two numbers. When the field loses focus, the number is shown with grouping, so that users see how it was understood.
 */
export function NumberInput({
  value = null,
  onChange,
  precision,
  isGrouped = true,
  step = 1,
  quantity,
  range,
  onBlur,
  ...field
}: NumberInputProps) {
  const intl = useIntl();
  const hintId = useId();
  const [typed, setTyped] = useState<{ text: string; value: number | null } | null>(null);
  const isCurrent = typed !== null && isSame(typed.value, value);
  const written = (number: number | null) => writeNumber(number, intl.locale, precision, isGrouped);
  const text = isCurrent ? typed.text : written(value);
  const read = isCurrent ? toPrecision(readAmount(text, intl.locale, quantity), precision) : value;
  const isOutside = range !== undefined && isCurrent && !isWithin(read, range);
  const readings = isCurrent ? describeReadings(intl, text) : undefined;
  const isRefused = isOutside || readings !== undefined;
  const understood = quantity !== undefined && read !== null && describeAmount(intl, quantity, read);

  const take = (entry: string) => set(entry, toPrecision(readAmount(entry, intl.locale, quantity), precision));
  const set = (entry: string, number: number | null) => {
    const isTaken = range === undefined || isWithin(number, range);
    setTyped({ text: entry, value: isTaken ? number : value });
    if (isTaken && !Object.is(number, value)) onChange?.(number);
  };
  const stepBy = (event: KeyboardEvent) => {
    const sign = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (sign === undefined || field.readOnly === true || field.disabled === true) return;
    event.preventDefault();
    const from = read === null || Number.isNaN(read) ? 0 : read;
    // Round away binary fractions, as in 0.1 + 0.2.
    const to = Number((from + sign * step).toFixed(10));
    const within = range ? Math.min(range[1], Math.max(range[0], to)) : to;
    set(written(within), within);
  };
  return (
    <>
      <Input
        inputMode={precision === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        {...field}
        role="spinbutton"
        {...(read !== null && !Number.isNaN(read) && { 'aria-valuenow': read, 'aria-valuetext': understood || text })}
        {...(isRefused && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': hintId })}
        value={text}
        onChange={({ target }) => take(target.value)}
        onKeyDown={(event) => {
          field.onKeyDown?.(event);
          stepBy(event);
        }}
        onBlur={(event) => {
          if (!isOutside && !Number.isNaN(read)) setTyped(null);
          onBlur?.(event);
        }}
      />
      {isRefused && (
        <Typography.Text id={hintId} type="danger" role="alert">
          {readings ?? (
            <FormattedMessage
              id={precision === 0 ? 'form.whole_between' : 'form.between'}
              values={{ min: range?.[0] ?? 0, max: range?.[1] ?? 0 }}
            />
          )}
        </Typography.Text>
      )}
      {understood && <div className="soft">{understood}</div>}
    </>
  );
}

/** Whether the typed number equals the field's value. Where 0 means no limit, a typed 0 comes back as null (LimitInput). */
const isSame = (typed: number | null, value: number | null) => Object.is(typed, value) || (typed === 0 && value === null);

const isWithin = (number: number | null, [min, max]: readonly [number, number]): number is number =>
  number !== null && number >= min && number <= max;

function toPrecision(number: number | null, precision: number | undefined): number | null {
  if (number === null || precision === undefined || Number.isNaN(number)) return number;
  if (precision === 0) return Number.isInteger(number) ? number : NaN;
  return Number(number.toFixed(precision));
}
