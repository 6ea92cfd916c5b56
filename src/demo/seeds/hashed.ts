/** SQL expressions for generated values. They are hashed from the row's number, so they are the same on every run and on both engines. */
import { sql, type SQL } from 'drizzle-orm';

/** A trusted number (never user input), inlined because a parameter's type couldn't be inferred. */
export const number = (value: number) => sql.raw(String(value));

export const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;

export const days = (count: SQL) => sql`(${count}) * interval '1 day'`;

export const seconds = (count: SQL) => sql`(${count}) * interval '1 second'`;

/** A pseudo-random number in [0, 1) for the row `id`; each `purpose` has its own series. */
export function fraction(id: SQL, purpose: number): SQL {
  return sql`((hashint8extended(${id}, ${number(purpose)}) & 1048575) / 1048576::float8)`;
}

/** An array as one parameter, in the text form that both drivers accept. */
export function list(values: readonly (string | number)[], type: 'text' | 'int'): SQL {
  return sql`${`{${values.map((value) => JSON.stringify(value)).join(',')}}`}::${sql.raw(type)}[]`;
}

/** The value at a fraction (in [0, 1)) of the list's length, so repeated values are likelier. */
export function oneOf(values: readonly (string | number)[], type: 'text' | 'int', at: SQL): SQL {
  return sql`(${list(values, type)})[1 + floor(${at} * ${number(values.length)})::int]`;
}

/** The value for a row, cycling through the list. */
export function inTurn(values: readonly string[], id: SQL): SQL {
  return sql`(${list(values, 'text')})[1 + ${id} % ${number(values.length)}]`;
}

/** Repeats each value by its weight, for `oneOf`. */
export function repeated<T>(weights: readonly (readonly [T, number])[]): T[] {
  return weights.flatMap(([value, weight]) => Array.from({ length: Math.max(1, Math.round(weight)) }, () => value));
}

/** A MAC address for the row `id`; the first byte makes it locally administered, so it belongs to no manufacturer. */
export function macOf(first: '02' | '06', id: SQL): SQL {
  return sql`${sql.raw(`'${first}'`)} || regexp_replace(upper(lpad(to_hex(${id}), 10, '0')), '(..)', '-\\1', 'g')`;
}

/** Cumulative counts: how many of `total` rows fall on or before each day, with days weighted by `weights`. For `dayOfRow`. */
export function ends(total: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let reached = 0;
  return weights.map((weight) => {
    reached += weight;
    return Math.round((total * reached) / whole);
  });
}

/** The day (from 0) of the `place`th row (from 0), given the cumulative counts of `ends`. */
export function dayOfRow(rowNumber: SQL, dayEnds: readonly number[]): SQL {
  return sql`width_bucket(${rowNumber}, ${list(dayEnds, 'int')})`;
}
