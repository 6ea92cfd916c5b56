/**
 * The console's colours. Red only means stopped, over the limit or lost; amber means "needs attention". test/app/theme.long.test.ts checks
 * the contrast of every text and background pair against WCAG AA.
 */
export const COLORS = {
  light: {
    brand: '#0f766e',
    brandSoft: '#e3f1ef',
    onBrand: '#ffffff',
    text: '#0f172a',
    textSoft: '#475569',
    ground: '#f5f7f9',
    raised: '#ffffff',
    border: '#d6dde5',
    warning: '#92580a',
    warningSoft: '#fdf2dd',
    error: '#b91c1c',
    errorSoft: '#fdeceb',
    success: '#15703a',
    successSoft: '#e4f4e8',
  },
  dark: {
    brand: '#2dd4bf',
    brandSoft: '#10302f',
    onBrand: '#042f2b',
    text: '#e7edf4',
    textSoft: '#a3b1c2',
    ground: '#0d141d',
    raised: '#151f2b',
    border: '#2f3d4e',
    warning: '#fbbf24',
    warningSoft: '#2d2412',
    error: '#fb8b8b',
    errorSoft: '#331c20',
    success: '#4ade80',
    successSoft: '#12301f',
  },
} as const;

export type Shade = keyof typeof COLORS;
