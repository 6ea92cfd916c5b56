import { useSelector } from 'react-redux';
import { formatBytes } from '../format/sizes';
import { selectLanguage } from '../preferences';

/** An amount of data as people read it, in the chosen language. */
export function Bytes({ amount }: { amount: number }) {
  return formatBytes(amount, useSelector(selectLanguage));
}
