import { Base } from '@ant-design/charts';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { ChartData } from './chartData';
import type { ChartStyle } from './chartStyle';
import { specOf } from './spec';

export interface DrawingProps {
  drawn: ChartData;
  look: ChartStyle;
  /** In pixels; the width is that of the place it is in. */
  height: number;
  zone?: string | undefined;
  /** When the picture is there. */
  onDrawn?: () => void;
}

/** What the library hands out has no type: the part of it that is needed here. */
interface DrawnPlot {
  chart: { on: (event: 'afterrender', happened: () => void) => void };
}

/** The picture of a chart. What it says is also in the words and the table beside it: nobody needs to see it. */
export function Drawing({ drawn, look, height, zone, onDrawn }: DrawingProps) {
  const intl = useIntl();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const spec = useMemo(() => specOf(drawn, { look, intl, width, height, zone }), [drawn, look, intl, width, height, zone]);
  return (
    <div ref={box} className="drawing" style={{ height }}>
      {width > 0 && <Base {...spec} onReady={(plot: DrawnPlot) => onDrawn && plot.chart.on('afterrender', onDrawn)} />}
    </div>
  );
}

/** How wide an element is, in pixels, whatever happens to the window; 0 before it is known. */
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
