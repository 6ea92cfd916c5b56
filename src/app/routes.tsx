import ApiOutlined from '@ant-design/icons/ApiOutlined';
import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined';
import AuditOutlined from '@ant-design/icons/AuditOutlined';
import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import DashboardOutlined from '@ant-design/icons/DashboardOutlined';
import IdcardOutlined from '@ant-design/icons/IdcardOutlined';
import LaptopOutlined from '@ant-design/icons/LaptopOutlined';
import MailOutlined from '@ant-design/icons/MailOutlined';
import MedicineBoxOutlined from '@ant-design/icons/MedicineBoxOutlined';
import SendOutlined from '@ant-design/icons/SendOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import WifiOutlined from '@ant-design/icons/WifiOutlined';
import type { ComponentType, ReactNode } from 'react';
import { matchPath } from 'react-router-dom';
import { ALL_BUT_DESK, ROLES, MULTI_HOTSPOT_ROLES, managesSeveralHotspots, type Role } from '../contract/plain/roles';
import type { LoggedUser } from '../features/auth/slice';
import type { Capabilities } from '../shared/backEnd/capabilities';
import type { DialogNoun } from '../shared/dialogs';
import { paths } from '../shared/paths';

export type MessageId = FormatjsIntl.Message['ids'];

/** Groups of the side menu, in order. */
export const MENU_GROUPS = ['overview', 'network', 'manage'] as const;

/** One screen: its address, the roles that see it, its menu entry and its document title. */
export interface RouteRow {
  path: string;
  title: MessageId;
  roles: readonly Role[];
  /** A capability that the back end must have; without it the screen doesn't exist. */
  needs?: keyof Capabilities;
  /** Whether it is shown in a window of its own, without the frame. */
  isBare?: true;
  /** Its menu entry. Customers and desks may get another label and target. */
  menu?: { group: (typeof MENU_GROUPS)[number]; icon: ReactNode; entry: (user: LoggedUser) => { message: MessageId; to: string } };
  /** Where to redirect roles that may not see it; if missing, they see an explanation instead. */
  elsewhere?: (user: LoggedUser) => string;
  /** Dialogs that can be opened from it; preloaded with it. */
  dialogs?: readonly DialogNoun[];
  /** Whether it is a list, so that its skeleton shows rows. */
  isList?: true;
  screen: () => Promise<ComponentType>;
}

const ownHotspot = (user: LoggedUser) => paths.hotspot.to(user.info?.hotspot_id ?? 0);

