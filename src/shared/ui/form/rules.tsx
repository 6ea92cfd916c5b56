import { FormattedMessage } from 'react-intl';
import type { TextField } from '../../../contract/plain/fields';
import { DIGITS, EMAIL } from '../../../contract/plain/wire';
import { isDay } from '../../../contract/plain/zones';

/** Requires a text that isn't only spaces. */
export const required = { required: true, whitespace: true, message: <FormattedMessage id="form.required" /> };

/** Requires a value of any kind. */
export const filled = { required: true, message: <FormattedMessage id="form.required" /> };

/** If there is a text, it must be a valid day. */
export const day = {
  validator: (_: unknown, text = '') => (text === '' || isDay(text) ? Promise.resolve() : Promise.reject(new Error('no day'))),
  message: <FormattedMessage id="form.day" />,
};

export const atMost = (max: number) => ({ max, message: <FormattedMessage id="form.too_long" values={{ max }} /> });

export const whole = (min: number, max: number) => ({
  type: 'integer' as const,
  min,
  max,
  message: <FormattedMessage id="form.whole_between" values={{ min, max }} />,
});

export const isEmail = {
  pattern: EMAIL,
  transform: (typed: string) => typed.trim(),
  message: <FormattedMessage id="form.email" />,
};

const isNumber = { pattern: DIGITS, message: <FormattedMessage id="form.digits" /> };

/**
 * The rules that follow from a field's description. Patterns other than those of e-mail addresses and numbers have messages of their own.
 */
export const rulesOf = ({ max, pattern, isRequired }: TextField) => [
  ...(isRequired ? [required] : []),
  ...(pattern === EMAIL ? [isEmail] : pattern === DIGITS ? [isNumber] : []),
  atMost(max),
];
