import { screen } from '@testing-library/react';
import type { Role } from '../../src/contract/plain/roles';
import type { Answers } from '../support/console/answers';
import {
  answersOfDashboard,
  answersOfProfile,
  emptyReports,
  madeUpDevice,
  madeUpGuest,
  madeUpHotspot,
  madeUpSession,
  madeUpUnit,
  pageOfHotspots,
} from '../support/console/answersMadeUp';
import { madeUpAccount } from '../support/console/renderAs';

/** Answers to what every screen asks for. */
export const allAnswers = (role: Role): Answers => ({
  ...Object.fromEntries(
    ['accounts', 'units', 'users', 'devices', 'sessions'].map((list) => [`GET /api/${list}`, { body: { data: [], total: 0 } }]),
  ),
  'GET /api/hotspots': pageOfHotspots([{ id: 7 }], 60),
  'GET /api/hotspots/7': { body: madeUpHotspot() },
  'GET /api/stats/sms/hotspots/7': { body: [] },
  'GET /api/stats/online/7': { body: { online: [], most_online: null } },
  'GET /api/preferences/hotspots/7': { body: [] },
  'GET /api/marketing/7': { body: [] },
  'GET /api/users/7': { body: { ...madeUpGuest(), max_navigation_traffic_limit: 0, max_navigation_time_limit: 0 } },
  'GET /api/units/7': { body: madeUpUnit() },
  'GET /api/sessions/7': { body: madeUpSession() },
  'GET /api/devices/7': { body: madeUpDevice() },
  'GET /api/audit': { body: [] },
  'GET /api/messages': { body: [] },
  'GET /api/system': { body: { version: '1.0.0', examined: '2026-11-20T10:00:00Z', checks: [] } },
  'GET /api/histories': { body: { data: [], total: 0 } },
  ...emptyReports(),
  'GET /api/accounts/7': { body: madeUpAccount('customer', { id: 7, name: 'Luca Bianchi' }) },
  ...answersOfProfile(role),
  ...answersOfDashboard(role),
});

export const headline = (name: string) => screen.findByRole('heading', { level: 1, name });

/** Each screen's heading, once it is loaded. */
export const HEADINGS: Record<string, string> = {
  '/': 'Dashboard',
  '/hotspots': 'Hotspots',
  '/hotspots/:id': 'Comune di Bologna city-library',
  '/hotspots/:id/counter': 'Counter',
  '/hotspots/:id/counter/guest': 'Guest’s window',
  '/why': 'Why can’t this guest get online?',
  '/profile': 'Profile',
  '/users': 'Guests',
  '/users/:id': 'Giulia Conti',
  '/sessions': 'Sessions',
  '/sessions/:id': 'Session',
  '/units': 'Units',
  '/units/:id': 'ap-reception',
  '/units/:id/connect': 'Set up ap-reception',
  '/devices': 'Devices',
  '/reports': 'Reports',
  '/integrations': 'Integrations',
  '/marketing': 'Feedback',
  '/audit': 'Audit trail',
  '/messages': 'Messages',
  '/system': 'System status',
  '/accounts': 'Managers',
  '/accounts/:id': 'Luca Bianchi',
};
