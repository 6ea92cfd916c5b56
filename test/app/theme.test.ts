import { describe, expect, test } from '@jest/globals';
import { theme } from 'antd';
import { COLORS, themeOf, type Shade } from '../../src/app/theme';

type Name = keyof (typeof COLORS)['light'];

/** WCAG AA for normal-sized text. */
const AA = 4.5;

/** Pairs of text and background that occur in app.css, the screens and antd's tokens. */
const WRITTEN: [text: Name, ground: Name][] = [
  ...(['text', 'textSoft', 'brand', 'warning', 'error', 'success'] as const).flatMap((text): [Name, Name][] => [
    [text, 'ground'],
    [text, 'raised'],
  ]),
  ['brand', 'brandSoft'],
  ['text', 'brandSoft'],
  ['onBrand', 'brand'],
  ['onBrand', 'error'],
  ['onBrand', 'warning'],
  ['text', 'warningSoft'],
  ['text', 'errorSoft'],
];

/** Backgrounds antd derives from them. */
const BY_ANTD = [
  ['colorText', 'colorBgElevated'],
  ['colorTextDescription', 'colorBgElevated'],
  ['colorTextPlaceholder', 'colorBgContainer'],
  ['colorTextHeading', 'colorBgContainer'],
  ['colorText', 'colorErrorBg'],
  ['colorText', 'colorWarningBg'],
  ['colorText', 'colorInfoBg'],
  ['colorText', 'colorSuccessBg'],
  ['colorText', 'controlItemBgHover'],
  ['colorText', 'controlItemBgActive'],
  ['colorLink', 'colorBgContainer'],
  ['colorLink', 'colorBgLayout'],
  ['colorLinkHover', 'colorBgContainer'],
  ['colorError', 'colorBgContainer'],
  ['colorErrorText', 'colorBgContainer'],
  ['colorWarning', 'colorBgContainer'],
  ['colorSuccess', 'colorBgContainer'],
  ['colorTextLightSolid', 'colorPrimary'],
  ['colorTextLightSolid', 'colorPrimaryHover'],
  ['colorTextLightSolid', 'colorPrimaryActive'],
  ['colorTextLightSolid', 'colorError'],
  ['colorTextLightSolid', 'colorErrorHover'],
  ['colorTextLightSolid', 'colorBgSpotlight'],
] as const;

describe.each(['light', 'dark'] as const)('in the %s theme', (shade: Shade) => {
  test.each(WRITTEN)('%s on %s can be read', (text, ground) => {
    expect(contrast(parse(COLORS[shade][text]), parse(COLORS[shade][ground]))).toBeGreaterThanOrEqual(AA);
  });

  test.each(BY_ANTD)("antd's %s on %s can be read", (text, ground) => {
    const tokens = theme.getDesignToken(themeOf(shade, { isStill: true, isTouched: false }));
    const page = parse(COLORS[shade].raised);
    const below = over(parse(tokens[ground]), page);
    expect(contrast(over(parse(tokens[text]), below), below)).toBeGreaterThanOrEqual(AA);
  });
});

interface Color {
  rgb: number[];
  alpha: number;
}

function parse(text: string): Color {
  const hex = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(text);
  if (hex) {
    const rgb = [0, 2, 4].map((at) => parseInt(hex[1]!.slice(at, at + 2), 16));
    return { rgb, alpha: hex[2] === undefined ? 1 : parseInt(hex[2], 16) / 255 };
  }
  const numbers = /^rgba?\(([^)]+)\)$/.exec(text)?.[1]?.split(',').map(Number);
  if (!numbers || numbers.length < 3) throw new Error(`${text} is no colour`);
  return { rgb: numbers.slice(0, 3), alpha: numbers[3] ?? 1 };
}

function over({ rgb, alpha }: Color, below: Color): Color {
  return { rgb: rgb.map((value, at) => value * alpha + below.rgb[at]! * (1 - alpha)), alpha: 1 };
}

/** As WCAG 2 defines it. */
function contrast(a: Color, b: Color): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance({ rgb }: Color): number {
  const [red, green, blue] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
