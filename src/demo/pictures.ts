/** Draws logos and banners of the demonstration: small PNG files as data URLs. */
import { sharp } from '../server/compiled';

export type Motif = keyof typeof SHAPES;

/** Red, green, blue, opacity: 0 to 255. */
type Colour = readonly [number, number, number, number];

/** The colour of a point; x goes right, y down, both from 0 to 1. */
type Painting = (x: number, y: number) => Colour;

const SIDE = 96;
const BANNER = { width: 280, height: 70 };
const WHITE: Colour = [255, 255, 255, 255];
const NOTHING: Colour = [255, 255, 255, 0];

/** A white figure on a tile of the given colour (#rrggbb). */
export function logo(motif: Motif, background: string): Promise<string> {
  const tile = colourOf(background);
  const shape = SHAPES[motif];
  return dataUrl(SIDE, SIDE, (x, y) => {
    if (!inTile(x, y)) return NOTHING;
    return shape(x, y) ? WHITE : tile;
  });
}

/** Bands of hills or waves under a light sky, in shades of the given colour. */
export function banner(background: string): Promise<string> {
  const colour = colourOf(background);
  const sky = mixed(colour, WHITE, 0.82);
  // Front to back: the first band that covers a point wins.
  const bands = [
    { height: 0.82, shade: colour },
    { height: 0.65, shade: mixed(colour, WHITE, 0.3) },
    { height: 0.45, shade: mixed(colour, WHITE, 0.55) },
  ];
  const ridge = (x: number, height: number) => height + 0.07 * Math.sin((x * (1 + 3 * height) + height) * Math.PI);
  return dataUrl(BANNER.width, BANNER.height, (x, y) => bands.find(({ height }) => y > ridge(x, height))?.shade ?? sky);
}

/** For each figure, whether it covers a point. */
const SHAPES = {
  sun: (x: number, y: number) => (disc(x, y, 0.5, 0.52, 0.2) && y < 0.56) || wave(x, y, 0.64) || wave(x, y, 0.76),
  waves: (x: number, y: number) => wave(x, y, 0.34) || wave(x, y, 0.5) || wave(x, y, 0.66),
  arch: (x: number, y: number) => y < 0.78 && archway(x, y, 0.28) && !archway(x, y, 0.15),
  sail: (x: number, y: number) =>
    (x > 0.53 && x < 0.53 + (y - 0.2) * 0.5 && y < 0.66) || (x < 0.48 && x > 0.48 - (y - 0.32) * 0.6 && y < 0.66) || wave(x, y, 0.77),
  book: (x: number, y: number) => {
    const page = Math.abs(x - 0.5);
    const curve = 0.06 * Math.sin((page / 0.34) * Math.PI);
    return page > 0.025 && page < 0.34 && y > 0.32 - curve && y < 0.7 - curve;
  },
  pine: (x: number, y: number) =>
    [0.44, 0.58, 0.72].some((foot, row) => y < foot && y > foot - 0.24 && Math.abs(x - 0.5) < (y - foot + 0.24) * (0.6 + row * 0.18)) ||
    (Math.abs(x - 0.5) < 0.035 && y > 0.7 && y < 0.82),
  rings: (x: number, y: number) =>
    (Math.abs(x - 0.5) < 0.7 - y && [0.19, 0.32, 0.45].some((radius) => ring(x, y, radius))) || disc(x, y, 0.5, 0.7, 0.065),
  peak: (x: number, y: number) =>
    (y < 0.74 && (y - 0.26 > Math.abs(x - 0.44) * 1.25 || y - 0.42 > Math.abs(x - 0.68) * 1.25) && y < 0.7) || disc(x, y, 0.74, 0.28, 0.06),
  card: (x: number, y: number) =>
    Math.abs(x - 0.5) < 0.32 &&
    Math.abs(y - 0.5) < 0.22 &&
    !disc(x, y, 0.35, 0.46, 0.07) &&
    !(x > 0.5 && x < 0.74 && [0.42, 0.52].some((line) => Math.abs(y - line) < 0.025)),
  star: (x: number, y: number) => {
    const fifth = (2 * Math.PI) / 5;
    const turn = Math.atan2(x - 0.5, 0.53 - y);
    const off = Math.abs(turn - fifth * Math.round(turn / fifth));
    // The line from a tip (0.34 from the centre) to the notch next to it (0.14 from the centre).
    const far = Math.hypot(x - 0.5, y - 0.53);
    const [notchOut, notchSide] = [0.14 * Math.cos(fifth / 2), 0.14 * Math.sin(fifth / 2)];
    return (notchOut - 0.34) * far * Math.sin(off) > notchSide * (far * Math.cos(off) - 0.34);
  },
  key: (x: number, y: number) =>
    (disc(x, y, 0.34, 0.5, 0.16) && !disc(x, y, 0.34, 0.5, 0.075)) ||
    (x > 0.48 && x < 0.82 && Math.abs(y - 0.5) < 0.04) ||
    (y > 0.5 && y < 0.63 && [0.68, 0.78].some((tooth) => Math.abs(x - tooth) < 0.035)),
  letter: (x: number, y: number) =>
    Math.abs(x - 0.5) < 0.32 && Math.abs(y - 0.5) < 0.22 && Math.abs(y - 0.54 + Math.abs(x - 0.5) * 0.75) > 0.028,
} satisfies Record<string, (x: number, y: number) => boolean>;

