/** Resizes the portal's pictures for phones: stored ones may have 700 KB each. */
import { sharp } from '../compiled';
import type { PictureKey } from '../preferences/queries';

/** Maximum size in pixels: twice the displayed size, for high-density screens. */
const MOST: Record<PictureKey, { width: number; height: number }> = {
  captive_3_logo: { width: 624, height: 240 },
  captive_5_banner: { width: 944, height: 480 },
  captive_81_bg_image: { width: 1280, height: 1280 },
};

export interface SmallPicture {
  type: 'image/webp' | 'image/png' | 'image/jpeg';
  bytes: Buffer;
}

/** Size of the in-memory cache, in bytes. */
const CACHE_LIMIT = 16_000_000;

const cache = new Map<string, SmallPicture>();

/** Returns a resized picture, cached. `value` is a data URL validated when it was stored; `hash` identifies it. */
export async function smallPicture(key: PictureKey, value: string, hash: string, takesWebp: boolean): Promise<SmallPicture> {
  const name = `${key} ${hash} ${takesWebp}`;
  const before = cache.get(name);
  if (before) return before;
  const small = await shrunk(key, value, takesWebp);
  cache.set(name, small);
  let total = 0;
  for (const { bytes } of cache.values()) total += bytes.length;
  // Evict in insertion order (a Map iterates oldest first), but never the new one.
  for (const [oldest, { bytes }] of cache) {
    if (total <= CACHE_LIMIT || oldest === name) break;
    cache.delete(oldest);
    total -= bytes.length;
  }
  return small;
}

async function shrunk(key: PictureKey, value: string, takesWebp: boolean): Promise<SmallPicture> {
  const file = Buffer.from(value.slice(value.indexOf(',') + 1), 'base64');
  const fit = key === 'captive_81_bg_image' ? 'outside' : 'inside';
  const image = sharp(file)
    .rotate()
    .resize({ ...MOST[key], fit, withoutEnlargement: true });
  if (takesWebp) return { type: 'image/webp', bytes: await image.webp({ quality: 72, alphaQuality: 80 }).toBuffer() };
  if (value.startsWith('data:image/png')) return { type: 'image/png', bytes: await image.png({ palette: true, quality: 80 }).toBuffer() };
  return { type: 'image/jpeg', bytes: await image.jpeg({ quality: 72, progressive: true }).toBuffer() };
}
