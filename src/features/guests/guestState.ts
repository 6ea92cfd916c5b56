import { createSelector } from '@reduxjs/toolkit';
import type { RefusalCode } from '../../contract/plain/access';
import type { GuestAccess, GuestDetails, ListedGuest } from '../../contract/guests';
import type { Session } from '../../contract/sessions';
import type { ListedPage } from '../../shared/api';
import { selectSessionsOfGuest, type HoldingSessions } from '../sessions/slice';
import { isExpired, isOver } from './guestValidity';

/** Whether a guest is online; if not, the first reason why a unit would refuse them; if there is none, when they were last online. */
export type GuestState =
  | { kind: 'online'; session: Session }
  | { kind: 'refused'; refusal: RefusalCode }
  /** The hotspot has no unit where anybody could log in. */
  | { kind: 'no_unit' }
  | { kind: 'expired' | 'early' | 'never' | 'away' }
  /** The guest is valid; more isn't known until their sessions are loaded. */
  | { kind: 'valid' }
  | { kind: 'offline'; last: string };

/** A guest's status in a list: online, or else the first reason why an access point would refuse them. */
export type GuestStatus = 'online' | 'expired' | 'early' | 'over' | 'active';

/** `now` is in milliseconds. Existing back ends don't report who is online, today's use, or whose voucher hasn't been used yet. */
export function statusOf(guest: ListedGuest, now: number): GuestStatus {
  if (guest.online) return 'online';
  if (isExpired(guest, now)) return 'expired';
  if (guest.valid_from !== null && Date.parse(guest.valid_from) > now) return 'early';
  const { used_today_traffic, used_today_time, max_navigation_traffic, max_navigation_time } = guest;
  return isOver(used_today_traffic, max_navigation_traffic) || isOver(used_today_time, max_navigation_time) ? 'over' : 'active';
}

type Sessions = Pick<ListedPage<Session>, 'data' | 'total' | 'isSorted'>;

/** What the server says about a guest's access: null if the hotspot has no unit, undefined if there is no answer. */
type Access = GuestAccess | null | undefined;

interface LoadedSessions {
  running: Sessions | undefined;
  ended: Sessions | undefined;
}

/**
 * `now` is in milliseconds; sessions are undefined until loaded. Without an answer about access, as with existing back ends, only the
 * validity is checked here.
 */
export function guestState(guest: GuestDetails, access: Access, { running, ended }: LoadedSessions, now: number): GuestState {
  const session = running?.data[0];
  if (session) return { kind: 'online', session };
  if (access === null) return { kind: 'no_unit' };
  if (access && access.refusal !== null) return { kind: 'refused', refusal: access.refusal };
  if (!access && isExpired(guest, now)) return { kind: 'expired' };
  if (!running || !ended) return { kind: 'valid' };
  if (!access && guest.valid_from !== null && Date.parse(guest.valid_from) > now) return { kind: 'early' };
  if (ended.total === 0) return { kind: 'never' };
  // If they aren't sorted, the latest session is only known once all of them are loaded.
  const last = ended.isSorted || ended.data.length === ended.total ? latestOf(ended.data) : null;
  return last === null ? { kind: 'away' } : { kind: 'offline', last };
}

/** When the latest session ended. ISO dates in the same time zone sort as text. */
function latestOf(sessions: readonly Session[]): string | null {
  return (
    sessions
      .flatMap(({ stop_time }) => stop_time ?? [])
      .sort()
      .at(-1) ?? null
  );
}

/** A guest's state from the cached sessions; `userId` is the guest's id there. */
export const selectGuestState = createSelector(
  [
    (state: HoldingSessions, guest: GuestDetails, userId: number) => selectSessionsOfGuest(state, userId, guest.hotspot_id),
    (_state: HoldingSessions, guest: GuestDetails) => guest,
    (_state: HoldingSessions, _guest: GuestDetails, _userId: number, access: Access) => access,
    (_state: HoldingSessions, _guest: GuestDetails, _userId: number, _access: Access, now: number) => now,
  ],
  (sessions, guest, access, now) => guestState(guest, access, sessions, now),
);
