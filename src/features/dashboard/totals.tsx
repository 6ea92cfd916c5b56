import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined';
import LaptopOutlined from '@ant-design/icons/LaptopOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import WifiOutlined from '@ant-design/icons/WifiOutlined';
import type { ReactNode } from 'react';
import { ALL_BUT_DESK, ROLES, MULTI_HOTSPOT_ROLES, type Role } from '../../contract/plain/roles';
import type { Counted, TotalOfGuests } from '../../contract/stats';
import { paths } from '../../shared/paths';

export interface TotalRow {
  counted: Counted;
  /** Which guests to count, if the back end can tell. */
  state?: TotalOfGuests['state'];
  label: FormatjsIntl.Message['ids'];
  icon: ReactNode;
  roles: readonly Role[];
  /** The list behind the number, if every role of this row can open it. */
  to?: string;
  /** What each day counts, if not the total at the end of that day. */
  daily?: FormatjsIntl.Message['ids'];
}

/** Totals by role (DASH-01 to DASH-04). */
export const TOTALS: readonly TotalRow[] = [
  {
    counted: 'accounts',
    label: 'cards.managers',
    icon: <UserOutlined aria-hidden />,
    roles: MULTI_HOTSPOT_ROLES,
    to: paths.accounts.to(),
  },
  {
    counted: 'hotspots',
    label: 'cards.hotspots',
    icon: <AppstoreOutlined aria-hidden />,
    roles: MULTI_HOTSPOT_ROLES,
    to: paths.hotspots.to(),
  },
  {
    counted: 'units',
    label: 'cards.units',
    icon: <WifiOutlined aria-hidden />,
    roles: ALL_BUT_DESK,
    to: paths.units.to(),
  },
  // For the reception desk: who is online now.
  { counted: 'users', state: 'online', label: 'cards.online', icon: <SwapOutlined aria-hidden />, roles: ['desk'] },
  {
    counted: 'users',
    state: 'current',
    label: 'cards.active_guests',
    icon: <TeamOutlined aria-hidden />,
    roles: ROLES,
    to: paths.guests.to(),
    daily: 'dashboard.guests_a_day',
  },
  {
    counted: 'devices',
    label: 'cards.devices',
    icon: <LaptopOutlined aria-hidden />,
    roles: ALL_BUT_DESK,
    to: paths.devices.to(),
  },
  { counted: 'devices', label: 'cards.devices', icon: <LaptopOutlined aria-hidden />, roles: ['desk'] },
  {
    counted: 'sessions',
    label: 'cards.sessions',
    icon: <SwapOutlined aria-hidden />,
    roles: ALL_BUT_DESK,
    to: paths.sessions.to(),
    daily: 'dashboard.sessions_a_day',
  },
];
