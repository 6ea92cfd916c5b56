import { Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { FormattedMessage, useIntl } from 'react-intl';
import { useReactToPrint } from 'react-to-print';
import type { ReportType } from '../../contract/reports';
import { ON_PAPER } from '../../shared/chartStyle';
import { formatMoment } from '../../shared/format/dates';
import { TILES } from './AverageTiles';
import { useGetReportQuery, type ReportArgs } from './api';
import type { ReportEnd } from './axis';
import { chartRow, reportTypes } from './charts';
import { formatMean, summaryOf } from './chartData';
import { Highlights } from './Highlights';
import { HourMap } from './HourMap';
import { Drawing } from './lazyDrawing';
import { Legend } from './Legend';
import { endOf, periodQuery, type Period } from './chosenPeriod';
import { StepText, useChartData } from './ReportChart';
import { periodNumbers, PeriodNumberText } from './PeriodNumbers';
import styles from './PaperReport.module.css';

interface PaperReportProps {
  hotspot: number;
  period: Period;
  today: string;
  /** Name of the hotspot, or "all hotspots". */
  about: string;
  /** The period: "14 Nov 2026 – 21 Nov 2026". */
  days: string;
  zone: string | undefined;
  /** Called when printing has ended or couldn't start. */
  onEnd: (isPrinted: boolean) => void;
}

/** The printed report. Rendered off screen and printed once every chart is drawn; mounted only for that. */
export function PaperReport({ hotspot, period, today, about, days, zone, onEnd }: PaperReportProps) {
  const intl = useIntl();
  const content = useRef<HTMLDivElement>(null);
  const [done, setDone] = useState<readonly ReportType[]>([]);
  const [createdAt] = useState(() => new Date().toISOString());
  const title = intl.formatMessage({ id: 'reports.paper_title' }, { about });
  const print = useReactToPrint({
    contentRef: content,
    documentTitle: title,
    ignoreGlobalStyles: true,
    suppressErrors: true,
    pageStyle: PAGE_STYLE,
    onAfterPrint: () => onEnd(true),
    onPrintError: () => onEnd(false),
  });
  const printLatest = useRef(print);
  useEffect(() => {
    printLatest.current = print;
  });
  const isReady = reportTypes().every((type) => done.includes(type));
  useEffect(() => {
    if (isReady) printLatest.current();
  }, [isReady]);

  return createPortal(
    <div aria-hidden className={styles.paperReport}>
      <div ref={content} lang={intl.locale}>
        <h1>{title}</h1>
        <p>
          {days}
          {zone !== undefined && ` (${zone})`} ·{' '}
          <FormattedMessage id="reports.made_at" values={{ at: formatMoment(createdAt, intl.locale) }} />
        </p>
        <Highlights hotspot={hotspot} period={period} />
        <table className="averages">
          <tbody>
            <tr>
              {periodNumbers().map(({ of, unit, label }) => (
                <td key={of}>
                  <FormattedMessage id={label} />
                  <strong>
                    <PeriodNumberText {...{ hotspot, period, of, unit }} />
                  </strong>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
        <table className="averages">
          <tbody>
            {[TILES.slice(0, 3), TILES.slice(3)].map((row, index) => (
              <tr key={index}>
                {row.map((tile) => (
                  <PaperTile key={tile.label} tile={tile} hotspot={hotspot} period={period} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <div style={FIGURES}>
          {reportTypes().map((type) => (
            <PaperChart
              key={type}
              args={{ type, hotspot, ...(type !== 'current' && type !== 'sms_year' && periodQuery(period)) }}
              end={endOf(type, period, today)}
              zone={zone}
              onDone={() => setDone((before) => (before.includes(type) ? before : [...before, type]))}
            />
          ))}
        </div>
      </div>
    </div>,
    document.body,
  );
}

function PaperTile({
  tile: { type, set, unit, label },
  hotspot,
  period,
}: {
  tile: (typeof TILES)[number];
  hotspot: number;
  period: Period;
}) {
  const intl = useIntl();
  const { data } = useGetReportQuery({ type, hotspot, ...periodQuery(period) });
  return (
    <td>
      <FormattedMessage id={label} />
      <strong>{formatMean(data?.means[set] ?? 0, unit, intl.locale)}</strong>
    </td>
  );
}

interface PaperChartProps {
  args: ReportArgs;
  end: ReportEnd;
  zone: string | undefined;
  /** Called when the chart is drawn, or won't be. */
  onDone: () => void;
}

function PaperChart({ args, end, zone, onDone }: PaperChartProps) {
  const intl = useIntl();
  const { currentData, isFetching, isError } = useGetReportQuery(args);
  const drawn = useChartData(args.type, currentData, end);
  const isWithout = !isFetching && drawn === null;
  useEffect(() => {
    if (isWithout) onDone();
  }, [isWithout, onDone]);
  return (
    <figure style={chartRow(args.type).isWide ? WIDE_FIGURE : FIGURE}>
      <figcaption>
        <FormattedMessage id={chartRow(args.type).title} />
        <StepText drawn={drawn} />
      </figcaption>
      {drawn ? (
        <>
          {drawn.row.form === 'map' ? (
            <HourMap drawn={drawn} look={ON_PAPER} onDrawn={onDone} />
          ) : (
            <Suspense fallback={null}>
              <Drawing drawn={drawn} look={ON_PAPER} height={PAPER_HEIGHT} zone={zone} onDrawn={onDone} />
            </Suspense>
          )}
          <Legend drawn={drawn} look={ON_PAPER} />
          {drawn.row.form !== 'pie' && <p>{summaryOf(drawn, intl).join('. ')}</p>}
        </>
      ) : (
        isWithout && (
          <p>
            <FormattedMessage id={isError ? 'reports.load_failed' : 'reports.nothing'} />
          </p>
        )
      )}
    </figure>
  );
}

/** In CSS pixels, 3.8 per millimetre. */
const PAPER_HEIGHT = 170;

/** Inline rather than in the style sheet, so that charts are drawn at the width at which they are printed. */
const FIGURES = { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '12px 16px', marginTop: 12 };
const FIGURE = { margin: 0, minWidth: 0, breakInside: 'avoid' } as const;
const WIDE_FIGURE = { ...FIGURE, gridColumn: 'span 2' };

/** Style sheet of the print frame, where the console's styles don't apply. */
const PAGE_STYLE = `
  @page { size: A4; margin: 12mm; }
  html, body { margin: 0; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { font: 11px/1.4 system-ui, 'Noto Sans', sans-serif; color: #0f172a; }
  h1 { font-size: 20px; margin: 0; }
  p { margin: 2px 0 0; }
  ul { list-style: none; margin: 8px 0; padding: 0; }
  .highlights { font-size: 13px; }
  .highlights svg { width: 1em; height: 1em; fill: currentColor; vertical-align: -0.1em; }
  .chart-legend { display: flex; flex-wrap: wrap; gap: 2px 12px; margin: 2px 0; }
  .averages { width: 100%; border-collapse: collapse; table-layout: fixed; margin-top: 6px; }
  .averages td { padding: 4px 8px; border: 1px solid #cbd5e1; }
  .averages strong { display: block; font-size: 15px; }
  figcaption { font-size: 13px; font-weight: 600; }
  canvas { max-width: 100%; }
`;
