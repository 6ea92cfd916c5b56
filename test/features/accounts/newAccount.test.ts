import { ACCOUNT_FIELDS } from '../../../src/contract/plain/accountFields';
import { each, namesOf } from '../../../src/contract/plain/fields';
import { expect, test } from '@jest/globals';
import {
  generatedPassword,
  generatedUuid,
  offeredTypes,
  toCreateAccount,
  type AccountForm,
} from '../../../src/features/accounts/newAccount';
import { strengthOf } from '../../../src/shared/passwordStrength';
import { countsAsZero, wholeNumberOrZero } from '../../../src/shared/wholeNumber';

test('generated passwords have 8 letters and digits of all kinds, are unique, and are never weak', () => {
  const many = Array.from({ length: 500 }, generatedPassword);
  for (const password of many) expect(password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[A-Za-z0-9]{8}$/);
  expect(many.filter((password) => /[IlO01]/.test(password))).toEqual([]);
  expect(new Set(many).size).toBe(500);
});

test('generated uuids are of version 4', () => {
  expect(generatedUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(generatedUuid()).not.toBe(generatedUuid());
});

test("only an admin creates resellers, which is its default; a reseller's default is a customer", () => {
  expect(offeredTypes('admin')).toEqual(['reseller', 'customer', 'desk']);
  expect(offeredTypes('reseller')).toEqual(['customer', 'desk']);
});

test('a hotspot is sent for customers and desks, a plan for resellers, and texts without surrounding spaces', () => {
  const form: AccountForm = {
    ...each(namesOf(ACCOUNT_FIELDS), () => ''),
    uuid: ' u ',
    username: ' anna ',
    name: ' Anna ',
    email: ' a@b.example ',
    password: ' secret ',
    confirmation: ' secret ',
    isOneTime: false,
    type: 'desk',
    hotspotId: 7,
    planId: 3,
  };
  expect(toCreateAccount(form)).toEqual({
    uuid: 'u',
    username: 'anna',
    name: 'Anna',
    email: 'a@b.example',
    password: ' secret ',
    type: 'desk',
    hotspot_id: 7,
    subscription_plan_id: 0,
  });
  expect(toCreateAccount({ ...form, isOneTime: true })).toMatchObject({ one_time_password: true });
  expect(toCreateAccount({ ...form, type: 'reseller' })).toMatchObject({ hotspot_id: 0, subscription_plan_id: 3 });
});

test.each([
  ['aaaaaaaaaaaaaaaa', '', 'weak'],
  ['abcdefghijkl123456', '', 'weak'],
  ['annaneri7', 'annaneri', 'weak'],
  ['Tr4vK9xw', '', 'fair'],
  ['the lake is cold in may', '', 'strong'],
  ['пароль密码كلمة', '', 'strong'],
] as const)('rates the password "%s" of "%s" as %s', (password, username, strength) => {
  expect(strengthOf(password, username)).toBe(strength);
});

test.each([
  ['250', 250, false],
  [' 7 ', 7, false],
  ['0', 0, false],
  ['', 0, false],
  ['-5', 0, true],
  ['1e12', 0, true],
  ['1,000', 1000, false],
  ['1001', 0, true],
  ['2.5', 0, true],
  ['abc', 0, true],
])('reads "%s" as the number of SMS %s', (typed, count, isReported) => {
  expect(wholeNumberOrZero(typed, 1000, 'en')).toBe(count);
  expect(countsAsZero(typed, 1000, 'en')).toBe(isReported);
});
