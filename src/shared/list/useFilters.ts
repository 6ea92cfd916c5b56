import { useEffect } from 'react';
import { shallowEqual, useSelector } from 'react-redux';
import { addressFilled, listFiltered, withValues } from '../location';
import { useOwnDispatch, useOwnLocation } from '../useOwnLocation';
import { filtersChosen, selectPreferences, type Preferences } from '../preferences';
import type { Narrowing } from '../ui/table/NoFilterMatches';
import { textOf, type Filters, type FilterValue, type ValuesOf } from './filters';

/** New values; undefined removes a filter from the URL without remembering the removal. */
export type Change<F extends Filters> = { [Name in keyof F]?: ValuesOf<F>[Name] | undefined };

export interface Filtering<F extends Filters> {
  filters: ValuesOf<F>;
  /** Whether the URL or the preferences set a filter, even if only to "no filter". */
  isGiven: (name: keyof F) => boolean;
  /** Changes filters in the URL and the preferences, and goes back to page 1. */
  choose: (change: Change<F>) => void;
  /** Removes the search and every filter that narrows the list. */
  clear: () => void;
  /** The active filters, and how to remove each. */
  narrowings: readonly Narrowing[];
  /** The same with other values in effect, which are written to the URL with the next choice. */
  with: (values: Change<F>) => Filtering<F>;
}

/**
 * A screen's filters: those in its URL or, if the URL has no query at all, the last ones chosen. The latter are then written to the URL, so
 * that a copied link shows a colleague the same list.
 *
 * @param filters a constant
 * @param fixed values that this role can't change; it may change those that are undefined
 */
export function useFilters<F extends Filters>(filters: F, fixed?: Change<F>): Filtering<F>;
export function useFilters(filters: Filters, fixed: Values = {}): Filtering<Filters> {
  const dispatch = useOwnDispatch('tab' in filters);
  const { pathname, search } = useOwnLocation();
  const isBare = search === '';
  const last = useSelector(
    (state: Parameters<typeof selectPreferences>[0]) => (isBare ? lastTexts(filters, fixed, selectPreferences(state)) : NONE),
    shallowEqual,
  );
  const texts = isBare ? last : textsIn(filters, search);
  const filled = isBare ? withValues('', texts) : '';
  useEffect(() => {
    if (filled !== '') dispatch(addressFilled({ pathname, search: filled }));
  }, [dispatch, pathname, filled]);

  const filtering = (given: Texts): Filtering<Filters> => {
    const values = valuesIn(filters, given, fixed);
    const write = (change: Values, search?: { q: '' }) => {
      const all = { ...resetBy(filters, change), ...change };
      const toStore = preferencesOf(filters, all);
      if (Object.keys(toStore).length > 0) dispatch(filtersChosen(toStore));
      dispatch(listFiltered({ ...formerOnes(filters), ...given, ...textsOf(filters, all), ...search }));
    };
    const narrowing = Object.entries(filters).flatMap(([name, { clearText }]) =>
      clearText === undefined || fixed[name] !== undefined
        ? []
        : [{ name, clearText, isOn: values[name] !== filters[name]?.read('') && values[name] !== filters[name]?.clearsTo }],
    );
    const cleared = new Set(narrowing.filter(({ isOn }) => isOn).map(({ clearText }) => clearText));
    const off = (which: readonly { name: string }[]) =>
      Object.fromEntries(which.map(({ name }) => [name, filters[name]?.clearsTo ?? filters[name]?.read('')]));
    return {
      filters: values,
      isGiven: (name) => given[name] !== undefined,
      choose: (change) => write(change),
      clear: () => write(off(narrowing), { q: '' }),
      // Filters with the same message, like the two ends of a period, are removed together.
      narrowings: [...cleared].map((clearText) => ({
        clearText,
        onClear: () => write(off(narrowing.filter((one) => one.clearText === clearText))),
      })),
      with: (others) => filtering({ ...given, ...textsOf(filters, others) }),
    };
  };
  return filtering(texts);
}

type Values = Record<string, FilterValue | undefined>;
type Texts = Record<string, string>;

const NONE: Texts = {};

function textsIn(filters: Filters, search: string): Texts {
  const query = new URLSearchParams(search);
  const textOfFilter = ([name, { formerly }]: [string, Filters[string]]) =>
    query.get(name) ?? formerly?.read(query.get(formerly.name) ?? '') ?? '';
  return Object.fromEntries(
    Object.entries(filters).flatMap((filter) => (textOfFilter(filter) === '' ? [] : [[filter[0], textOfFilter(filter)]])),
  );
}

/** Former names in the URL, cleared when the filters are written. */
const formerOnes = (filters: Filters): Texts =>
  Object.fromEntries(Object.values(filters).flatMap(({ formerly }) => (formerly ? [[formerly.name, '']] : [])));

function lastTexts(filters: Filters, fixed: Values, preferences: Preferences): Texts {
  const last = Object.entries(filters).map(
    ([name, { recall }]) => [name, fixed[name] === undefined ? recall?.(preferences) : undefined] as const,
  );
  const texts = textsOf(filters, Object.fromEntries(last));
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}

function textsOf(filters: Filters, values: Values): Texts {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) => (name in values ? [[name, textOf(filter, values[name])]] : [])),
  );
}

function valuesIn(filters: Filters, texts: Texts, fixed: Values): ValuesOf<Filters> {
  return Object.fromEntries(Object.entries(filters).map(([name, { read }]) => [name, fixed[name] ?? read(texts[name] ?? '')]));
}

/** The filters that a change resets, set to "no filter". */
function resetBy(filters: Filters, change: Values): Values {
  const reset = Object.keys(change).flatMap((name) => (change[name] === undefined ? [] : (filters[name]?.resets ?? [])));
  return Object.fromEntries(reset.map((name) => [name, filters[name]?.read('')]));
}

function preferencesOf(filters: Filters, change: Values): Partial<Preferences> {
  return Object.entries(filters).reduce<Partial<Preferences>>((stored, [name, filter]) => {
    const value = change[name];
    return value === undefined ? stored : { ...stored, ...filter.keep?.(textOf(filter, value)) };
  }, {});
}
