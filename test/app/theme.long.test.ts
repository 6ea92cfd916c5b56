import { FastColor } from '@ant-design/fast-color';
import { describe, expect, test } from '@jest/globals';
import { theme } from 'antd';
import { COLORS, type Shade } from '../../src/app/colors';
import { themeOf } from '../../src/app/theme';
import { contrast } from '../support/browser/contrast';

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
  ['text', 'successSoft'],
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

describe.each(['light', 'dark'] as const)('the %s theme', (shade: Shade) => {
  test.each(WRITTEN)('makes %s legible on %s', (text, ground) => {
    expect(contrast(COLORS[shade][text], COLORS[shade][ground])).toBeGreaterThanOrEqual(AA);
  });

  test.each(BY_ANTD)("makes antd's %s legible on %s", (text, ground) => {
    const tokens = theme.getDesignToken(themeOf(shade, { isStill: true, isTouched: false }));
    const below = new FastColor(tokens[ground]).onBackground(COLORS[shade].raised).toHexString();
    expect(contrast(tokens[text], below)).toBeGreaterThanOrEqual(AA);
  });
});
