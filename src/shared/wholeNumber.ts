/** The typed text as a whole number from 0 to `max`; anything else is 0 (PRO-07). */
export function wholeNumberOrZero(typed: string, max: number): number {
  const text = typed.trim();
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  return number <= max ? number : 0;
}

/** Whether the typed text isn't a valid number and will be sent as 0; the form then has to say so. */
export function countsAsZero(typed: string, max: number): boolean {
  return wholeNumberOrZero(typed, max) === 0 && !/^0*$/.test(typed.trim());
}
