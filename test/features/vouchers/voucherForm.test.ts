import { describe, expect, test } from '@jest/globals';
import { ownZone } from '../../../src/shared/format/ownZone';
import dayjs from 'dayjs';
import { createVouchers } from '../../../src/contract/vouchers';
import { voucherTypesOf } from '../../../src/features/vouchers/api';
import { isValueOf, toWire } from '../../../src/features/vouchers/filterQuery';
import {
  daysUntil,
  expirationRange,
  MOST,
  newVouchers,
  settingsToKeep,
  toCreateVouchers,
  type VoucherForm,
} from '../../../src/features/vouchers/voucherForm';
import { isUsable, statesOf } from '../../../src/contract/plain/voucherState';
import { setConfig } from '../../../src/shared/config';

/** By the clock of the browser, wherever that is. */
const now = dayjs('2026-11-20T10:00').valueOf();
const both = ['normal', 'auth'] as const;
const form = (change: Partial<VoucherForm> = {}): VoucherForm => ({ ...newVouchers(now, both, null), ...change });
const sent = (change: Partial<VoucherForm> = {}) => toCreateVouchers(7, form(change), now);

describe('the voucher types of a hotspot', () => {
  test.each([
    [{ voucher_login: 'true', temp_code_login: 'false' }, ['normal']],
    [{ voucher_login: 'false', temp_code_login: 'true' }, ['auth']],
    [{ voucher_login: 'true', temp_code_login: 'true' }, ['normal', 'auth']],
    [{ voucher_login: 'false', temp_code_login: 'false' }, []],
    [{}, []],
  ])('follow from %j: %j', (preferences, types) => expect(voucherTypesOf(preferences)).toEqual(types));
});

describe('the start values of the dialog', () => {
  test('are the defaults before the first voucher', () => {
    expect(form()).toEqual({
      type: 'normal',
      count: 1,
      auto_login: true,
      bandwidth_down: 0,
      bandwidth_up: 0,
      trafficMb: 0,
      timeMinutes: 0,
      time: 'duration',
      duration: 7,
      expiration: '2026-12-04',
      expirationDays: undefined,
      limitless: 'true',
      remain_use: 3,
      max_devices: 0,
      code: '',
      user_name: '',
      user_mail: '',
    });
  });

  test('are of the type for a guest where no other is on', () => expect(newVouchers(now, ['auth'], null).type).toBe('auth'));

  test('repeat the last settings, except the count, the code and the guest', () => {
    const last = form({
      type: 'auth',
      count: 10,
      bandwidth_down: 2048,
      trafficMb: 500,
      limitless: 'false',
      remain_use: 2,
      user_name: 'Ada',
      code: 'x',
    });
    const remembered = settingsToKeep(last, now);
    expect(JSON.stringify(remembered)).not.toContain('Ada');
    expect(newVouchers(now, both, remembered)).toMatchObject({
      type: 'auth',
      count: 1,
      bandwidth_down: 2048,
      trafficMb: 500,
      limitless: 'false',
      remain_use: 2,
      user_name: '',
      code: '',
    });
  });

  test('keep a fixed day as far ahead as before', () => {
    const remembered = settingsToKeep(form({ time: 'expiration', expiration: '2026-11-23' }), now);
    expect(newVouchers(now + 10 * 86_400_000, both, remembered)).toMatchObject({ time: 'expiration', expiration: '2026-12-03' });
  });

  test('do not offer a type that the hotspot no longer has', () => {
    expect(newVouchers(now, ['normal'], settingsToKeep(form({ type: 'auth' }), now)).type).toBe('normal');
  });

  test('ignore stored settings that no form can hold', () => {
    const odd = {
      type: 'gold',
      auto_login: 1,
      bandwidth_down: -1,
      trafficMb: '5',
      timeMinutes: 1.5,
      time: 'never',
      duration: 1e9,
      limitless: true,
      remain_use: 0,
      code: 'x',
    };
    expect(newVouchers(now, both, odd)).toEqual(form());
  });
});

