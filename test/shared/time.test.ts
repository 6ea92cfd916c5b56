import { expect, test } from '@jest/globals';
import { readTime } from '../../src/shared/format/time';

test.each([
  ['9', '09:00:00'],
  ['9:30', '09:30:00'],
  ['9.30', '09:30:00'],
  ['0930', '09:30:00'],
  ['9h30', '09:30:00'],
  ['21:30:15', '21:30:15'],
  ['9:30 pm', '21:30:00'],
  ['12 a.m.', '00:00:00'],
  ['12:05pm', '12:05:00'],
  ['1 am', '01:00:00'],
  ['23:59:59', '23:59:59'],
  ['  7 ', '07:00:00'],
  ['0 pm', null],
  ['9:30:60', null],
  ['２１：３０', '21:30:00'],
  ['24:00', null],
  ['9:60', null],
  ['13 pm', null],
  ['noon', null],
  ['', null],
])('the time %j is read as %j', (written, time) => {
  expect(readTime(written)).toBe(time);
});
