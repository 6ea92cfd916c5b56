import { expect, test } from '@jest/globals';
import { dayIn, startOfDay } from '../../../src/contract/plain/zones';
import { startOfToday } from '../../../src/server/access/usage';
import fc from '../../support/run/property';

/** Days of 22, 23, 25 and 26 hours, days that begin at 01:00, that begin twice, and one that was left out. */
const ZONES = [
  'Europe/Rome',
  'Antarctica/Troll',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Beirut',
  'Pacific/Apia',
  'Asia/Kolkata',
  'UTC',
];

test('today begins when its day does, whichever moments and zones come first', () => {
  const moment = fc.record({
    zone: fc.constantFrom(...ZONES),
    now: fc.date({ min: new Date('2011-12-01T00:00:00Z'), max: new Date('2012-03-31T23:59:59Z'), noInvalidDate: true }),
  });
  fc.assert(
    fc.property(fc.array(moment, { minLength: 2, maxLength: 40 }), (moments) => {
      for (const { zone, now } of moments)
        expect({ zone, now, start: startOfToday(zone, now) }).toEqual({ zone, now, start: startOfDay(dayIn(now, zone), zone) });
    }),
  );
});

test.each(ZONES)('today changes at midnight in %s, to the second', (zone) => {
  for (let day = Date.parse('2018-01-01T12:00:00Z'); day < Date.parse('2019-01-01T00:00:00Z'); day += 86_400_000) {
    const midnight = startOfDay(dayIn(new Date(day), zone), zone);
    expect(startOfToday(zone, midnight)).toEqual(midnight);
    expect(startOfToday(zone, new Date(midnight.getTime() - 1)).getTime()).toBeLessThan(midnight.getTime());
    expect(startOfToday(zone, new Date(day))).toEqual(midnight);
  }
});
