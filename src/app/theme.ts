import type { ThemeConfig } from 'antd';
import { theme } from 'antd';
import { COLORS, type Shade } from './colors';

const SYSTEM_FONT = `system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif`;
const CODE_FONT = `ui-monospace, 'SF Mono', 'Cascadia Mono', 'Noto Sans Mono', Menlo, monospace`;

interface Device {
  /** Whether the system prefers reduced motion. */
  isStill: boolean;
  /** Whether the primary pointer is a finger, which needs larger targets than a mouse. */
  isTouched: boolean;
}

export function themeOf(shade: Shade, { isStill, isTouched }: Device): ThemeConfig {
  const color = COLORS[shade];
  const antdOwn = shade === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm;
  return {
    // antd would derive its own shades from these; in the dark theme they'd differ from the page's and from what the contrast test checks.
    algorithm: (seed) => ({
      ...antdOwn(seed),
      colorPrimary: color.brand,
      colorPrimaryActive: color.brand,
      colorLink: color.brand,
      colorLinkHover: color.brand,
      colorLinkActive: color.brand,
      // Background of tooltips, whose text has colorTextLightSolid; that is set below for text on the brand colour.
      colorBgSpotlight: color.text,
      colorError: color.error,
      colorErrorText: color.error,
      colorErrorBg: color.errorSoft,
      colorErrorBorder: color.border,
      colorWarning: color.warning,
      colorWarningText: color.warning,
      colorWarningBg: color.warningSoft,
      colorWarningBorder: color.border,
      colorSuccess: color.success,
      colorSuccessBg: color.successSoft,
      colorSuccessBorder: color.border,
      colorInfo: color.brand,
      colorInfoBg: color.brandSoft,
      colorInfoBorder: color.border,
    }),
    token: {
      colorPrimary: color.brand,
      colorInfo: color.brand,
      colorLink: color.brand,
      colorTextLightSolid: color.onBrand,
      colorText: color.text,
      colorTextBase: color.text,
      colorTextSecondary: color.textSoft,
      colorTextTertiary: color.textSoft,
      colorTextDescription: color.textSoft,
      colorTextPlaceholder: color.textSoft,
      colorBgLayout: color.ground,
      colorBgBase: color.raised,
      colorBgContainer: color.raised,
      colorBgElevated: color.raised,
      colorBorder: color.border,
      colorBorderDisabled: color.border,
      colorBorderSecondary: color.border,
      colorError: color.error,
      colorWarning: color.warning,
      colorSuccess: color.success,
      borderRadius: 8,
      linkHoverDecoration: 'underline',
      fontFamily: SYSTEM_FONT,
      fontFamilyCode: CODE_FONT,
      motion: !isStill,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
      ...(isTouched && { controlHeight: TOUCH, controlHeightSM: TOUCH, controlHeightLG: TOUCH }),
    },
    components: {
      Layout: { headerBg: color.raised, siderBg: color.raised, bodyBg: color.ground, headerHeight: 56, headerPadding: '0 16px' },
      Table: {
        rowSelectedBg: color.brandSoft,
        rowSelectedHoverBg: color.brandSoft,
        headerBg: color.raised,
        headerSortActiveBg: color.raised,
        headerSortHoverBg: color.ground,
        bodySortBg: color.raised,
        headerSplitColor: 'transparent',
        cellPaddingBlock: 9,
      },
      DatePicker: { cellActiveWithRangeBg: color.brandSoft },
      Segmented: { trackBg: color.border, itemColor: color.textSoft },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      // With the other controls' radius, a box of 16 px would look like a radio button.
      Checkbox: { borderRadiusSM: 3 },
      Card: { headerFontSize: 15 },
      ...(isTouched && { Dropdown: { paddingBlock: (TOUCH - 22) / 2 } }),
    },
  };
}

/** Minimum height of a touch target, in pixels. */
const TOUCH = 44;
