/** An identifier made from a name: "Albergo Città, Rimini" becomes "albergo-citta-rimini". '' if no letter or digit is left. */
export function identifierOf(text: string, max: number): string {
  const letters = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return letters
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, max)
    .replaceAll(/^-+|-+$/g, '');
}

/** Text typed into an identifier field: spaces become dashes instead of being refused. */
export const withoutSpaces = (typed: string): string => typed.trimStart().replaceAll(/\s+/g, '-');
