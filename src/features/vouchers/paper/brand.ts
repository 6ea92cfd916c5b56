/** How a hotspot's vouchers look: what its captive portal shows, as far as it helps on paper. */
import type { Preference } from '../../../contract/preferences';
import type { Logo } from './layout';

/** Ours, for a hotspot without a colour. */
const OWN_COLOUR = '#0f766e';

/** The colour of the captive portal's page as `#rrggbb`: printers know no opacity. */
export function colourOf(preferences: readonly Preference[]): string {
  const [, digits = ''] = /^#([0-9a-f]{3,8})$/i.exec(valueOf(preferences, 'captive_7_background')) ?? [];
  if (digits.length === 3 || digits.length === 4) return `#${digits.slice(0, 3).replaceAll(/./g, '$&$&')}`;
  return digits.length === 6 || digits.length === 8 ? `#${digits.slice(0, 6)}` : OWN_COLOUR;
}

/** No side of a logo has more dots than a printer can show on the few millimetres it gets. */
const MOST_DOTS = 640;

/**
 * The captive portal's logo, on white and no larger than it is printed; null where there is none, or none that can be drawn. The dot
 * that new hotspots have in its place is none.
 */
export async function logoOf(preferences: readonly Preference[]): Promise<Logo | null> {
  const dataUrl = valueOf(preferences, 'captive_3_logo');
  if (!dataUrl.startsWith('data:image/')) return null;
  const image = new Image();
  image.src = dataUrl;
  try {
    await image.decode();
  } catch {
    // Somebody stored what this browser does not take for a picture: the vouchers do without.
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
