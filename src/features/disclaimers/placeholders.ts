import type { Account } from '../../contract/accounts';
import { PLACEHOLDERS } from '../../contract/plain/html';
import type { Hotspot } from '../../contract/hotspots';
import { escaped } from '../../contract/plain/htmlText';

export type PlaceholderName = keyof typeof PLACEHOLDERS;

export const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDERS) as PlaceholderName[];

/** The placeholder as written in a text. */
export const tokenOf = (name: PlaceholderName): string => `{{.${name}}}`;

type Fields = Partial<Pick<Account, Extract<(typeof PLACEHOLDERS)[PlaceholderName], keyof Account>>> &
  Partial<Pick<Hotspot, Extract<(typeof PLACEHOLDERS)[PlaceholderName], keyof Hotspot>>>;

/**
 * Fills in placeholders as the privacy page does, HTML-escaped. Unknown or empty fields become `nothing(name)`; anything that isn't a
 * placeholder stays.
 */
export function filled(html: string, fields: Fields, nothing: (name: PlaceholderName) => string): string {
  return html.replaceAll(/\{\{\s*\.(\w+)\s*\}\}/g, (token, word: string) => {
    const name = PLACEHOLDER_NAMES.find((one) => one.toLowerCase() === word.toLowerCase());
    if (name === undefined) return token;
    return escaped(fields[PLACEHOLDERS[name]] || nothing(name));
  });
}
