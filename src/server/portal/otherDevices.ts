/**
 * The guest's other devices that are online. They may be logged out by a guest who is online, or who has just entered the right code and
 * was refused because of too many devices.
 */
import type { OtherDevice } from '../../portal/OtherDevices';
import { requestDisconnect } from '../access/pendingDisconnectQueries';
import { isConfirmed } from './loginSteps';
import { eitherStateIn, redirectTo, redirectToSession, type LoginState } from './loginState';
import type { Call } from './portalCall';
import { sessionsOfGuest } from './queries';

/** The guest's other devices, longest online first. */
export async function otherDevicesOf({ deps, portal }: Call, guestId: number, { deviceMac, language }: LoginState): Promise<OtherDevice[]> {
  const sessions = await sessionsOfGuest(deps.db, { hotspotId: portal.hotspotId, guestId, deviceMac }, deps.clock());
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: portal.zone || deps.config.zone });
  return sessions.map(({ sessionId, deviceMac: mac, since }) => ({ id: sessionId, mac, since: time.format(since) }));
}

/**
 * Form that logs out another device of the guest. That makes room at once; the unit is asked to end the session, every minute until it
 * does.
 */
export async function freeDevice(call: Call): Promise<unknown> {
  const { deps, portal, query, request } = call;
  const found = await eitherStateIn(call);
  if (!found) return call.reply;
  const { state, online } = found;
  // Without proof of identity, the unit must have confirmed the log-in: anybody who names a device gets an online state.
  const guestId = state.proven ?? (online && (await isConfirmed(call, online)) ? online.guestId : undefined);
  const now = deps.clock();
  const others =
    guestId === undefined ? [] : await sessionsOfGuest(deps.db, { hotspotId: portal.hotspotId, guestId, deviceMac: state.deviceMac }, now);
  const session = others.find(({ sessionId }) => String(sessionId) === query.session);
  if (session) {
    await requestDisconnect(deps.db, session.sessionId, now);
    // Not awaited: the unit may take seconds to answer.
    if (session.address !== '') {
      void deps.endSession?.(session).catch((error: unknown) => {
        request.log.error({ err: error }, 'a unit could not be asked to end a session');
      });
    }
  }
  const error = session && ('device_leaves' as const);
  if (online) return redirectToSession(call, query.k ?? '', state.language, { error });
  return redirectTo(call, '/login', { ...state, ...(error && { error }) });
}
