import type { ComponentType } from 'react';
import { managesSeveralHotspots, type Role } from '../../contract/plain/roles';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { LoggedUser } from '../auth/slice';
import { voucherTypesOf } from '../vouchers/api';
import type { HotspotFacts } from './api';
import { lazyPart } from '../../shared/ui/feedback/lazyPart';

/**
 * What decides which tabs are shown: the user, the hotspot's preferences and its number of units; the latter two undefined until loaded.
 */
interface TabContext {
  user: LoggedUser;
  preferences: Readonly<Record<string, string>> | undefined;
  units: number | undefined;
}

export interface HotspotTab {
  /** As in the URL: `?tab=overview`. */
  key: 'overview' | 'vouchers' | 'batches' | 'preferences' | 'captive' | 'mac' | 'privacy';
  label: FormatjsIntl.Message['ids'];
  /** Undefined while it depends on preferences or units that aren't loaded yet. */
  isShown: (viewer: TabContext) => boolean | undefined;
  panel: ComponentType<{ hotspot: HotspotFacts }>;
}

/** The tabs of a hotspot's page, in the order of the specification (HSP-03). Each is loaded when opened. */
const HOTSPOT_TABS: readonly HotspotTab[] = [
  {
    key: 'overview',
    label: 'hotspots.overview',
    isShown: () => true,
    panel: lazyPart(async () => (await import('./OverviewTab')).OverviewTab),
  },
  {
    key: 'vouchers',
    label: 'vouchers.title',
    isShown: ({ preferences }) => preferences && voucherTypesOf(preferences).length > 0,
    panel: lazyPart(async () => (await import('../vouchers/VouchersTab')).VouchersTab),
  },
  {
    key: 'batches',
    label: 'batches.title',
    isShown: ({ preferences }) => (capabilities().hasWholeCounter ? preferences && voucherTypesOf(preferences).length > 0 : false),
    panel: lazyPart(async () => (await import('../batches/BatchesTab')).BatchesTab),
  },
  {
    key: 'preferences',
    label: 'preferences.title',
    isShown: ({ user }) => managesSeveralHotspots(user.account_type),
    panel: lazyPart(async () => (await import('./PreferencesTab')).PreferencesTab),
  },
  {
    key: 'captive',
    label: 'captive.title',
    // Users who can't change the portal see a preview, or why they can't (HSP-11).
    isShown: () => true,
    panel: lazyPart(async () => (await import('../portal-designer/CaptivePortalPanel')).CaptivePortalPanel),
  },
  {
    key: 'mac',
    label: 'mac_auth.title',
    isShown: ({ units }) => (units === undefined ? undefined : units > 0),
    panel: lazyPart(async () => (await import('../mac-auth/MacEntriesTab')).MacEntriesTab),
  },
  {
    key: 'privacy',
    label: 'disclaimers.title',
    isShown: () => true,
    panel: lazyPart(async () => (await import('../disclaimers/PrivacyTab')).PrivacyTab),
  },
];

/** Default tab by role; desks mostly work with vouchers. */
const FIRST: Partial<Record<Role, HotspotTab['key']>> = { desk: 'vouchers' };

/** The tab of the URL, otherwise the role's default, otherwise the first. */
const wantedTab = (role: Role, requested: string | null): HotspotTab | undefined =>
  HOTSPOT_TABS.find(({ key }) => key === requested) ?? HOTSPOT_TABS.find(({ key }) => key === FIRST[role]) ?? HOTSPOT_TABS[0];

/** Whether the overview is wanted. */
export const wantsOverview = (role: Role, requested: string | null): boolean => wantedTab(role, requested)?.key === 'overview';

/**
 * The tabs this user has and the open one: the wanted one, otherwise the first. `open` is undefined until it is known whether the wanted tab
 * exists.
 */
export function tabsFor(viewer: TabContext, requested: string | null): { tabs: readonly HotspotTab[]; open: HotspotTab | undefined } {
  const tabs = HOTSPOT_TABS.filter((tab) => tab.isShown(viewer) === true);
  const wanted = wantedTab(viewer.user.account_type, requested);
  if (wanted && wanted.isShown(viewer) === undefined) return { tabs, open: undefined };
  return { tabs, open: tabs.find((tab) => tab === wanted) ?? tabs[0] };
}
