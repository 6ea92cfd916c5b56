/** The codes of authenticator apps, compared with the values in the standards. */
import { describe, expect, test } from '@jest/globals';
import { base32, codeAt, stepAt, stepOf } from '../../src/server/second-factor/totp';

/** The secret in RFC 4226, appendix D, and RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890');

test('codes are those of RFC 4226', () => {
  expect(Array.from({ length: 10 }, (_, step) => codeAt(SECRET, step))).toEqual(
    '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '),
  );
});

/** The last six of the eight digits given there. */
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code %d seconds after 1970 is that of RFC 6238', (seconds, code) => {
  expect(codeAt(SECRET, stepAt(new Date(seconds * 1000)))).toBe(code);
});

describe('a clock that is off', () => {
  const now = new Date(1_111_111_111_000);
  const step = stepAt(now);

  test.each([-1, 0, 1])('is tolerated by %d steps', (steps) => {
    expect(stepOf(SECRET, codeAt(SECRET, step + steps), now)).toBe(step + steps);
  });

  test.each([-2, 2])('is not tolerated by %d steps', (steps) => {
    expect(stepOf(SECRET, codeAt(SECRET, step + steps), now)).toBeNull();
  });
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('Base32 of %j is that of RFC 4648 without padding', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});
