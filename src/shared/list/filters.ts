/** Filters in an address: `?hotspotId=7&expired=true`. A screen declares them once; `useFilters` reads, writes and remembers them. */
import { idIn } from '../location';
import type { Preferences } from '../preferences';

export type FilterValue = string | number | boolean;

export interface Filter<V extends FilterValue> {
  /** The value of a text from the address; nonsense and '' mean that nothing is filtered. */
  read: (text: string) => V;
  /** How "nothing" is written once it was chosen; left out of the address by default. */
  none?: string;
  /** The button that removes it where nothing matches. Without one it doesn't narrow the list, like a tab. */
  loosen?: FormatjsIntl.Message['ids'];
  /** What that button sets, if not nothing. */
  loosened?: V;
  /** An address from before this filter had its name, and the text that stands for what that one says. */
  formerly?: { name: string; read: (text: string) => string };
  /** Filters that mean nothing any more under another value of this one. */
  resets?: readonly string[];
  /** The last choice, for an address that says nothing; undefined for none. */
  recall?: (preferences: Preferences) => V | undefined;
  keep?: (text: string) => Partial<Preferences>;
}

/** By their names in the address, and in its order. */
export type Filters = Record<string, Filter<FilterValue>>;

export type ValuesOf<F extends Filters> = { [Name in keyof F]: ReturnType<F[Name]['read']> };

type Options = Pick<Filter<never>, 'none' | 'loosen' | 'resets'>;

/** Preferences with an id in them; 0 is none. */
type IdPreference = 'selected_hotspot_id' | 'sessions_user_id' | 'sessions_unit_id' | 'devices_user_id';

/** By the id of something; 0 is all. */
export function idFilter({ remembered, ...options }: Options & { remembered?: IdPreference }): Filter<number> {
  if (remembered === undefined) return { ...options, read: idIn };
  const keep = (text: string): Partial<Record<IdPreference, number>> => ({ [remembered]: idIn(text) });
  return { ...options, read: idIn, recall: (preferences) => preferences[remembered], keep };
}

/**
 * A list's hotspot, shared by all lists (NAV-18). All hotspots are a choice too: written out, so that a copied link doesn't show the
 * reader's own one.
 */
export const hotspotFilter = (options: Options = {}): Filter<number> =>
  idFilter({ none: '0', loosen: 'list.loosen_hotspot', ...options, remembered: 'selected_hotspot_id' });

type FlagPreference = 'guests_show_marketing';

/** On or off. */
export function flagFilter({ remembered, ...options }: Options & { remembered: FlagPreference }): Filter<boolean> {
  const read = (text: string) => text === 'true';
  const keep = (text: string): Partial<Record<FlagPreference, boolean>> => ({ [remembered]: read(text) });
  return { ...options, read, recall: (preferences) => preferences[remembered], keep };
}

/** Any text; what is nonsense is the screen's to say. */
export const textFilter = (options: Options = {}): Filter<string> => ({ ...options, read: (text) => text });

/** A value in the address; empty leaves it out. */
export function textOf({ read, none = '' }: Filter<FilterValue>, value: FilterValue | undefined): string {
  if (value === undefined) return '';
  return value === read('') ? none : String(value);
}
