import { describe, expect, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { createStore } from '../../src/app/store';
import type { GuestDetails } from '../../src/contract/guests';
import { accountsApi } from '../../src/features/accounts/api';
import { selectOwnHotspotId, selectRole, signedIn } from '../../src/features/auth/slice';
import { lookKey, lookSettled, selectHistory } from '../../src/features/portal-designer/slice';
import { selectGuestState } from '../../src/features/guests/guestState';
import { exportStarted, exportFailed, selectIsNotExported } from '../../src/features/guests/slice';
import { hotspotsApi, selectHotspotPreferences } from '../../src/features/hotspots/api';
import { deviceChosen, selectDevice } from '../../src/features/marketing/slice';
import { daysTyped, selectTypedDays } from '../../src/features/reports/slice';
import { sessionsApi } from '../../src/features/sessions/api';
import { latestOfGuest } from '../../src/features/sessions/slice';
import { listOf, selectSelection, vouchersDeselected, vouchersSelected } from '../../src/features/vouchers/slice';
import { selectVoucherTypes } from '../../src/features/vouchers/useVoucherTypes';
import { draftTyped } from '../../src/shared/draftActions';
import { exportRefused, selectExportFailure } from '../../src/shared/exports';
import { moved } from '../../src/shared/location';
import { madeUpGuest } from '../support/console/answersMadeUp';
import { madeUp, madeUpAccount } from '../support/console/renderAs';
import { madeUpVouchers } from '../features/printing/paperMadeUp';

function open() {
  const { store } = createStore();
  store.dispatch(signedIn(madeUp('reseller')));
  return store;
}
const elsewhere = moved({ pathname: '/units', search: '' });

describe('selectors of the sign-in', () => {
  test('return the role and the hotspot that it is tied to', () => {
    const store = open();
    const both = () => [selectRole(store.getState()), selectOwnHotspotId(store.getState())];
    expect(both()).toEqual(['reseller', undefined]);
    store.dispatch(signedIn(madeUp('desk')));
    expect(both()).toEqual(['desk', 7]);
  });

  test('update the signed-in account as soon as that account is read', async () => {
    const store = open();
    const read = (id: number, name: string) =>
      act(async () => {
        await store.dispatch(accountsApi.util.upsertQueryData('getAccount', id, { ...madeUpAccount('reseller', { id, name }), etag: '' }));
      });
    await read(2, 'New Name');
    expect(store.getState().auth.user?.info?.name).toBe('New Name');
    await read(9, 'Another');
    expect(store.getState().auth.user?.info?.name).toBe('New Name');
  });
});

describe('selectors of hotspots and vouchers', () => {
  test('return the same preferences and voucher types until they change', async () => {
    const store = open();
    expect(selectHotspotPreferences(store.getState(), 7)).toBeUndefined();
    expect(selectVoucherTypes(store.getState(), 7)).toEqual([]);
    const put = (value: string) =>
      store.dispatch(hotspotsApi.util.upsertQueryData('listHotspotPreferences', 7, [{ key: 'voucher_login', value }]));
    await put('true');
    const [preferences, types] = [selectHotspotPreferences(store.getState(), 7), selectVoucherTypes(store.getState(), 7)];
    expect([preferences, types]).toEqual([{ voucher_login: 'true' }, ['normal']]);
    store.dispatch(exportFailed(5));
    expect(selectHotspotPreferences(store.getState(), 7)).toBe(preferences);
    expect(selectVoucherTypes(store.getState(), 7)).toBe(types);
    await put('false');
    expect(selectVoucherTypes(store.getState(), 7)).toEqual([]);
  });

  test('tie a selection to its filters, drop deleted rows, and end with the screen', () => {
    const store = open();
    const of = listOf(7, { code: 'a' });
    store.dispatch(vouchersSelected({ of, vouchers: madeUpVouchers(3) }));
    expect(selectSelection(store.getState(), listOf(7, {}))).toEqual([]);
    store.dispatch(vouchersDeselected([2]));
    const selected = selectSelection(store.getState(), of);
    expect(selected.map(({ id }) => id)).toEqual([1, 3]);
    expect(selectSelection(store.getState(), of)).toBe(selected);
    store.dispatch(elsewhere);
    expect(selectSelection(store.getState(), of)).toEqual([]);
  });
});

test('the reason why a guest is offline is known as soon as its sessions are read', async () => {
  const store = open();
  const now = Date.parse('2026-11-21T12:00:00Z');
  const guest = madeUpGuest({ valid_from: null, valid_until: '2026-11-30T00:00:00Z' }) as GuestDetails;
  const state = () => selectGuestState(store.getState(), guest, guest.id, undefined, now);
  expect(state()).toEqual({ kind: 'valid' });
  const none = { data: [], total: 0, isSorted: true, hasMore: false, first: null, last: null, sums: null };
  const wish = latestOfGuest(guest.id, guest.hotspot_id);
  await store.dispatch(sessionsApi.util.upsertQueryData('listSessions', wish, none));
  await store.dispatch(sessionsApi.util.upsertQueryData('listHistories', wish, none));
  expect(state()).toEqual({ kind: 'never' });
  expect(state()).toBe(state());
});

test('a failed export of a guest shows at that guest until the next try', () => {
  const store = open();
  store.dispatch(exportFailed(5));
  expect([5, 6].map((id) => selectIsNotExported(store.getState(), id))).toEqual([true, false]);
  store.dispatch(exportStarted());
  expect(selectIsNotExported(store.getState(), 5)).toBe(false);
});

test('a refused export shows for its filters alone', () => {
  const store = open();
  store.dispatch(exportRefused({ failure: 'export.failed', of: 'guests q=a' }));
  expect(selectExportFailure(store.getState(), 'guests q=a')).toBe('export.failed');
  expect(selectExportFailure(store.getState(), 'guests q=ab')).toBeNull();
});

test('typed days of a report remain while the period is unchanged', () => {
  const store = open();
  store.dispatch(daysTyped({ of: 'a b', from: '', to: '2026-11-02', isLeft: true }));
  expect(selectTypedDays(store.getState(), 'a b')).toMatchObject({ from: '', isLeft: true });
  expect(selectTypedDays(store.getState(), 'a c')).toBeNull();
});

test('each feedback mail has its device', () => {
  const store = open();
  store.dispatch(deviceChosen({ kind: 'review', device: 'phone' }));
  expect([selectDevice(store.getState(), 'feedback'), selectDevice(store.getState(), 'review')]).toEqual(['desktop', 'phone']);
});

test('the draft of a captive portal has steps word by word, for its author alone', () => {
  const store = open();
  const key = lookKey(7);
  const typed = (from: object, title: string) =>
    draftTyped({ key, values: { title }, step: { kind: 'typed', field: 'title', from: from as Record<string, string> } });
  store.dispatch(typed({}, 'H'));
  store.dispatch(typed({ title: 'H' }, 'Hi'));
  expect(selectHistory(store.getState(), key).past).toEqual([{}]);
  store.dispatch(lookSettled(key));
  store.dispatch(typed({ title: 'Hi' }, 'Hi!'));
  expect(selectHistory(store.getState(), key).past).toEqual([{}, { title: 'Hi' }]);
  store.dispatch(draftTyped({ key, values: { title: 'Hi' }, step: { kind: 'undone', from: { title: 'Hi!' } } }));
  expect(selectHistory(store.getState(), key)).toMatchObject({ past: [{}], future: [{ title: 'Hi!' }] });
  store.dispatch(signedIn(madeUp('admin')));
  expect(selectHistory(store.getState(), key).past).toEqual([]);
});
