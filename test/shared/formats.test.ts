import { describe, expect, test } from '@jest/globals';
import fc from '../support/run/property';
import { formatDuration } from '../../src/shared/format/durations';
import { formatBytes, formatBytesBriefly, formatWholeBytes } from '../../src/shared/format/sizes';

const KB = 1024;

describe('amounts of data', () => {
  test.each([
    [0, '-', '-'],
    [-1, '-', '-'],
    [Number.NaN, '-', '-'],
    [undefined, '-', '-'],
    [null, '-', '-'],
    [1, '1 B', '1 B'],
    [1.5, '2 B', '2 B'],
    [1023, '1,023 B', '1023 B'],
    [1024, '1.00 KB', '1,00 KB'],
    [1536, '1.50 KB', '1,50 KB'],
    [KB ** 2 - 1, '1.00 MB', '1,00 MB'],
    [KB ** 2, '1.00 MB', '1,00 MB'],
    [KB ** 3, '1.00 GB', '1,00 GB'],
    [5 * KB ** 4, '5.00 TB', '5,00 TB'],
    [5000 * KB ** 4, '5,000.00 TB', '5000,00 TB'],
  ])('formats %s bytes', (bytes, english, italian) => {
    expect([formatBytes(bytes, 'en'), formatBytes(bytes, 'it')]).toEqual([english, italian]);
  });

  test.each([
    [912.31 * KB ** 2, '912 MB', '912 MB'],
    [KB ** 3, '1 GB', '1 GB'],
    [1.256 * KB ** 3, '1.26 GB', '1,26 GB'],
  ])('formats %s bytes for a narrow column', (bytes, english, italian) => {
    expect([formatBytesBriefly(bytes, 'en'), formatBytesBriefly(bytes, 'it')]).toEqual([english, italian]);
  });

  test('an axis has whole numbers', () => {
    expect(formatWholeBytes(40 * KB ** 3, 'en')).toBe('40 GB');
    expect(formatWholeBytes(1.5 * KB, 'it')).toBe('2 KB');
  });

  test('any amount below a petabyte is shown as a number below 1024', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1023 * KB ** 4 }), (bytes) => {
        expect(Number(formatBytes(bytes, 'en').replace(/[^\d.]/g, ''))).toBeLessThan(1024);
      }),
    );
  });
});

describe('durations', () => {
  test.each([
    [0, '-'],
    [-5, '-'],
    [Number.NaN, '-'],
    [Infinity, '-'],
    [undefined, '-'],
    [null, '-'],
    [1, '1s'],
    [59.6, '1m'],
    [60, '1m'],
    [3600, '1h'],
    [3723, '1h 2m 3s'],
    [360_005, '100h 5s'],
  ])('formats %s seconds as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});
