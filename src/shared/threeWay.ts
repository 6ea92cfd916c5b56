/** An edit conflict: the version both users started from, the one the other saved, and the one typed here. */
export interface ThreeWay<V extends object> {
  base: V;
  theirs: V;
  mine: V;
}

/** A field that the other user changed to a value different from the one here. */
export interface Difference<V extends object> {
  field: keyof V & string;
  /** Whether it was changed here too. If not, their value can be taken without asking. */
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

/** Whether two values of a form field are equal; compares lists and dates by value. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
