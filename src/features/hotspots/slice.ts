/** What the hotspots' answers say, in the form that screens of several nouns use. */
import { createSelector } from '@reduxjs/toolkit';
import { hotspotsApi } from './api';

export type HoldingAnswers = Parameters<ReturnType<typeof hotspotsApi.endpoints.listHotspotPreferences.select>>[0];

const selectRows = (state: HoldingAnswers, hotspotId: number) => hotspotsApi.endpoints.listHotspotPreferences.select(hotspotId)(state).data;

/** A hotspot's preferences by key; undefined until a screen has read them. One object for as long as they are the same. */
export const selectHotspotPreferences = createSelector(
  [selectRows],
  (rows): Readonly<Record<string, string>> | undefined => rows && Object.fromEntries(rows.map(({ key, value }) => [key, value])),
);
