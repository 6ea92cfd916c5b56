import { readNumber } from './format/readNumber';

/** The typed text as a whole number from 0 to `max`, written as in the language; anything else is 0 (PRO-07). */
export function wholeNumberOrZero(typed: string, max: number, language: string): number {
  const number = readNumber(typed, language) ?? 0;
  return Number.isInteger(number) && number >= 0 && number <= max ? number : 0;
}

/** Whether the typed text isn't a valid number and will be sent as 0; the form must then warn about that. */
export function countsAsZero(typed: string, max: number, language: string): boolean {
  return wholeNumberOrZero(typed, max, language) === 0 && readNumber(typed, language) !== 0 && typed.trim() !== '';
}
