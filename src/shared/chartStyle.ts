import { FastColor } from '@ant-design/fast-color';

/** Chart colours for the light theme, the dark theme, and print (which is light). */
export interface ChartStyle {
  isDark: boolean;
  text: string;
  lines: string;
  ground: string;
  colours: readonly string[];
}

/**
 * Each has a contrast of at least 3:1 to its background and differs in lightness from its neighbours. Dashes, markers and labels tell
 * series apart without colour.
 */
export const COLOURS = {
  light: ['#0f766e', '#b45309', '#1d4ed8', '#a21caf', '#4d7c0f', '#be123c', '#475569', '#0e7490'],
  dark: ['#2dd4bf', '#fbbf24', '#93b4ff', '#e879f9', '#a3e635', '#fb7185', '#cbd5e1', '#22d3ee'],
};

export const ON_PAPER: ChartStyle = { isDark: false, text: '#334155', lines: '#cbd5e1', ground: '#ffffff', colours: COLOURS.light };

interface Tokens {
  colorBgContainer: string;
  colorTextSecondary: string;
  colorBorder: string;
}

/** Chart style for the current theme, from antd's tokens. */
export function chartStyleOf({ colorBgContainer, colorTextSecondary, colorBorder }: Tokens): ChartStyle {
  const isDark = new FastColor(colorBgContainer).isDark();
  return {
    isDark,
    text: colorTextSecondary,
    lines: colorBorder,
    ground: colorBgContainer,
    colours: isDark ? COLOURS.dark : COLOURS.light,
  };
}

/** Lines also differ in dashes and markers, so that charts don't rely on colour alone. */
export const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [10, 3, 2, 3], [], [6, 3], [2, 3], [10, 3, 2, 3]];
export const MARKS = ['point', 'square', 'triangle', 'diamond', 'square', 'triangle', 'diamond', 'point'] as const;

/** SVG outlines of the markers, centred on (14, 6). */
export const MARK_PATHS = {
  point: 'M10 6a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z',
  square: 'M10.5 2.5h7v7h-7z',
  triangle: 'M14 2l4.5 8h-9z',
  diamond: 'M14 1l5 5l-5 5l-5 -5z',
};

/** Style index of each measure: the same in every chart and on dashboards. */
export const MEASURE_SIGNS = {
  'reports.connections': 0,
  'reports.guests': 1,
  'reports.new_guests': 2,
  'reports.upload': 3,
  'reports.download': 4,
  'reports.sms': 5,
  'reports.duration': 7,
} as const;

export type Measure = keyof typeof MEASURE_SIGNS;

/** Style index of each login method. */
const TYPE_SIGNS: Readonly<Partial<Record<string, number>>> = {
  voucher: 0,
  email: 1,
  facebook: 2,
  linkedin: 3,
  whatsapp: 4,
  sms: 5,
  mac: 6,
};

/** Unknown login methods get the unused style indexes, in order. */
export function signsOfTypes(types: readonly string[]): number[] {
  const known = types.map((type) => (Object.hasOwn(TYPE_SIGNS, type) ? TYPE_SIGNS[type] : undefined));
  const free = MARKS.map((_, sign) => sign).filter((sign) => !known.includes(sign));
  return known.map((sign) => sign ?? free.shift() ?? 0);
}

/** Colour, dash and marker of a series; they wrap around after the last. */
export function signOf(index: number, { colours }: ChartStyle) {
  return {
    colour: colours[index % colours.length] ?? '#000000',
    dash: DASHES[index % DASHES.length] ?? [],
    mark: MARKS[index % MARKS.length] ?? 'point',
  };
}
