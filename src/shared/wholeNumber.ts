/** A whole number from 0 to `max` as somebody typed it; anything else is 0, as specified (spec 1 §5, spec 2 §5). */
export function wholeNumberOrZero(typed: string, max: number): number {
  const text = typed.trim();
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  return number <= max ? number : 0;
}

/** Whether what was typed does not count: it is sent as 0 without being one, and that has to be said. */
export function countsAsZero(typed: string, max: number): boolean {
  return wholeNumberOrZero(typed, max) === 0 && !/^0*$/.test(typed.trim());
}
