import { expect, test } from '@jest/globals';
import type { Account } from '../../../src/contract/accounts';
import { HOTSPOT_NAME } from '../../../src/contract/plain/wire';
import { isPrivacyComplete, NEW_HOTSPOT, offersDisclaimers, toForm, toUpdate } from '../../../src/features/hotspots/hotspotForm';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { madeUpAccount } from '../../support/console/renderAs';

test('a modification includes all fields but the name', () => {
  const update = toUpdate(toForm(madeUpHotspot({ privacy_disclaimer_id: 5 })));
  expect(Object.keys(update).sort()).toEqual(
    Object.keys(NEW_HOTSPOT)
      .filter((key) => key !== 'name')
      .sort(),
  );
  expect(update).toMatchObject({ description: 'City Library', privacy_disclaimer_id: 5 });
});

test('a form has only the fields that it shows', () => {
  expect(Object.keys(toForm(madeUpHotspot()))).toEqual(Object.keys(NEW_HOTSPOT));
});

test.each<[Partial<Account>, boolean]>([
  [{}, true],
  [{ privacy_dpo: '', privacy_dpo_mail: '' }, true],
  [{ privacy_name: '' }, false],
  [{ privacy_vat: '' }, false],
  [{ privacy_address: '' }, false],
  [{ privacy_email: '' }, false],
])('privacy fields with %j are complete: %s', (change, complete) =>
  expect(isPrivacyComplete(madeUpAccount('reseller', change))).toBe(complete),
);

test.each([
  [0, true, false],
  [1, true, true],
  [2, true, true],
  [0, false, false],
  [1, false, false],
  [2, false, true],
])('%i disclaimers on a form with new %s are offered: %s', (count, isNew, offered) => {
  const disclaimers = Array.from({ length: count }, (_, id) => ({ id, type: 'tos' as const, title: '', body: '' }));
  expect(offersDisclaimers(disclaimers, isNew)).toBe(offered);
});

test.each(['a', 'A1', 'lido-3', 'lido.example.com', '3com', 'a-b.c-d', '1'])('accepts %s as a name', (name) =>
  expect(name).toMatch(HOTSPOT_NAME),
);

test.each(['', '-a', 'a-', 'a.-b', 'a-.b', '.a', 'a.', 'a..b', 'a b', 'a_b', 'è', 'a\n', '<b>'])('rejects %j as a name', (name) =>
  expect(name).not.toMatch(HOTSPOT_NAME),
);
