/** Selectors over cached hotspot responses that screens of several features share. */
import { createSelector } from '@reduxjs/toolkit';
import { hotspotsApi } from './api';

export type HoldingAnswers = Parameters<ReturnType<typeof hotspotsApi.endpoints.listHotspotPreferences.select>>[0];

const selectRows = (state: HoldingAnswers, hotspotId: number) => hotspotsApi.endpoints.listHotspotPreferences.select(hotspotId)(state).data;

/** A hotspot's preferences by key; undefined until a screen has loaded them. Memoised, so the object's identity is stable. */
export const selectHotspotPreferences = createSelector(
  [selectRows],
  (rows): Readonly<Record<string, string>> | undefined => rows && Object.fromEntries(rows.map(({ key, value }) => [key, value])),
);
