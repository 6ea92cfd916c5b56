import { expect, test } from '@jest/globals';
import { offsetAt } from '../../src/contract/plain/zones';

const HOUR = 3_600_000;

/** A zone whose clocks change for a week only (oven-sh/bun#42248), whole hours or not, or a minute after midnight. */
const CHANGES = [
  { zone: 'America/Recife', change: '2000-10-08T03:00:00Z', before: -3, after: -2 },
  { zone: 'America/Recife', change: '2000-10-15T02:00:00Z', before: -2, after: -3 },
  { zone: 'Europe/Rome', change: '2026-03-29T01:00:00Z', before: 1, after: 2 },
  { zone: 'Europe/Rome', change: '2026-10-25T01:00:00Z', before: 2, after: 1 },
  { zone: 'Australia/Lord_Howe', change: '2026-04-04T15:00:00Z', before: 11, after: 10.5 },
  { zone: 'America/St_Johns', change: '2010-03-14T03:31:00Z', before: -3.5, after: -2.5 },
];

test.each(CHANGES)('tells the offset of $zone up to the minute in which it changes ($change) in any order of requests', (change) => {
  const { zone, before, after } = change;
  const at = Date.parse(change.change);
  const requested = [at - 1, at, at - 60_000, at + 59_999, at + 60_000, at - 1, at];
  const offsets = requested.map((moment) => offsetAt(moment, zone) / HOUR);
  expect(offsets).toEqual(requested.map((moment) => (moment < at ? before : after)));
});

test('tells offsets of more moments than it remembers', () => {
  const all = Array.from({ length: 365 }, (_, day) => Date.parse('2026-01-01T12:00:00Z') + day * 24 * HOUR);
  const isSummer = (moment: number) => moment > Date.parse('2026-03-29T01:00:00Z') && moment < Date.parse('2026-10-25T01:00:00Z');
  expect(all.map((moment) => offsetAt(moment, 'Europe/Rome') / HOUR)).toEqual(all.map((moment) => (isSummer(moment) ? 2 : 1)));
  expect(offsetAt(all[0] ?? 0, 'Europe/Rome') / HOUR).toBe(1);
});
