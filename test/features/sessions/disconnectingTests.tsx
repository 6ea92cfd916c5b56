import type { Answers } from '../../support/console/answers';
import { madeUpDevice, madeUpGuest, madeUpHotspot, madeUpSession, madeUpUnit } from '../../support/console/answersMadeUp';

export const CARDS: Answers = {
  'GET /api/hotspots/7': { body: madeUpHotspot() },
  'GET /api/units/7': { body: madeUpUnit() },
  'GET /api/users/7': { body: madeUpGuest() },
  'GET /api/devices/7': { body: madeUpDevice() },
};

export const running = (can_disconnect: boolean): Answers => ({
  ...CARDS,
  'GET /api/sessions/7': { body: madeUpSession({ can_disconnect }) },
});
