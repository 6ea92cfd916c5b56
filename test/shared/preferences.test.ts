import { describe, expect, test } from '@jest/globals';
import { afterSignOut, ofAccount, preferencesSlice, readPreferences, type Preferences } from '../../src/shared/preferences';

const initial = preferencesSlice.getInitialState();

/** Every value differs from its initial one. */
const used: Preferences = {
  owner_id: 2,
  language: 'it',
  theme: 'dark',
  menu_folded: true,
  hotspots_per_page: 50,
  mac_entries_per_page: 25,
  vouchers_per_page: 25,
  voucher_settings: { 7: { type: 'auth', count: 12, auto_login: false } },
  paper_size: 'letter',
  paper_of_hotspots: { 7: { hasQr: true, ssid: 'Hotel' } },
  selected_hotspot_id: 7,
  guests_per_page: 100,
  guests_segment: 'online',
  guests_show_marketing: true,
  sessions_per_page: 50,
  sessions_tab: 'history',
  sessions_user_id: 12,
  sessions_unit_id: 3,
  devices_per_page: 50,
  devices_user_id: 12,
  units_per_page: 50,
  audit_per_page: 50,
  messages_per_page: 50,
  accounts_per_page: 50,
  list_columns: { guests: { order: ['name', 'email'], hidden: ['email'] } },
  dismissed_checklists: [7, 9],
  import_columns: { 7: { gastname: 'name', zi: 'room', status: null } },
  csv_separator: ';',
  chart_views: { traffic: 'columns' },
};

test('reads back all preferences that it stored', () => {
  for (const [key, value] of Object.entries(used)) expect([key, value]).not.toEqual([key, initial[key as keyof Preferences]]);
  expect(readPreferences(used)).toEqual(used);
  expect(readPreferences(initial)).toEqual(initial);
});

test.each<[string, Record<string, unknown>]>([
  ['an unknown language', { language: 'xx' }],
  ['an unknown theme', { theme: 'pink' }],
  ['an unknown kind of column', { import_columns: { 7: { zi: 'floor' } } }],
  ['a paper that is not offered', { paper_size: 'a3' }],
  ['a hotspot list that is not a list', { paper_of_hotspots: null }],
  ['a hotspot without its paper', { paper_of_hotspots: { 7: null } }],
  ['a network name that is not text', { paper_of_hotspots: { 7: { hasQr: true, ssid: 5 } } }],
  ['voucher settings of no hotspot, as of an earlier version', { voucher_settings: { type: 'auth', count: 12 } }],
  ['voucher settings that are a list', { voucher_settings: [1] }],
  ['voucher settings with unknown fields', { voucher_settings: { 7: { type: { a: 1 } } } }],
  ['a page size that is not offered', { guests_per_page: 7 }],
  ['the columns of an unknown list', { list_columns: { novelties: { order: [], hidden: [] } } }],
  ['the unknown view of a chart', { chart_views: { traffic: 'donut' } }],
  ['columns that are not keys', { list_columns: { guests: { order: [7], hidden: [] } } }],
  ['dismissed checklists of invalid hotspots', { dismissed_checklists: ['seven'] }],
  ['an unknown guest filter', { guests_segment: 'merry' }],
  ['an id below zero', { selected_hotspot_id: -1 }],
  ['an unknown preference', { novelty: 1 }],
])('drops only %s and keeps the other preferences', (_what, broken) => {
  const [name = ''] = Object.keys(broken);
  const { [name as keyof Preferences]: _broken, ...others } = used;
  expect(readPreferences({ ...used, ...broken })).toEqual(others);
});

test.each([null, undefined, 'text', 7])('%p holds no preferences', (stored) => {
  expect(readPreferences(stored)).toEqual({});
});

describe('the owner of preferences', () => {
  const ofTheBrowser = {
    language: 'it',
    theme: 'dark',
    menu_folded: true,
    hotspots_per_page: 50,
    mac_entries_per_page: 25,
    vouchers_per_page: 25,
    list_columns: used.list_columns,
    chart_views: used.chart_views,
    csv_separator: ';',
    paper_size: 'letter',
    paper_of_hotspots: used.paper_of_hotspots,
    guests_per_page: 100,
    sessions_per_page: 50,
    devices_per_page: 50,
    units_per_page: 50,
    audit_per_page: 50,
    messages_per_page: 50,
    accounts_per_page: 50,
  };

  test('signing out clears every filter and keeps the habits of the same person', () => {
    const { voucher_settings, dismissed_checklists, import_columns } = used;
    expect(afterSignOut(used)).toEqual({
      ...initial,
      ...ofTheBrowser,
      owner_id: 2,
      voucher_settings,
      dismissed_checklists,
      import_columns,
    });
  });

  test('the same person finds all preferences again', () => {
    expect(ofAccount(used, 2)).toBe(used);
  });

  test('another person finds only the preferences of the browser', () => {
    expect(ofAccount(used, 3)).toEqual({ ...initial, ...ofTheBrowser, owner_id: 3 });
  });
});
