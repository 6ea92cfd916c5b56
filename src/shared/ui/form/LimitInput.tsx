import { useIntl } from 'react-intl';
import { NumberInput, type NumberInputProps } from './NumberInput';

type LimitInputProps = Omit<NumberInputProps, 'onChange' | 'placeholder'> & {
  onChange?: (value: number) => void;
  /** What an empty field means. */
  zero?: FormatjsIntl.Message['ids'];
};

/** A number input where 0 means no limit: the field is then empty, and its placeholder says what that means. */
export function LimitInput({ value, onChange, zero = 'common.no_limit', ...field }: LimitInputProps) {
  const intl = useIntl();
  return (
    <NumberInput
      {...field}
      value={value === 0 || value === undefined ? null : value}
      placeholder={intl.formatMessage({ id: zero })}
      onChange={(typed) => onChange?.(typed ?? 0)}
    />
  );
}
