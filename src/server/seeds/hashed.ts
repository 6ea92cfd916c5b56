/**
 * Values of rows that the database makes up by itself, as SQL. What looks like chance comes from a hash of the row's number, so it is
 * the same each time, on both engines.
 */
import { sql, type SQL } from 'drizzle-orm';

/** A number of ours (never of a caller's), written out: as a parameter it would have no type. */
export const number = (value: number) => sql.raw(String(value));

export const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;

export const days = (count: SQL) => sql`(${count}) * interval '1 day'`;

export const seconds = (count: SQL) => sql`(${count}) * interval '1 second'`;

/** A number from 0 up to 1 for the row `id`; each `purpose` has its own. */
export function fraction(id: SQL, purpose: number): SQL {
  return sql`((hashint8extended(${id}, ${number(purpose)}) & 1048575) / 1048576::float8)`;
}

/** A list as one parameter, in the form that both drivers take. */
export function list(values: readonly (string | number)[], type: 'text' | 'int'): SQL {
  return sql`${`{${values.map((value) => JSON.stringify(value)).join(',')}}`}::${sql.raw(type)}[]`;
}

/** The value at a fraction of the list: one is as likely as it stands there often. */
export function oneOf(values: readonly (string | number)[], type: 'text' | 'int', at: SQL): SQL {
  return sql`(${list(values, type)})[1 + floor(${at} * ${number(values.length)})::int]`;
}

/** The values of a list in turn. */
export function inTurn(values: readonly string[], id: SQL): SQL {
  return sql`(${list(values, 'text')})[1 + ${id} % ${number(values.length)}]`;
}

/** Each value as often as its weight says, for `oneOf`. */
export function repeated<T>(weights: readonly (readonly [T, number])[]): T[] {
  return weights.flatMap(([value, weight]) => Array.from({ length: Math.max(1, Math.round(weight)) }, () => value));
}

/** A MAC address of the row `id`; with one of 02, 06, 0A, 0E in front it is no maker's. */
export function macOf(first: '02' | '06', id: SQL): SQL {
  return sql`${sql.raw(`'${first}'`)} || regexp_replace(upper(lpad(to_hex(${id}), 10, '0')), '(..)', '-\\1', 'g')`;
}

/** For each day how many of `total` have come by its end, when days have these weights; for `dayOfRow`. */
export function ends(total: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let reached = 0;
  return weights.map((weight) => {
    reached += weight;
    return Math.round((total * reached) / whole);
  });
}

/** On which day, from 0, the `place`th comes (from 0). */
export function dayOfRow(place: SQL, dayEnds: readonly number[]): SQL {
  return sql`width_bucket(${place}, ${list(dayEnds, 'int')})`;
}
