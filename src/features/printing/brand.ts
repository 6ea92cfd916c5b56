/** A hotspot's branding on vouchers, taken from its captive portal. */
import { FastColor } from '@ant-design/fast-color';
import type { Preference } from '../../contract/preferences';
import { COLOUR } from '../../contract/plain/wire';
import { TEXT_STYLES } from '../../contract/plain/hotspotPreferences';
import type { Picture } from './layout/drawing';
import type { TextStyle } from './typefaces';

/** Used if the hotspot has no colour. */
const OWN_COLOUR = '#0f766e';

/** The portal's page colour as `#rrggbb`, because paper has no opacity. */
export function colourOf(preferences: readonly Preference[]): string {
  const chosen = valueOf(preferences, 'captive_7_background');
  return COLOUR.test(chosen) ? new FastColor(chosen).setA(1).toHexString() : OWN_COLOUR;
}

/** The portal's text style. */
export function fontOf(preferences: readonly Preference[]): TextStyle {
  const chosen = valueOf(preferences, 'captive_85_text_style');
  return TEXT_STYLES.find((style) => style === chosen) ?? 'Roboto';
}

/** Maximum side of a logo in pixels: more than a printer can resolve in the few millimetres available. */
const MOST_DOTS = 640;

/** The portal's logo on white; null if it can't be decoded or is the one-pixel default of new hotspots. */
export async function logoOf(preferences: readonly Preference[]): Promise<Picture | null> {
  return pictureFrom(valueOf(preferences, 'captive_3_logo'));
}

/** A picture on white, scaled down for printing; null if it can't be decoded. */
export async function pictureFrom(dataUrl: string): Promise<Picture | null> {
  if (!dataUrl.startsWith('data:image/')) return null;
  const image = new Image();
  image.src = dataUrl;
  try {
    await image.decode();
  } catch {
    // This browser can't decode the stored value as an image: leave it out.
    return null;
  }
  if (image.naturalWidth < 2 || image.naturalHeight < 2) return null;
  const scale = Math.min(1, MOST_DOTS / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { dataUrl: canvas.toDataURL('image/png'), width: canvas.width, height: canvas.height };
}

function valueOf(preferences: readonly Preference[], key: string): string {
  return preferences.find((preference) => preference.key === key)?.value ?? '';
}