/** The single route table, used by the router, guard, menu and tests. */
export const ROUTES: readonly RouteRow[] = [
  {
    path: paths.dashboard.path,
    title: 'dashboard.title',
    roles: ROLES,
    menu: {
      group: 'overview',
      icon: <DashboardOutlined aria-hidden />,
      entry: () => ({ message: 'dashboard.title', to: paths.dashboard.to() }),
    },
    dialogs: ['vouchers'],
    screen: async () => (await import('../features/dashboard/DashboardPage')).DashboardPage,
  },
  {
    path: paths.hotspots.path,
    title: 'hotspots.title',
    roles: MULTI_HOTSPOT_ROLES,
    elsewhere: ownHotspot,
    dialogs: ['hotspots'],
    isList: true,
    screen: async () => (await import('./lists')).HotspotsPage,
  },
  {
    path: paths.hotspot.path,
    title: 'hotspots.one',
    roles: ROLES,
    menu: {
      group: 'overview',
      icon: <AppstoreOutlined aria-hidden />,
      entry: (user) =>
        managesSeveralHotspots(user.account_type)
          ? { message: 'hotspots.title', to: paths.hotspots.to() }
          : { message: 'hotspots.one', to: ownHotspot(user) },
    },
    dialogs: ['hotspots', 'units', 'vouchers', 'mac'],
    screen: async () => (await import('../features/hotspots/HotspotPage')).HotspotPage,
  },
  {
    path: paths.counter.path,
    title: 'counter.title',
    roles: ROLES,
    dialogs: ['vouchers'],
    screen: async () => (await import('../features/counter/CounterPage')).CounterPage,
  },
  {
    path: paths.guestWindow.path,
    title: 'counter.guest_window',
    roles: ROLES,
    isBare: true,
    screen: async () => (await import('../features/counter/GuestWindowPage')).GuestWindowPage,
  },
  {
    path: paths.why.path,
    title: 'why.title',
    roles: ROLES,
    needs: 'explainsAccess',
    dialogs: ['guests', 'vouchers', 'mac', 'sessions', 'units'],
    screen: async () => (await import('../features/why/WhyPage')).WhyPage,
  },
  {
    path: paths.guests.path,
    title: 'guests.title',
    roles: ROLES,
    menu: { group: 'overview', icon: <TeamOutlined aria-hidden />, entry: () => ({ message: 'guests.title', to: paths.guests.to() }) },
    dialogs: ['guests'],
    isList: true,
    screen: async () => (await import('./lists')).GuestsPage,
  },
  {
    path: paths.guest.path,
    title: 'guests.one',
    roles: ROLES,
    dialogs: ['guests'],
    screen: async () => (await import('../features/guests/GuestPage')).GuestPage,
  },
  {
    path: paths.units.path,
    title: 'units.title',
    roles: ALL_BUT_DESK,
    menu: { group: 'network', icon: <WifiOutlined aria-hidden />, entry: () => ({ message: 'units.title', to: paths.units.to() }) },
    dialogs: ['units'],
    isList: true,
    screen: async () => (await import('./lists')).UnitsPage,
  },
  {
    path: paths.unit.path,
    title: 'units.one',
    roles: ALL_BUT_DESK,
    dialogs: ['units'],
    screen: async () => (await import('../features/units/UnitPage')).UnitPage,
  },
  {
    path: paths.connectUnit.path,
    title: 'units.connect',
    roles: MULTI_HOTSPOT_ROLES,
    needs: 'canConnectUnits',
    screen: async () => (await import('../features/units/ConnectUnitPage')).ConnectUnitPage,
  },
  {
    path: paths.devices.path,
    title: 'devices.title',
    roles: ALL_BUT_DESK,
    menu: { group: 'network', icon: <LaptopOutlined aria-hidden />, entry: () => ({ message: 'devices.title', to: paths.devices.to() }) },
    isList: true,
    screen: async () => (await import('./lists')).DevicesPage,
  },
  {
    path: paths.sessions.path,
    title: 'sessions.title',
    roles: ALL_BUT_DESK,
    menu: { group: 'network', icon: <SwapOutlined aria-hidden />, entry: () => ({ message: 'sessions.title', to: paths.sessions.to() }) },
    isList: true,
    screen: async () => (await import('../features/sessions/SessionsPage')).SessionsPage,
  },
  {
    path: paths.session.path,
    title: 'sessions.one',
    roles: ALL_BUT_DESK,
    screen: async () => (await import('../features/sessions/SessionPage')).SessionPage,
  },
  {
    path: paths.accounts.path,
    title: 'accounts.title',
    roles: MULTI_HOTSPOT_ROLES,
    menu: { group: 'manage', icon: <IdcardOutlined aria-hidden />, entry: () => ({ message: 'accounts.title', to: paths.accounts.to() }) },
    dialogs: ['accounts'],
    isList: true,
    screen: async () => (await import('./lists')).AccountsPage,
  },
  {
    path: paths.account.path,
    title: 'accounts.one',
    roles: MULTI_HOTSPOT_ROLES,
    dialogs: ['accounts', 'disclaimers'],
    screen: async () => (await import('../features/accounts/AccountPage')).AccountPage,
  },
  {
    path: paths.reports.path,
    title: 'reports.title',
    roles: ROLES,
    menu: { group: 'manage', icon: <BarChartOutlined aria-hidden />, entry: () => ({ message: 'reports.title', to: paths.reports.to() }) },
    screen: async () => (await import('../features/reports/ReportsPage')).ReportsPage,
  },
  {
    path: paths.marketing.path,
    title: 'marketing.title',
    roles: MULTI_HOTSPOT_ROLES,
    menu: { group: 'manage', icon: <MailOutlined aria-hidden />, entry: () => ({ message: 'marketing.title', to: paths.marketing.to() }) },
    screen: async () => (await import('../features/marketing/MarketingPage')).MarketingPage,
  },
  {
    path: paths.integrations.path,
    title: 'integrations.title',
    roles: MULTI_HOTSPOT_ROLES,
    menu: {
      group: 'manage',
      icon: <ApiOutlined aria-hidden />,
      entry: () => ({ message: 'integrations.title', to: paths.integrations.to() }),
    },
    dialogs: ['integrations'],
    screen: async () => (await import('../features/integrations/IntegrationsPage')).IntegrationsPage,
  },
  {
    path: paths.audit.path,
    title: 'audit.title',
    roles: MULTI_HOTSPOT_ROLES,
    needs: 'hasAuditTrail',
    menu: { group: 'manage', icon: <AuditOutlined aria-hidden />, entry: () => ({ message: 'audit.title', to: paths.audit.to() }) },
    isList: true,
    screen: async () => (await import('../features/audit/AuditPage')).AuditPage,
  },
  {
    path: paths.messages.path,
    title: 'messages.title',
    roles: ['admin'],
    needs: 'hasMessages',
    menu: {
      group: 'manage',
      icon: <SendOutlined aria-hidden />,
      entry: () => ({ message: 'messages.title', to: paths.messages.to() }),
    },
    isList: true,
    screen: async () => (await import('../features/messages/MessagesPage')).MessagesPage,
  },
  {
    path: paths.system.path,
    title: 'system.title',
    roles: ['admin'],
    needs: 'examinesItself',
    menu: {
      group: 'manage',
      icon: <MedicineBoxOutlined aria-hidden />,
      entry: () => ({ message: 'system.title', to: paths.system.to() }),
    },
    screen: async () => (await import('../features/system/SystemPage')).SystemPage,
  },
  {
    path: paths.profile.path,
    title: 'profile.title',
    roles: ROLES,
    dialogs: ['profile'],
    screen: async () => (await import('../features/profile/ProfilePage')).ProfilePage,
  },
];

/** The screen at an address. */
export const rowAt = (pathname: string): RouteRow | undefined => ROUTES.find(({ path }) => matchPath(path, pathname));
