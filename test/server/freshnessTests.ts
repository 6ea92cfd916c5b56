/**
 * After a change the console's store shows the truth without a reload, and reads nothing again that did not change. The real store and the
 * real server: everything that screens show is subscribed, each change is made as its screen makes it.
 */
import { expect } from '@jest/globals';
import type { Voucher } from '../../src/contract/vouchers';
import type { Store } from '../../src/app/store';
import { PAPER_FORMATS } from '../../src/contract/paperModel';
import { fixture, type RecordedRow } from '../support/backEnd/recordings';
import * as calls from '../support/console/endpoints';

export const stores = new Map<string, Store>();

/** No screen asks for everything at once, and a server that has no time for it would refuse some. */
const AT_ONCE = 6;

export async function inTurns<T>(all: readonly T[], read: (one: T) => PromiseLike<calls.Outcome>): Promise<void> {
  const waiting = [...all];
  const each = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift())
      expect((await read(one)).error ?? {}).not.toMatchObject({ status: 503 });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, each));
}

const uuid = String(fixture.tables.hotspots?.[0]?.uuid);
const page = { page: 1, limit: 100 };
export const guest = { id: 33, isArchived: false };
const ofHotspot = (table: string, which: (row: RecordedRow) => boolean): number =>
  Number(fixture.tables[table]?.find((row) => row.hotspot_id === 1 && which(row))?.id);
export const MAC_ENTRY = ofHotspot('users', ({ account_type }) => account_type === 'mac');
export const OTHER_GUEST = ofHotspot('users', ({ id, account_type }) => id !== guest.id && account_type !== 'mac');
export const business = { description: 'D', business_name: 'B', business_vat: '1', business_address: 'A', business_email: 'a@b.example' };

