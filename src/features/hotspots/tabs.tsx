import { lazy, type ComponentType } from 'react';
import type { Role } from '../../contract/roles';
import type { LoggedUser } from '../auth/slice';
import { voucherTypesOf } from '../vouchers/api';
import type { HotspotFacts } from './api';

/** What decides which tabs somebody has: who it is, the hotspot's preferences, and how many units it has; undefined until they are read. */
interface Onlooker {
  user: LoggedUser;
  preferences: Readonly<Record<string, string>> | undefined;
  units: number | undefined;
}

interface HotspotTab {
  /** As the address has it: `?tab=overview`. */
  key: 'overview' | 'vouchers' | 'preferences' | 'captive' | 'mac' | 'privacy';
  label: FormatjsIntl.Message['ids'];
  /** Undefined: not known before preferences and units are read. */
  isShown: (onlooker: Onlooker) => boolean | undefined;
  panel: ComponentType<{ hotspot: HotspotFacts }>;
}

const RUN_MANY: readonly Role[] = ['admin', 'reseller'];

/** The cards of a hotspot's page as tabs, in the specification's order (spec 1 §2; UX.md §3, "Details"). Each loads when it is opened. */
const HOTSPOT_TABS: readonly HotspotTab[] = [
  {
    key: 'overview',
    label: 'hotspots.overview',
    isShown: () => true,
    panel: lazy(async () => ({ default: (await import('./OverviewTab')).OverviewTab })),
  },
  {
    key: 'vouchers',
    label: 'vouchers.title',
    isShown: ({ preferences }) => preferences && voucherTypesOf(preferences).length > 0,
    panel: lazy(async () => ({ default: (await import('../vouchers/VouchersTab')).VouchersTab })),
  },
  {
    key: 'preferences',
    label: 'preferences.title',
    isShown: ({ user }) => RUN_MANY.includes(user.account_type),
    panel: lazy(async () => ({ default: (await import('./PreferencesTab')).PreferencesTab })),
  },
  {
    key: 'captive',
    label: 'captive.title',
    // Also who may not change it is told why, or sees what guests see.
    isShown: () => true,
    panel: lazy(async () => ({ default: (await import('../captive-portal/CaptivePortalPanel')).CaptivePortalPanel })),
  },
  {
    key: 'mac',
    label: 'mac_auth.title',
    isShown: ({ units }) => (units === undefined ? undefined : units > 0),
    panel: lazy(async () => ({ default: (await import('../mac-auth/MacEntriesTab')).MacEntriesTab })),
  },
  {
    key: 'privacy',
    label: 'disclaimers.title',
    isShown: () => true,
    panel: lazy(async () => ({ default: (await import('../disclaimers/PrivacyTab')).PrivacyTab })),
  },
];

/** Which tab opens when the address names none, where it is shown: reception works with vouchers (UX.md §3). */
const FIRST: Partial<Record<Role, HotspotTab['key']>> = { desk: 'vouchers' };

/**
 * The tabs that somebody has, and which one is open: the one that the address asks for, else that of the role, else the first. `open` is
 * undefined until it is known whether the wanted one is there.
 */
export function tabsFor(onlooker: Onlooker, asked: string | null): { tabs: readonly HotspotTab[]; open: HotspotTab | undefined } {
  const tabs = HOTSPOT_TABS.filter((tab) => tab.isShown(onlooker) === true);
  const wanted = HOTSPOT_TABS.find(({ key }) => key === asked) ?? HOTSPOT_TABS.find(({ key }) => key === FIRST[onlooker.user.account_type]);
  if (wanted && wanted.isShown(onlooker) === undefined) return { tabs, open: undefined };
  return { tabs, open: tabs.find((tab) => tab === wanted) ?? tabs[0] };
}
