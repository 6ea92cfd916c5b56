import { z } from 'zod';
import { voucher } from '../../src/contract/vouchers';
import { fixture, readExchanges, RECORDED_AT } from '../support/backEnd/recordings';

/** Upper bound for how long the recording took, in milliseconds; moments set by calls lie within it. */
const DURATION = 900_000;

/** Fields whose values each server makes up: any text is accepted, unless the recorded one was given to the server. */
const MADE_UP = ['token', 'uuid', 'code', 'auth_login_url', 'iv_array'];

/** Fields our refusals have or may have besides the recorded ones (docs/wire.md#refusals). */
const REFUSAL = ['message', 'code', 'error', 'fields', 'status', 'id'];

/** Values the server was given by the fixture or in a body, which must come back unchanged. */
const given = new Set<unknown>();
const note = (value: unknown): void => {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(note);
  else given.add(value);
};
note(fixture.tables);
for (const { body } of readExchanges()) note(body);

/** Describes where an answer differs from the expected one; empty if it doesn't. `mayAdd`: extra fields ours may have. */
export function differences(expected: unknown, actual: unknown, mayAdd: string[] = [], at = 'answer', key = ''): string[] {
  const wrong = [`${at}: ${shown(expected)} expected, got ${shown(actual)}`];
  if (expected instanceof Anything) return expected.accepts(actual) ? [] : wrong;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return wrong;
    const counts = expected.length === actual.length ? [] : [`${at}: ${expected.length} entries expected, got ${actual.length}`];
    return [
      ...counts,
      ...expected.slice(0, actual.length).flatMap((entry, i) => differences(entry, actual[i], mayAdd, `${at}[${i}]`, key)),
    ];
  }
  if (isRecord(expected)) {
    if (!isRecord(actual)) return wrong;
    const added = Object.keys(actual).filter((name) => !(name in expected) && !mayAdd.includes(name));
    return [
      ...added.map((name) => `${at}.${name}: nothing expected, got ${shown(actual[name])}`),
      ...Object.entries(expected).flatMap(([name, value]) => differences(value, actual[name], mayAdd, `${at}.${name}`, name)),
    ];
  }
  if (expected === actual || (isMadeUp(key, expected) && isMadeUp(key, actual)) || areBothJustNow(expected, actual)) return [];
  return wrong;
}

/** Like `differences`, for a refusal: the recorded message, and possibly more fields. */
export function refusalDifferences(expected: unknown, actual: unknown): string[] {
  return differences(expected, actual, REFUSAL);
}

function isMadeUp(key: string, value: unknown): boolean {
  return MADE_UP.includes(key) && typeof value === 'string' && value !== '' && !given.has(value);
}

/** Whether both are moments a call took from its own clock, rather than from the fixture. */
function areBothJustNow(expected: unknown, actual: unknown): boolean {
  if (given.has(expected) || typeof expected !== 'string' || typeof actual !== 'string') return false;
  const [recorded, ours] = [momentOf(expected), momentOf(actual)];
  return recorded >= RECORDED_AT.getTime() && Math.abs(recorded - ours) < DURATION;
}

/** Parses ISO, or the recorded login's format `2026-11-22 01:46:04.679718242 +0000 UTC`, to milliseconds; NaN if invalid. */
function momentOf(text: string): number {
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(text) ? Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`) : NaN;
}

/** A placeholder in an expected answer where more than one value is right. */
export class Anything {
  constructor(readonly accepts: (actual: unknown) => boolean) {}
  static text = new Anything((actual) => typeof actual === 'string' && actual !== '');
  static id = new Anything((actual) => typeof actual === 'number' && actual >= 0);
  static vouchers = new Anything((actual) => z.array(voucher).min(1).safeParse(actual).success);
  static ids = new Anything((actual) => Array.isArray(actual) && actual.length > 0 && actual.every((one) => Anything.id.accepts(one)));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
