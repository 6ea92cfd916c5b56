/** Selectors over cached session responses that screens of several features share. */
import { createSelector } from '@reduxjs/toolkit';
import { sessionsApi } from './api';

/** How many of a guest's sessions are loaded; the sessions list has the rest. */
const NEWEST = 25;

/** The query for a guest's latest sessions. */
export const latestOfGuest = (userId: number, hotspotId: number) =>
  ({ user: userId, hotspot: hotspotId, page: 1, limit: NEWEST, sort: 'start_time', order: 'desc' }) as const;

const { listSessions, listHistories } = sessionsApi.endpoints;

export type HoldingSessions = Parameters<ReturnType<typeof listSessions.select>>[0];

/** A guest's latest running and ended sessions; undefined until a screen has loaded them. */
export const selectSessionsOfGuest = createSelector(
  [
    (state: HoldingSessions, userId: number, hotspotId: number) => listSessions.select(latestOfGuest(userId, hotspotId))(state).data,
    (state: HoldingSessions, userId: number, hotspotId: number) => listHistories.select(latestOfGuest(userId, hotspotId))(state).data,
  ],
  (running, ended) => ({ running, ended }),
);
