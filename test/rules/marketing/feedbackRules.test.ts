/** The rules that decide when guests are asked about their stay. */
import { describe, expect, test } from '@jest/globals';
import { dueAt, feedbackSettingsIn } from '../../../src/server/marketing/feedbackRules';
import { outsideQuietHours } from '../../../src/server/messages/quietHours';

const START = new Date('2026-11-20T18:00:00Z');
const VALID_UNTIL = new Date('2026-11-27T22:59:59Z');
const stay = { start: START, validUntil: VALID_UNTIL };
const settingsOf = (stored: Record<string, string>) => feedbackSettingsIn(stored, 'Europe/Rome');

describe('the first question', () => {
  test.each([
    ['the minutes that are set', { marketing_6_first_after: '90' }, '2026-11-20T19:30:00Z'],
    ['at once, with 0 minutes', { marketing_6_first_after: '0' }, '2026-11-20T18:00:00Z'],
    ['an hour, where none are set', { marketing_6_first_after: '' }, '2026-11-20T19:00:00Z'],
  ])('is due after the first log-in and %s', (_, stored, due) => {
    expect(dueAt('feedback', stay, settingsOf(stored))).toEqual(new Date(due));
  });
});

describe('the second question', () => {
  test.each([
    ['two days after the first', { marketing_7_second_after: 'days', marketing_8_second_after_days: '2' }, '2026-11-22T19:00:00Z'],
    ['four days after the first, where none are set', { marketing_7_second_after: 'days' }, '2026-11-24T19:00:00Z'],
    ['when access ends', { marketing_7_second_after: 'expiration', marketing_8_second_after_days: '2' }, VALID_UNTIL.toISOString()],
  ])('is due %s', (_, stored, due) => {
    expect(dueAt('review', stay, settingsOf(stored))).toEqual(new Date(due));
  });

  test('is never due for access that does not end', () => {
    expect(dueAt('review', { start: START, validUntil: null }, settingsOf({ marketing_7_second_after: 'expiration' }))).toBeNull();
  });
});

describe('quiet hours in Rome', () => {
  test.each([
    ['in the evening wait until the next morning', '2026-11-20T20:00:00Z', '2026-11-21T08:00:00Z'],
    ['after midnight wait until that morning', '2026-11-21T03:00:00Z', '2026-11-21T08:00:00Z'],
    ['end with their last hour', '2026-11-21T08:00:00Z', '2026-11-21T08:00:00Z'],
    ['start no minute early', '2026-11-20T19:59:00Z', '2026-11-20T19:59:00Z'],
    ['of the night in which clocks go back end an hour later', '2026-10-24T22:00:00Z', '2026-10-25T08:00:00Z'],
    ['of the night in which clocks go forward end an hour earlier', '2026-03-28T22:00:00Z', '2026-03-29T07:00:00Z'],
  ])('of the default, 21:00 to 9:00, %s', (_, at, allowed) => {
    expect(outsideQuietHours(new Date(at), settingsOf({}).quiet)).toEqual(new Date(allowed));
  });

  test.each([
    ['in the hotspot’s own zone', { time_zone: 'Pacific/Auckland' }, '2026-11-20T18:30:00Z', '2026-11-20T20:00:00Z'],
    ['that lie within a day', { marketing_17_quiet_hours: '12-15' }, '2026-11-20T12:10:00Z', '2026-11-20T14:00:00Z'],
    ['that are none', { marketing_17_quiet_hours: '0-0' }, '2026-11-21T02:00:00Z', '2026-11-21T02:00:00Z'],
    ['that end in an hour which clocks skip', { marketing_17_quiet_hours: '22-2' }, '2026-03-29T00:10:00Z', '2026-03-29T01:00:00Z'],
  ])('are those %s', (_, stored, at, allowed) => {
    expect(outsideQuietHours(new Date(at), settingsOf(stored).quiet)).toEqual(new Date(allowed));
  });

  test('allow a moment outside them for every half hour of a year, at most thirteen hours later', () => {
    const hourIn = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'Europe/Rome' });
    const wrong: string[] = [];
    for (let at = Date.parse('2026-01-01T00:00:00Z'); at < Date.parse('2027-01-01T00:00:00Z'); at += 1_800_000) {
      const allowed = outsideQuietHours(new Date(at), settingsOf({}).quiet);
      const hour = Number(hourIn.format(allowed));
      const wait = allowed.getTime() - at;
      if (hour < 9 || hour >= 21 || wait < 0 || wait > 13 * 3_600_000)
        wrong.push(`${new Date(at).toISOString()} → ${allowed.toISOString()}`);
    }
    expect(wrong).toEqual([]);
  });
});
