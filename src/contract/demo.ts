import { z } from 'zod';

/** Only the demonstration has these: phones in which its visitors are guests. */
export const demoPhone = z.object({
  id: z.string(),
  hotspot_id: z.number().int(),
  hotspot_name: z.string(),
  device_mac: z.string(),
  /** What runs now; null while the phone is offline. Seconds and bytes since it began. */
  session: z.object({ username: z.string(), seconds: z.number(), bytes: z.number() }).nullable(),
  /** How the last session ended; null if there was none. */
  ended: z.enum(['left', 'time', 'disconnected']).nullable(),
});
export type DemoPhone = z.infer<typeof demoPhone>;

/** GET /api/demo/hotspots: where one can be a guest. */
export const demoHotspots = z.object({ data: z.array(z.object({ id: z.number().int(), name: z.string() })) });
export type DemoHotspots = z.infer<typeof demoHotspots>;

/** POST /api/demo/phones: at the first hotspot if none is named. */
export const takePhone = z.strictObject({ hotspot_id: z.number().int().positive().optional() });
export type TakePhone = z.infer<typeof takePhone>;