/** What screens show: a name for the table below, the endpoint, its argument. */
export const SHOWN: Record<string, [name: string, endpoint: string, arg?: unknown][]> = {
  reseller1: [
    ['own account', 'getAccount', 2],
    ['hotspots', 'listHotspots', { ...page, sort: 'name', order: 'asc' }],
    ['hotspot', 'getHotspot', 1],
    ['hotspot to modify', 'getHotspotToModify', 1],
    ['another hotspot', 'getHotspot', 2],
    ['preferences', 'listHotspotPreferences', 1],
    ['preferences of another', 'listHotspotPreferences', 2],
    ['feedback', 'listMarketingSettings', 1],
    ['SMS of the hotspot', 'countHotspotSms', 1],
    ['guests', 'listGuests', { ...page, hotspot: 1 }],
    ['expired guests', 'listExpiredGuests', { ...page, hotspot: 3, sort: 'name', order: 'asc' }],
    ['guest', 'getGuest', guest],
    ['MAC entries', 'listMacEntries', { ...page, hotspot: 1, sort: 'name', order: 'asc' }],
    ['units', 'listUnits', { ...page, hotspot: 1 }],
    ['unit', 'getUnit', 1],
    ['activity of units', 'countUnitSessions', { unitIds: [1, 2], from: '2026-11-21T01:16:00Z', to: '2026-11-21T01:46:00Z' }],
    ['devices', 'listDevices', { ...page, hotspot: 1 }],
    ['sessions', 'listSessions', { ...page, hotspot: 1 }],
    ['session', 'getSession', 1],
    ['ended sessions', 'listHistories', { ...page, hotspot: 1 }],
    ['vouchers', 'listVouchers', { hotspotId: 1, filters: {}, ...page, sort: 'created', order: 'desc' }],
    ['paper', 'getPaper', 1],
    ['paper of another hotspot', 'getPaper', 2],
    ['templates', 'listPaperTemplates', 1],
    ['last vouchers', 'listLastVouchers', { hotspotId: 1, accountId: 2 }],
    ['batches', 'listBatches', { hotspotId: 1, page: 1, limit: 25 }],
    ['shift', 'getShift', { hotspotId: 1, day: '2026-11-21', tz: 'UTC' }],
    ['managers', 'listAccounts', page],
    ['manager', 'getAccount', 3],
    ['SMS pack', 'getOwnSms'],
    ['SMS of a month', 'countLateSms', 0],
    ['alerts', 'listAttention'],
    ['dashboard', 'getDashboard', 'UTC'],
    ...['hotspots', 'units', 'accounts', 'devices', 'users', 'sessions'].map((noun): [string, string, string] => [
      `total of ${noun}`,
      'getTotal',
      noun,
    ]),
    ['total of valid guests', 'countGuests', 'valid'],
    ['report', 'getReport', { type: 'sessions', hotspot: 0, range: 7 }],
    ['disclaimers', 'listDisclaimers', 2],
    ['disclaimer', 'getDisclaimer', 1],
    ['hotspots of the disclaimer', 'listDisclaimerHotspots', 1],
    ['default disclaimers', 'listAccountPreferences', 2],
    ['privacy page', 'getPrivacyPage', uuid],
    ['integrations', 'listIntegrations'],
    ['integrations of the hotspot', 'listHotspotIntegrations', 1],
    ['sign-ins', 'listAccountSessions'],
  ],
  admin: [
    ['managers', 'listAccounts', page],
    ['reseller', 'getAccount', 2],
    ['another reseller', 'getAccount', 9],
    ['made by the reseller', 'countMadeBy', 2],
    ['plans', 'listSubscriptionPlans'],
    ['SMS of the reseller', 'getAccountSms', 2],
    ['SMS of another', 'getAccountSms', 9],
    ['alerts', 'listAttention'],
    ['dashboard', 'getDashboard', 'UTC'],
    ['total of accounts', 'getTotal', 'accounts'],
    ['total of hotspots', 'getTotal', 'hotspots'],
    ['total of units', 'getTotal', 'units'],
    ['hotspots', 'listHotspots', page],
    ['disclaimers of the reseller', 'listDisclaimers', 2],
    ['disclaimer', 'getDisclaimer', 1],
    ['default disclaimers of the reseller', 'listAccountPreferences', 2],
    ['integrations of the reseller', 'listAccountIntegrations', 2],
    ['integrations', 'listIntegrations'],
    ['integration', 'getIntegration', 1],
    ['another integration', 'getIntegration', 2],
  ],
};

export interface Change {
  as: 'admin' | 'reseller1';
  change: [endpoint: string, arg?: unknown];
  /** The action by which a screen says that something is gone, once nothing shows it. */
  then?: () => Promise<{ type: string }>;
  /** What it changes, and so is read again. */
  follow: string[];
  /** What is read again though this one change left it as it was: it may move rows in or out of lists, and alerts come or go. */
  though?: string[];
}

export const LAYOUT = { version: 1, format: PAPER_FORMATS.a4, cut: 'none', elements: [], pictures: {} };
export const gone = (name: string, from: () => Promise<Record<string, unknown>>) => async () =>
  ((await from())[name] as () => { type: string })();

/** A voucher for anybody that nobody used. */
export const unused = (store: Store) =>
  (calls.known(store, 'listLastVouchers', { hotspotId: 1, accountId: 2 }).data as Voucher[]).find(
    ({ type, remain_use, expires }) => type === 'normal' && remain_use !== 0 && expires === null,
  )?.id;

export const anotherLogin = (store: Store) =>
  (calls.known(store, 'listAccountSessions').data as { id: number; current: boolean }[]).find(({ current }) => !current)?.id;

/** As text; the addresses at partner platforms are encrypted anew each time, and the last moment of guests online is the very second of asking. */
export const plain = (data: unknown) =>
  JSON.stringify(data, (key, value: unknown) => {
    if (/^(?:auth_login_url|iv_array)$/.test(key)) return '';
    return key === 'online' && Array.isArray(value) ? (value as { guests: number }[]).map(({ guests }) => guests) : value;
  });
