import { NO_VALUE } from './dates';
import { numberFormat } from './numberFormat';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** "1.50 MB": B below 1 KB, then KB to TB in steps of 1024 with two decimals; "-" for null, zero or no number (FMT-01 to FMT-03). */
export const formatBytes = (bytes: number | null | undefined, language: string): string =>
  inUnits(bytes, (step) =>
    numberFormat(language, { minimumFractionDigits: step === 0 ? 0 : 2, maximumFractionDigits: step === 0 ? 0 : 2 }),
  );

/** "912 MB", "1.5 GB": three significant digits, for narrow columns. */
export const formatBytesBriefly = (bytes: number, language: string): string =>
  inUnits(bytes, () => numberFormat(language, { maximumSignificantDigits: 3 }));

/** "40 GB": for axis ticks, which are whole numbers. */
export const formatWholeBytes = (bytes: number, language: string): string =>
  inUnits(bytes, () => numberFormat(language, { maximumFractionDigits: 0 }));

function inUnits(bytes: number | null | undefined, formatOf: (step: number) => Intl.NumberFormat): string {
  let step = 0;
  let amount = bytes ?? 0;
  if (!Number.isFinite(amount) || amount <= 0) return NO_VALUE;
  // 1023.995 and above would round to 1,024.00: use the next unit.
  while (step < UNITS.length - 1 && amount >= 1023.995) {
    amount /= 1024;
    step += 1;
  }
  return `${formatOf(step).format(amount)} ${UNITS[step] ?? ''}`;
}
