/** Colours of a look, checked: they become CSS. */
import { COLOUR } from '../contract/wire';

interface Rgb {
  red: number;
  green: number;
  blue: number;
}

/** The colour if it is one, else the other one. */
export const colourOr = (colour: string, other: string): string => (COLOUR.test(colour) ? colour : other);

/** Black or white, whichever reads better on this background; a transparent one is over white. */
export function textOn(ground: string): string {
  const luminance = luminanceOf(onWhite(ground));
  // White's contrast is 1.05 over, black's is over 0.05.
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000';
}

function onWhite(colour: string): Rgb {
  const digits = colourOr(colour, '#ffffff').slice(1);
  const pairs = digits.length <= 4 ? Array.from(digits, (digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 255, green = 255, blue = 255, alpha = 255] = pairs.map((pair) => parseInt(pair, 16));
  const over = (value: number) => Math.round((value * alpha + 255 * (255 - alpha)) / 255);
  return { red: over(red), green: over(green), blue: over(blue) };
}

/** As WCAG 2 defines it. */
function luminanceOf({ red, green, blue }: Rgb): number {
  const linear = (value: number) => (value <= 0.03928 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
