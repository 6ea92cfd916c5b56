import type { IntlShape } from 'react-intl';
import type { ChartStyle } from '../../shared/chartStyle';
import { saveCsv, type CsvStyle } from '../../shared/csvFile';
import { saveFile } from '../../shared/saveFile';
import type { ChartData } from './chartData';
import type { Unit } from './ticks';

const IN_UNIT = { bytes: 'reports.in_bytes', seconds: 'reports.in_seconds' } as const satisfies Partial<Record<Unit, string>>;

/** Downloads a chart's values as CSV: plain numbers, in bytes or seconds if that is the unit. */
export function saveChartCsv({ row, axisLabels, series }: ChartData, intl: IntlShape, style: CsvStyle): Promise<void> {
  const { unit } = row;
  const headings = series.map(({ name }) =>
    unit === 'bytes' || unit === 'seconds' ? intl.formatMessage({ id: IN_UNIT[unit] }, { name }) : name,
  );
  const rows = axisLabels.map(({ full }, index) => [full, ...series.map(({ values }) => values[index] ?? 0)]);
  return saveCsv(style, [intl.formatMessage({ id: AXIS_TITLES[row.axis] }), ...headings], rows);
}

/** Column title for each kind of axis. */
export const AXIS_TITLES = {
  days: 'reports.day',
  weeks: 'reports.week',
  hours: 'reports.hour',
  months: 'reports.month',
  types: 'reports.account_type',
} as const;

/** Height of the heading and the margin, in pixels. */
const HEAD = 56;
const EDGE = 16;

/** Downloads a chart as a picture with title and subject. Rejects if the browser can't encode it. */
export async function savePicture(
  drawing: HTMLCanvasElement,
  { title, subject, look }: { title: string; subject: string; look: ChartStyle },
) {
  const scale = drawing.width / drawing.clientWidth;
  const picture = document.createElement('canvas');
  picture.width = drawing.width + 2 * EDGE * scale;
  picture.height = drawing.height + (HEAD + EDGE) * scale;
  const pen = picture.getContext('2d');
  if (!pen) throw new Error('this browser does not draw');
  pen.fillStyle = look.ground;
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.drawImage(drawing, EDGE * scale, HEAD * scale);
  pen.scale(scale, scale);
  pen.fillStyle = look.text;
  pen.font = `bold 15px ${FACE}`;
  pen.fillText(title, EDGE, 24);
  pen.font = `12px ${FACE}`;
  pen.fillText(subject, EDGE, 44);
  const content = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'));
  if (!content) throw new Error('this browser made no picture');
  saveFile(`${title.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}.png`, content);
}

const FACE = 'system-ui, sans-serif';
