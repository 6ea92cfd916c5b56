/** How a simulated unit and the server talk: each kind of unit by its own protocol. */
import { CODE } from '../../server/radius/codec';
import { httpAaaLink } from './httpAaaUnit';
import { openndsLink } from './openndsUnit';
import {
  accessRequest,
  sendRequest,
  startedSession,
  reportOf,
  type Cause,
  type PlayedGuest,
  type PlayedSession,
  type PlayedUnit,
  type RadiusTarget,
} from './playedUnit';

export type SimulatedUnit = PlayedUnit & ({ protocol: 'radius' | 'http_aaa' } | { protocol: 'opennds'; faskey: string });

export interface Target {
  /** URL of the server, like http://127.0.0.1:8080. */
  url: string;
  radius: RadiusTarget;
}

export interface UnitLink {
  unit: PlayedUnit;
  /** Asks the server to let a guest in. The new session isn't reported yet. Null if there is no answer. */
  logIn: (guest: PlayedGuest) => Promise<PlayedSession | 'refused' | null>;
  /** Reports a session. `over` if the server answers that the session should end; null if there is no answer. */
  report: (session: PlayedSession, status: 'start' | 'interim' | 'stop', cause?: Cause) => Promise<'recorded' | 'over' | null>;
  /**
   * Reports all running sessions at once, for units that do this instead of interim reports. Returns those that should end; null if there
   * is no answer.
   */
  reportAll?: (running: readonly PlayedSession[]) => Promise<PlayedSession[] | null>;
}

/** `waits`: milliseconds to wait for an answer per attempt. */
export function linkOf(unit: SimulatedUnit, { url, radius }: Target, waits?: readonly number[]): UnitLink {
  if (unit.protocol === 'opennds') return openndsLink(unit, url, waits);
  return unit.protocol === 'http_aaa' ? httpAaaLink(unit, url, waits) : radiusLink(unit, radius, waits);
}

const radiusLink = (unit: PlayedUnit, target: RadiusTarget, waits?: readonly number[]): UnitLink => ({
  unit,
  logIn: async (guest) => {
    const answer = await sendRequest(unit, target, accessRequest(unit, guest), waits);
    if (answer?.code === CODE.accessAccept) return startedSession(unit, guest, answer);
    return answer === null ? null : 'refused';
  },
  report: async (...about) => ((await sendRequest(unit, target, reportOf(...about), waits)) ? 'recorded' : null),
});
