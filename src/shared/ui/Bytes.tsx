import { useSelector } from 'react-redux';
import { formatBytes } from '../format/sizes';
import { selectLanguage } from '../preferences';

/** A number of bytes, formatted in the chosen language. */
export function Bytes({ amount }: { amount: number }) {
  return formatBytes(amount, useSelector(selectLanguage));
}
