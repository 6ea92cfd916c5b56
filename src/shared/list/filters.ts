/** Filters in the URL: `?hotspotId=7&expired=true`. A screen declares them once; `useFilters` reads, writes and remembers them. */
import { idIn } from '../location';
import type { Preferences, RememberedFilters } from '../preferences';

export type FilterValue = string | number | boolean;

export interface Filter<V extends FilterValue> {
  /** Parses the text in the URL; invalid text and '' mean no filter. */
  read: (text: string) => V;
  /** How "no filter" is written once chosen; by default it is omitted from the URL. */
  none?: string;
  /**
   * Label of the button that removes the filter when nothing matches. Without one, the filter doesn't narrow the list (a tab, for
   * instance).
   */
  clearText?: FormatjsIntl.Message['ids'];
  /** The value that button sets, if not "no filter". */
  clearsTo?: V;
  /** The filter's former name in old links, and how to convert a value from there. */
  formerly?: { name: string; read: (text: string) => string };
  /** Filters to reset when this one changes, because they depend on its value. */
  resets?: readonly string[];
  /** The last choice, for a URL without filters; undefined for none. */
  recall?: (preferences: Preferences) => V | undefined;
  keep?: (text: string) => RememberedFilters;
}

/** By name in the URL, in the URL's order. */
export type Filters = Record<string, Filter<FilterValue>>;

export type ValuesOf<F extends Filters> = { [Name in keyof F]: ReturnType<F[Name]['read']> };

type Options = Pick<Filter<never>, 'none' | 'clearText' | 'resets'>;

/** Preferences that hold an id; 0 is none. */
type IdPreference = 'selected_hotspot_id' | 'sessions_user_id' | 'sessions_unit_id' | 'devices_user_id';

/** Filters by an id; 0 is all. */
export function idFilter({ remembered, ...options }: Options & { remembered?: IdPreference }): Filter<number> {
  if (remembered === undefined) return { ...options, read: idIn };
  const keep = (text: string): Partial<Record<IdPreference, number>> => ({ [remembered]: idIn(text) });
  return { ...options, read: idIn, recall: (preferences) => preferences[remembered], keep };
}

/**
 * A list's hotspot, shared by all lists (NAV-18). "All hotspots" is written to the URL; otherwise a copied link would fall back to the
 * hotspot that its reader chose last.
 */
export const hotspotFilter = (options: Options = {}): Filter<number> =>
  idFilter({ none: '0', clearText: 'list.clear_hotspot', ...options, remembered: 'selected_hotspot_id' });

type FlagPreference = 'guests_show_marketing';

/** A filter that is on or off. */
export function flagFilter({ remembered, ...options }: Options & { remembered: FlagPreference }): Filter<boolean> {
  const read = (text: string) => text === 'true';
  const keep = (text: string): Partial<Record<FlagPreference, boolean>> => ({ [remembered]: read(text) });
  return { ...options, read, recall: (preferences) => preferences[remembered], keep };
}

/** Any text; the screen validates it. */
export const textFilter = (options: Options = {}): Filter<string> => ({ ...options, read: (text) => text });

/** A value as text for the URL; '' omits it. */
export function textOf({ read, none = '' }: Filter<FilterValue>, value: FilterValue | undefined): string {
  if (value === undefined) return '';
  return value === read('') ? none : String(value);
}
