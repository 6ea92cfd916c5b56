import { expect, test } from '@jest/globals';
import { daysUntilUsedUp } from '../../src/shared/smsForecast';

test.each([
  // Two a day, one hundred left.
  [{ sent: 400, maximum: 500, lately: 60 }, 50],
  [{ sent: 499, maximum: 500, lately: 60 }, 0],
  [{ sent: 400, maximum: 500, lately: 0 }, 'long'],
  [{ sent: 0, maximum: 500, lately: 30 }, 'long'],
  [{ sent: 135, maximum: 500, lately: 30 }, 365],
  [{ sent: 500, maximum: 500, lately: 60 }, null],
  [{ sent: 501, maximum: 500, lately: 60 }, null],
  [{ sent: 5, maximum: 0, lately: 60 }, null],
] as const)('forecasts for %j the days %s', (use, days) => expect(daysUntilUsedUp(use)).toBe(days));
