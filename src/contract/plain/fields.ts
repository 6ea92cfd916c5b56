/** The text fields of an object, in one table from which its columns, wire shapes, audit entries, forms and lists are derived. */

export interface TextField {
  /** Maximum length, in characters. */
  max: number;
  /** What a text that isn't empty must match. */
  pattern?: RegExp;
  /** A required text can't be cleared: a change with an empty text leaves it unchanged. */
  isRequired: boolean;
  /** Set when the object is created; can't be changed. */
  isFixed: boolean;
  /** Personal data: diagnostic recordings without personal data hide it. */
  isPersonal: boolean;
  /** `own`: form and list have a widget and a column made for it; `main`: its column shows on narrow screens, too. */
  shown: 'own' | 'main' | 'extra';
  /** Value of the input's `autocomplete` attribute. */
  autoComplete: string;
}

export type Fields = Readonly<Record<string, TextField>>;

type NamesWhere<F extends Fields, W> = { [K in keyof F & string]: F[K] extends W ? K : never }[keyof F & string];

export const namesOf = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

/** The names of the fields with these properties. */
export function namesWhere<F extends Fields, const W extends Partial<TextField>>(fields: F, wanted: W): NamesWhere<F, W>[] {
  const has = (field: TextField | undefined) =>
    Object.entries(wanted).every(([property, value]) => field?.[property as keyof TextField] === value);
  return namesOf(fields).filter((name) => has(fields[name])) as NamesWhere<F, W>[];
}

/** What a change sets: an empty text leaves its field as it was, except for those named in `clearable`. */
export function withoutEmpty<T extends object>(change: T, clearable: readonly (keyof T)[] = []): T {
  const isSet = ([name, value]: [string, unknown]) => value !== undefined && (value !== '' || clearable.some((one) => one === name));
  return Object.fromEntries(Object.entries(change).filter(isSet)) as T;
}

/** An object with a value for each of these names. */
export function each<N extends string, V>(names: readonly N[], valueOf: (name: N) => V): Record<N, V> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<N, V>;
}