describe('the request for new vouchers', () => {
  test('sends megabytes as bytes, minutes as seconds, and bandwidth unchanged', () => {
    expect(sent({ trafficMb: 500, timeMinutes: 90, bandwidth_down: 2048, bandwidth_up: 512 })).toMatchObject({
      max_traffic: 524_288_000,
      max_time: 5400,
      bandwidth_down: 2048,
      bandwidth_up: 512,
    });
  });

  test('sends unlimited uses as -1, and others as their number', () => {
    expect(sent().remain_use).toBe(-1);
    expect(sent({ limitless: 'false', remain_use: 4 }).remain_use).toBe(4);
  });

  test('sends a fixed day as whole days from today', () => {
    expect(sent({ time: 'expiration', expiration: '2026-11-21' })).toMatchObject({ time: 'expiration', expiration: 1 });
    expect(sent({ time: 'expiration' })).toMatchObject({ expiration: 14 });
  });

  test('sends our own server the last day with its zone, and an older one neither', () => {
    setConfig({ backend: 'portico' });
    expect(sent({ time: 'expiration', expiration: '2026-12-05' })).toMatchObject({ expiration: 15, last_day: '2026-12-05', tz: 'hotspot' });
    expect(sent({ time: 'duration', expiration: '2026-12-05' })).not.toHaveProperty('last_day');
    setConfig({ backend: 'existing' });
    expect(sent({ time: 'expiration', expiration: '2026-12-05' })).not.toHaveProperty('last_day');
  });

  test.each([-5, 1.5, 1e9, null])('is valid with a last day despite the hidden duration %p', (duration) => {
    const body = sent({ time: 'expiration', duration });
    expect(createVouchers.safeParse(body).error).toBeUndefined();
    expect(body.duration).toBe(0);
  });

  test('sends name and mail only for type auth, and null for the others', () => {
    const guest = { user_name: ' Ada Ricci ', user_mail: 'ada@example.com' };
    expect(sent({ type: 'auth', ...guest })).toMatchObject({ user_name: 'Ada Ricci', user_mail: 'ada@example.com' });
    expect(sent({ type: 'normal', ...guest })).toMatchObject({ user_name: null, user_mail: null });
  });

  test('sends several vouchers without a code, and one with a code', () => {
    expect(sent({ count: 10 })).toMatchObject({ code: '', num_vouchers: 10 });
    expect(sent({ count: 10, code: ' SUMMER26 ' })).toMatchObject({ code: 'SUMMER26', num_vouchers: 1 });
  });

  test('sends empty limits as 0', () => {
    expect(sent({ bandwidth_down: null, trafficMb: null, timeMinutes: null })).toMatchObject({
      bandwidth_down: 0,
      max_traffic: 0,
      max_time: 0,
    });
  });

  test('stays within the contract for the maximum of each field', () => {
    const most = sent({
      count: 1000,
      bandwidth_down: MOST.kbps,
      bandwidth_up: MOST.kbps,
      trafficMb: MOST.trafficMb,
      timeMinutes: MOST.timeMinutes,
      duration: MOST.days,
      time: 'expiration',
      expiration: expirationRange(now).to,
      limitless: 'false',
      remain_use: MOST.uses,
    });
    expect(createVouchers.safeParse(most).error).toBeUndefined();
    expect(most.expiration).toBe(MOST.days);
  });
});

test.each([
  ['2026-11-20', 0],
  ['2026-11-19', -1],
  ['2026-11-21', 1],
  ['2027-03-29', 129],
  ['2027-11-20', 365],
])('the day %s is %i days away', (day, days) => expect(daysUntil(day, now)).toBe(days));

test('tomorrow is one day away even one minute before midnight', () => {
  expect(daysUntil('2026-11-21', dayjs('2026-11-20T23:59').valueOf())).toBe(1);
  expect(daysUntil('2026-11-21', dayjs('2026-11-20T00:01').valueOf())).toBe(1);
});

test.each(['', 'soon'])('counts no days until the invalid day %j', (day) => expect(daysUntil(day, now)).toBeNaN());

describe('the state of a voucher', () => {
  const past = dayjs(now).subtract(1, 'second').toISOString();
  const future = dayjs(now).add(7, 'days').toISOString();
  test.each([
    [{ remain_use: -1, duration: 7, expires: null }, ['valid'], true],
    [{ remain_use: 3, duration: 7, expires: future }, ['used'], true],
    [{ remain_use: 0, duration: 7, expires: future }, ['limit_reached'], false],
    [{ remain_use: -1, duration: 0, expires: future }, ['valid'], true],
    [{ remain_use: -1, duration: 0, expires: past }, ['expired'], false],
    [{ remain_use: 1, duration: 7, expires: past }, ['used', 'expired'], false],
    [{ remain_use: 0, duration: 0, expires: past }, ['limit_reached', 'expired'], false],
  ] as const)('with %j is %j, usable %s', (voucher, states, usable) => {
    expect(statesOf(voucher, now)).toEqual(states);
    expect(isUsable(voucher, now)).toBe(usable);
  });
});

describe('the filters in the address', () => {
  test('send days as the moments when they begin and end', () => {
    const wire = toWire(
      '',
      { createdStart: '2026-11-01', createdEnd: '2026-11-02', expiredStart: '2026-12-01', expiredEnd: '2026-12-02' },
      ownZone(),
    );
    expect(wire).toMatchObject({
      createdStart: dayjs('2026-11-01T00:00:00.000').toISOString(),
      createdEnd: dayjs('2026-11-02T23:59:59.999').toISOString(),
      expiredStart: dayjs('2026-12-01T00:00:00.000').toISOString(),
      expiredEnd: dayjs('2026-12-02T23:59:59.999').toISOString(),
    });
  });

  test('ignore invalid values', () => {
    const odd = {
      used: 'maybe',
      printed: '2',
      type: 'gold',
      reusable: 'x',
      auto_login: 'yes',
      duration: '-3',
      createdStart: '1/2/3',
      expiredEnd: '2026-99-99',
    };
    expect(Object.values(toWire('', odd, 'UTC')).filter((value) => value !== '')).toEqual([]);
  });

  test.each(['abc', '1.5', '-1', 'NaN', '9999999999', ''])('reject %j as a duration', (text) =>
    expect(isValueOf('duration', text)).toBe(false),
  );

  test('send the other values unchanged', () => {
    expect(toWire('ab', { used: '0', printed: '1', type: 'auth', reusable: '1', auto_login: '0', duration: '7' }, 'UTC')).toMatchObject({
      code: 'ab',
      used: '0',
      printed: '1',
      type: 'auth',
      reusable: '1',
      auto_login: '0',
      duration: 7,
    });
  });
});
