import { expect, test } from '@jest/globals';
import { isMistypedVat } from '../../src/shared/vatNumber';

test.each([
  ['IT01234560371', false, 'an Italian one'],
  ['it 0123 4560371', false, 'written with spaces, in small letters'],
  ['01234560371', false, 'without its prefix'],
  ['IT01234560372', true, 'with a wrong last digit'],
  ['IT0123456037', true, 'that is too short'],
  ['DE136695976', false, 'a German one'],
  ['DE136695977', true, 'with a wrong last digit'],
  ['EL094259216', false, 'a Greek one, whose prefix is not its code'],
  ['CHE-116.281.710 MWST', false, 'a Swiss one'],
  ['1', true, 'that no country has'],
  ['US123456', false, 'of a country whose rule is not known'],
  ['', false, 'not there'],
])('finds "%s" mistyped: %s (%s)', async (text, isMistyped) => {
  expect(await isMistypedVat(text)).toBe(isMistyped);
});
