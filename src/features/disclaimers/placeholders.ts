import type { Account } from '../../contract/accounts';
import { PLACEHOLDERS } from '../../contract/html';
import type { Hotspot } from '../../contract/hotspots';

export type PlaceholderName = keyof typeof PLACEHOLDERS;

export const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDERS) as PlaceholderName[];

/** As it stands in a text. */
export const tokenOf = (name: PlaceholderName): string => `{{.${name}}}`;

type Fields = Partial<Pick<Account, Extract<(typeof PLACEHOLDERS)[PlaceholderName], keyof Account>>> &
  Partial<Pick<Hotspot, Extract<(typeof PLACEHOLDERS)[PlaceholderName], keyof Hotspot>>>;

/**
 * A text with its placeholders filled in, as the privacy page fills them (API.md, "Disclaimers"): plain text, never HTML. What is not known
 * here, or empty, is told by `nothing`. What is no placeholder stays.
 */
export function filled(html: string, fields: Fields, nothing: (name: PlaceholderName) => string): string {
  return html.replaceAll(/\{\{\s*\.(\w+)\s*\}\}/g, (token, word: string) => {
    const name = PLACEHOLDER_NAMES.find((one) => one.toLowerCase() === word.toLowerCase());
    if (name === undefined) return token;
    return escaped(fields[PLACEHOLDERS[name]] || nothing(name));
  });
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
