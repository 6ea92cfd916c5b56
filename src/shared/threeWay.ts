/** Two people changed the same thing: the version both began with, the one that the other saved, and the one typed here. */
export interface ThreeWay<V extends object> {
  base: V;
  theirs: V;
  mine: V;
}

/** A field that the other one changed to something that isn't here. */
export interface Difference<V extends object> {
  field: keyof V & string;
  /** It was changed here too. If not, theirs is as good as taken: nobody here wanted the old value. */
  isDisputed: boolean;
}

export function differencesOf<V extends object>(
  { base, theirs, mine }: ThreeWay<V>,
  fields: readonly (keyof V & string)[],
): Difference<V>[] {
  return fields
    .filter((field) => !isSame(theirs[field], base[field]) && !isSame(theirs[field], mine[field]))
    .map((field) => ({ field, isDisputed: !isSame(mine[field], base[field]) }));
}

/** Whether two values of a form field are the same, also of lists and dates. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
