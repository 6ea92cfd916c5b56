/** Colours of a look, validated because they end up in CSS. */
import { COLOUR } from '../contract/plain/wire';

interface Rgb {
  red: number;
  green: number;
  blue: number;
}

/** The colour if it is valid, else the fallback. */
export const colourOr = (colour: string, other: string): string => (COLOUR.test(colour) ? colour : other);

/** Black or white, whichever has the better contrast on this background; transparent backgrounds are blended with white. */
export function textOn(ground: string): string {
  const luminance = luminanceOf(onWhite(ground));
  // WCAG contrast: 1.05 / (L + 0.05) for white text, (L + 0.05) / 0.05 for black.
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000';
}

function onWhite(colour: string): Rgb {
  const digits = colourOr(colour, '#ffffff').slice(1);
  const pairs = digits.length <= 4 ? Array.from(digits, (digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 255, green = 255, blue = 255, alpha = 255] = pairs.map((pair) => parseInt(pair, 16));
  const over = (value: number) => Math.round((value * alpha + 255 * (255 - alpha)) / 255);
  return { red: over(red), green: over(green), blue: over(blue) };
}

/** Relative luminance as defined by WCAG 2. */
function luminanceOf({ red, green, blue }: Rgb): number {
  const linear = (value: number) => (value <= 0.03928 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