function disc(x: number, y: number, centreX: number, centreY: number, radius: number): boolean {
  return Math.hypot(x - centreX, y - centreY) < radius;
}

function ring(x: number, y: number, radius: number): boolean {
  return Math.abs(Math.hypot(x - 0.5, y - 0.7) - radius) < 0.035;
}

function wave(x: number, y: number, height: number): boolean {
  return Math.abs(x - 0.5) < 0.32 && Math.abs(y - height - 0.025 * Math.sin(x * 6 * Math.PI)) < 0.03;
}

function archway(x: number, y: number, half: number): boolean {
  return y > 0.5 ? Math.abs(x - 0.5) < half : disc(x, y, 0.5, 0.5, half);
}

/** Whether a point is in the logo's tile, a square with rounded corners. */
function inTile(x: number, y: number): boolean {
  const corner = 0.18;
  const outX = Math.max(corner - x, x - 1 + corner, 0);
  const outY = Math.max(corner - y, y - 1 + corner, 0);
  return Math.hypot(outX, outY) <= corner;
}

function colourOf(code: string): Colour {
  const channel = (from: number) => Number.parseInt(code.slice(from, from + 2), 16);
  return [channel(1), channel(3), channel(5), 255];
}

function mixed(one: Colour, other: Colour, share: number): Colour {
  const channel = (index: 0 | 1 | 2) => Math.round(one[index] + (other[index] - one[index]) * share);
  return [channel(0), channel(1), channel(2), 255];
}

async function dataUrl(width: number, height: number, painting: Painting): Promise<string> {
  const colourAt = smooth(painting, width, height);
  const pixels = Buffer.from(
    Array.from({ length: width * height }, (_, at) => colourAt((at % width) / width, Math.floor(at / width) / height)).flat(),
  );
  const png = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** Antialiasing: each pixel is the mean of four points. */
function smooth(painting: Painting, width: number, height: number): Painting {
  const inside = [1 / 4, 3 / 4];
  return (x, y) => {
    const sum = [0, 0, 0, 0] as [number, number, number, number];
    for (const right of inside) {
      for (const down of inside) {
        const [red, green, blue, opacity] = painting(x + right / width, y + down / height);
        sum[0] += red;
        sum[1] += green;
        sum[2] += blue;
        sum[3] += opacity;
      }
    }
    const mean = (total: number) => Math.round(total / inside.length ** 2);
    return [mean(sum[0]), mean(sum[1]), mean(sum[2]), mean(sum[3])];
  };
}
