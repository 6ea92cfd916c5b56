import { COLOUR } from '../../contract/wire';
import type { Look } from './portalLook';

/** `r`, `g`, `b`: 0 to 255; `a`: 0 to 1. */
interface Colour {
  r: number;
  g: number;
  b: number;
  a: number;
}

const WHITE: Colour = { r: 255, g: 255, b: 255, a: 1 };
const BLACK: Colour = { r: 0, g: 0, b: 0, a: 1 };

/** Parses `#rgb` and `#rrggbb`, each also with alpha; null for anything else. */
export function readColour(text: string): Colour | null {
  if (!COLOUR.test(text)) return null;
  const digits = text.slice(1);
  const wide = digits.length <= 4 ? digits.replace(/./g, '$&$&') : digits;
  const at = (index: number) => parseInt(wide.slice(index, index + 2), 16);
  return { r: at(0), g: at(2), b: at(4), a: wide.length === 8 ? at(6) / 255 : 1 };
}

/** `#rrggbb`, or `#rrggbbaa` if it isn't opaque. */
export function writeColour({ r, g, b, a }: Colour): string {
  const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0');
  return `#${hex(r)}${hex(g)}${hex(b)}${a < 1 ? hex(a * 255) : ''}`;
}

/** Alpha-composites a colour over an opaque one. */
function over(top: Colour, ground: Colour): Colour {
  const mixed = (channel: 'r' | 'g' | 'b') => top[channel] * top.a + ground[channel] * (1 - top.a);
  return { r: mixed('r'), g: mixed('g'), b: mixed('b'), a: 1 };
}

/** WCAG 2 contrast ratio, 1 to 21. */
function ratioOf(text: Colour, ground: Colour): number {
  const [light, dark] = [luminanceOf(over(text, ground)), luminanceOf(ground)].sort((one, other) => other - one) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf({ r, g, b }: Colour): number {
  const linear = (value: number) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** Black or white, whichever reads better on this background. */
export function textOn(ground: string): string {
  const colour = readColour(ground);
  if (!colour) return '#000000';
  const opaque = over(colour, WHITE);
  return ratioOf(WHITE, opaque) >= ratioOf(BLACK, opaque) ? '#ffffff' : '#000000';
}

/** WCAG AA: 3 for the title, which is large and bold, 4.5 for the rest. */
const NEEDED = { captive_83_title_color: 3, captive_84_text_color: 4.5 } as const;
type TextKey = keyof typeof NEEDED;

/** A contrast below the minimum, to one decimal; rounded down so that a failing ratio never looks like a passing one. */
export interface LowContrast {
  ratio: number;
  needed: number;
}

/**
 * Contrast of title and text against the container over the page colour. Where a background image shows through, both white and black are
 * tried and the worse one counts. Null if it suffices or a colour can't be parsed.
 */
export function lowContrastOf(look: Look, key: TextKey): LowContrast | null {
  const container = readColour(look.captive_82_container_bg_color);
  const page = readColour(look.captive_7_background);
  const text = readColour(look[key]);
  if (!container || !page || !text) return null;
  const behind = look.captive_81_bg_image === '' ? [over(page, WHITE)] : [WHITE, BLACK];
  const ratio = Math.min(...behind.map((ground) => ratioOf(text, over(container, ground))));
  const needed = NEEDED[key];
  return ratio >= needed ? null : { ratio: Math.floor(ratio * 10) / 10, needed };
}
