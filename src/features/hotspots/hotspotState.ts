import type { HotspotHealth } from '../../contract/hotspots';

/** How a hotspot is doing, worst first: all units silent, some problem, guests online or units in use, idle, no units yet. */
export const HOTSPOT_STATES = ['down', 'trouble', 'up', 'quiet', 'no_units'] as const;
export type HotspotState = (typeof HOTSPOT_STATES)[number];

export function hotspotState({ units, units_silent, units_active, guests_online, syncs_failed }: HotspotHealth): HotspotState {
  if (units > 0 && units_silent === units) return 'down';
  if (units_silent > 0 || syncs_failed > 0) return 'trouble';
  if (guests_online > 0 || units_active > 0) return 'up';
  return units === 0 ? 'no_units' : 'quiet';
}
