import { Base } from '@ant-design/charts';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { useSharedStore } from '../../shared/consoleState';
import { ON_PAPER, type ChartStyle } from '../../shared/chartStyle';
import type { ChartData } from './chartData';
import { labelPointed, selectPointed } from './slice';
import { specOf } from './spec';
import type { DrawnView as View } from './specOptions';
import styles from './Drawing.module.css';

export interface DrawingProps {
  drawn: ChartData;
  look: ChartStyle;
  view?: View;
  /** In pixels; the width is the container's. */
  height: number;
  zone?: string | undefined;
  /** What screen readers say in its place. */
  label?: string;
  /** Called once the chart is on the canvas. */
  onDrawn?: () => void;
}

/** The library doesn't export its types; this is the part we use. */
interface DrawnPlot {
  chart: {
    on: (event: 'afterrender' | 'tooltip:show' | 'tooltip:hide', happened: (event: Pointed) => void) => void;
    getView: () => DrawnView;
  };
}

/** The element under the pointer: a point of a line by its key, or the row of a bar. */
interface Pointed {
  data?: { data?: { x?: string; index?: string } };
}

interface DrawnView {
  layout: Record<'marginLeft' | 'paddingLeft', number>;
  coordinate: { map: (point: [number, number]) => [number, number] };
  scale: { x: { map: (key: string) => number; getBandWidth?: (key: string) => number } };
}

/** Draws a chart. Its content is also in the summary and the table, so nothing depends on seeing it. */
export function Drawing({ drawn, look, view = 'chart', height, zone, label, onDrawn }: DrawingProps) {
  const intl = useIntl();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [plot, setPlot] = useState<DrawnPlot | null>(null);
  const store = useSharedStore();
  const axisLabels = useRef(drawn.axisLabels);
  useLayoutEffect(() => {
    axisLabels.current = drawn.axisLabels;
  });
  // Horizontal bars and pies have no vertical line to mark, and only one chart shows hours.
  const isShared = view !== 'bars' && drawn.row.form !== 'pie' && drawn.row.axis !== 'hours' && look !== ON_PAPER;
  const point = (key: string | undefined) => {
    const pointed = (key !== undefined && axisLabels.current[Number(key)]?.full) || null;
    if (pointed !== selectPointed(store.getState())) store.dispatch(labelPointed(pointed));
  };
  const begin = (ready: DrawnPlot) => {
    if (onDrawn) ready.chart.on('afterrender', onDrawn);
    if (!isShared) return;
    ready.chart.on('tooltip:show', ({ data }) => point(data?.data?.x ?? data?.data?.index));
    ready.chart.on('tooltip:hide', () => point(undefined));
    setPlot(ready);
  };
  const spec = useMemo(() => specOf(drawn, { look, intl, view, width, height, zone }), [drawn, look, intl, view, width, height, zone]);
  return (
    <div ref={box} className={styles.drawing} style={{ height }} {...(label !== undefined && { role: 'img', 'aria-label': label })}>
      {width > 0 && <Base {...spec} onReady={begin} />}
      {plot && isShared && <Crosshair plot={plot} drawn={drawn} />}
    </div>
  );
}

/** Marks the day, week or month that the pointer is on, in whichever chart. */
function Crosshair({ plot, drawn }: { plot: DrawnPlot; drawn: ChartData }) {
  const pointed = useSelector(selectPointed);
  const index = drawn.axisLabels.findIndex(({ full }) => full === pointed);
  if (pointed === null || index === -1) return null;
  const { layout, coordinate, scale } = plot.chart.getView();
  const key = String(index);
  const [x] = coordinate.map([scale.x.map(key) + (scale.x.getBandWidth?.(key) ?? 0) / 2, 0]);
  return <div className={styles.crosshair} style={{ left: layout.marginLeft + layout.paddingLeft + x }} />;
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
