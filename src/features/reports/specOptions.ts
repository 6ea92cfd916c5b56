import type { ChartView } from '../../shared/preferences';
import type { IntlShape } from 'react-intl';
import type { ChartStyle } from '../../shared/chartStyle';

export type DrawnView = Exclude<ChartView, 'table'>;

export interface SpecOptions {
  look: ChartStyle;
  intl: IntlShape;
  /** `chart` (the report's own form), columns, or horizontal bars. */
  view?: DrawnView;
  /** In pixels. */
  width: number;
  height: number;
  /** Time zone shown at the axis; undefined if it is the browser's. */
  zone?: string | undefined;
}

/** Opaque and on top: it may extend beyond the chart. */
export const tooltipOf = (look: ChartStyle) => ({
  css: {
    '.g2-tooltip': {
      background: look.ground,
      border: `1px solid ${look.lines}`,
      opacity: '1',
      'max-width': 'min(320px, 80vw)',
      'max-height': 'none',
      overflow: 'visible',
      'z-index': '10',
    },
    // The library's default grey is too pale to read.
    '.g2-tooltip-title': { color: look.text },
  },
});
