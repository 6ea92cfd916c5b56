import { z } from 'zod';

/** A simulated phone with which a visitor of the demonstration acts as a guest. Demonstration only. */
export const demoPhone = z.object({
  id: z.string(),
  hotspot_id: z.number().int(),
  hotspot_name: z.string(),
  device_mac: z.string(),
  /** The running session; null while the phone is offline. Seconds and bytes since it started. */
  session: z.object({ username: z.string(), seconds: z.number(), bytes: z.number() }).nullable(),
  /** How the last session ended; null if there was none. */
  ended: z.enum(['left', 'time', 'disconnected']).nullable(),
});
export type DemoPhone = z.infer<typeof demoPhone>;

/** GET /api/demo/hotspots: hotspots that a visitor can be a guest at. */
export const demoHotspots = z.object({ data: z.array(z.object({ id: z.number().int(), name: z.string() })) });
export type DemoHotspots = z.infer<typeof demoHotspots>;

/** POST /api/demo/phones: at the first hotspot if none is given. */
export const takePhone = z.strictObject({ hotspot_id: z.number().int().positive().optional() });
export type TakePhone = z.infer<typeof takePhone>;
