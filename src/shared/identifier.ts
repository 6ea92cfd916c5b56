/** An identifier made of a text as people write it: "Albergo Città, Rimini" is "albergo-citta-rimini". '' if no letter or digit is left. */
export function identifierOf(text: string, max: number): string {
  const letters = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return letters
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, max)
    .replaceAll(/^-+|-+$/g, '');
}

/** What is typed into an identifier: spaces become dashes instead of being refused. */
export const withoutSpaces = (typed: string): string => typed.trimStart().replaceAll(/\s+/g, '-');
