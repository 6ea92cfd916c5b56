import type { Answers } from '../../support/console/answers';
import { madeUpAccess, madeUpDevice, madeUpGuest, madeUpHotspot, madeUpSession, pageOfRows } from '../../support/console/answersMadeUp';

export const used = { max_navigation_traffic_limit: 0, max_navigation_time_limit: 0 };

export const known = (change: object = {}): Answers => ({
  'GET /api/users/7': { body: { ...madeUpGuest(), ...used, access: madeUpAccess(), ...change } },
  'GET /api/hotspots/7': { body: madeUpHotspot() },
  'GET /api/devices': pageOfRows([madeUpDevice()]),
  'GET /api/sessions': pageOfRows([madeUpSession()]),
  'GET /api/histories': pageOfRows([madeUpSession({ id: 8, stop_time: '2026-11-20T11:02:03Z' })], 40),
});

export const matches = (text: string, says: RegExp | string) => (typeof says === 'string' ? text === says : says.test(text));
