import { useIntl } from 'react-intl';
import { formatBytes } from '../../format/sizes';

/** A number of bytes, formatted in the current language. */
export function Bytes({ amount }: { amount: number }) {
  return formatBytes(amount, useIntl().locale);
}
