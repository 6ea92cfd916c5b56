import { Base } from '@ant-design/charts';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { ChartStyle } from '../../shared/chartStyle';
import type { ChartData } from './chartData';
import { specOf, type DrawnView } from './spec';

export interface DrawingProps {
  drawn: ChartData;
  look: ChartStyle;
  view?: DrawnView;
  /** In pixels; the width is the container's. */
  height: number;
  zone?: string | undefined;
  /** Called once the chart is on the canvas. */
  onDrawn?: () => void;
}

/** The library doesn't export its types; this is the part we use. */
interface DrawnPlot {
  chart: { on: (event: 'afterrender', happened: () => void) => void };
}

/** Draws a chart. Its content is also in the summary and the table, so nothing depends on seeing it. */
export function Drawing({ drawn, look, view = 'chart', height, zone, onDrawn }: DrawingProps) {
  const intl = useIntl();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const spec = useMemo(() => specOf(drawn, { look, intl, view, width, height, zone }), [drawn, look, intl, view, width, height, zone]);
  return (
    <div ref={box} className="drawing" style={{ height }}>
      {width > 0 && <Base {...spec} onReady={(plot: DrawnPlot) => onDrawn && plot.chart.on('afterrender', onDrawn)} />}
    </div>
  );
}

/** An element's width in pixels, kept up to date; 0 before it is measured. */
function useWidth(box: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const measure = () => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
