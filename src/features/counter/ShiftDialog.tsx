import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import { Alert, Button, Flex, Form } from 'antd';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { useReactToPrint } from 'react-to-print';
import type { Shift } from '../../contract/batches';
import { HOTSPOT_ZONE } from '../../contract/plain/wire';
import { dayIn, isDay } from '../../contract/plain/zones';
import { saveCsv, type CsvStyle } from '../../shared/csvFile';
import type { DialogProps } from '../../shared/dialogs';
import { csvAsked } from '../../shared/exports';
import { isLost } from '../../shared/failure';
import { formatDay } from '../../shared/format/dates';
import { CsvDialog } from '../../shared/ui/dialog/CsvDialog';
import { DayInput } from '../../shared/ui/form/DayInput';
import { Dialog } from '../../shared/ui/dialog/Dialog';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { useNow } from '../../shared/ui/facts/useNow';
import { useGetHotspotQuery, useHotspotZone } from '../hotspots/api';
import { useGetShiftQuery } from '../vouchers/api';
import { presetText } from './presetVouchers';
import { selectShiftDay, shiftDayChosen } from './slice';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import styles from './ShiftDialog.module.css';

const COUNTS = {
  vouchers: 'shift.vouchers',
  printed: 'shift.printed',
  mailed: 'shift.mailed',
  replaced: 'shift.replaced',
  extended: 'shift.extended',
} as const satisfies Partial<Record<keyof Shift, FormatjsIntl.Message['ids']>>;
const COUNTED = Object.keys(COUNTS) as (keyof typeof COUNTS)[];

/** Key of this summary among the tables that can be exported. */
const CSV = 'shift';

/** The chosen day, or today at the hotspot, as YYYY-MM-DD. */
function useShiftDay(today: string): string {
  const chosen = useSelector(selectShiftDay);
  return chosen === '' ? today : chosen;
}

/** The counter's work on one day, to print or as a CSV file. */
export function ShiftDialog({ args: { hotspotId }, onClose }: DialogProps<'vouchers/shift'>) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const content = useRef<HTMLDivElement>(null);
  const today = dayIn(new Date(useNow()), useHotspotZone(hotspotId));
  const day = useShiftDay(today);
  const { data: hotspot } = useGetHotspotQuery(hotspotId);
  const summary = useGetShiftQuery({ hotspotId, day, tz: HOTSPOT_ZONE });
  const shift = summary.currentData;
  const title = intl.formatMessage({ id: 'shift.title_of' }, { hotspot: hotspot?.name ?? '…', day: formatDay(day, intl.locale) });
  const print = useReactToPrint({ contentRef: content, documentTitle: title, ignoreGlobalStyles: true, pageStyle: PAGE_STYLE });
  const textOf = (preset: string) => (preset === '' ? intl.formatMessage({ id: 'shift.no_preset' }) : presetText(intl, preset));
  const exportCsv = async (of: Shift, style: CsvStyle) =>
    saveCsv(
      style,
      [intl.formatMessage({ id: 'shift.what' }), intl.formatMessage({ id: 'shift.count' })],
      [
        ...COUNTED.map((count) => [intl.formatMessage({ id: COUNTS[count] }), of[count]]),
        ...of.presets.map(({ preset, vouchers }) => [intl.formatMessage({ id: 'shift.of_preset' }, { preset: textOf(preset) }), vouchers]),
      ],
      `shift-${day}`,
    );
  return (
    <Dialog
      title={<FormattedMessage id="shift.title" />}
      onCancel={onClose}
      footer={
        <Flex gap={8} justify="end" wrap>
          <Button onClick={onClose}>
            <FormattedMessage id="common.close" />
          </Button>
          <Button icon={<DownloadOutlined aria-hidden />} disabled={!shift} onClick={() => dispatch(csvAsked(CSV))}>
            <FormattedMessage id="vouchers.export" />
          </Button>
          <Button type="primary" icon={<PrinterOutlined aria-hidden />} disabled={!shift} onClick={() => print()}>
            <FormattedMessage id="vouchers.print" />
          </Button>
        </Flex>
      }
    >
      {shift && <CsvDialog of={CSV} onSave={(style) => exportCsv(shift, style)} />}
      <Form noValidate layout="vertical">
        <Form.Item label={<FormattedMessage id="shift.day" />} htmlFor="shift-day">
          <DayInput id="shift-day" value={day} to={today} onChange={(chosen) => isDay(chosen) && dispatch(shiftDayChosen(chosen))} />
        </Form.Item>
      </Form>
      {isLost(summary) && <LoadFailed message="shift.load_failed" onRetry={summary.refetch} />}
      {!shift && !summary.isError && <LoadingRows rows={5} />}
      {shift && summary.isError && <Alert type="warning" showIcon title={<FormattedMessage id="shift.load_failed" />} />}
      {shift && (
        <div ref={content} role="status" lang={intl.locale}>
          <h2 className={styles.title}>{title}</h2>
          <table className={styles.shiftCounts}>
            <tbody>
              {COUNTED.map((count) => (
                <tr key={count}>
                  <th scope="row">
                    <FormattedMessage id={COUNTS[count]} />
                  </th>
                  <td>{intl.formatNumber(shift[count])}</td>
                </tr>
              ))}
              {shift.presets.map(({ preset, vouchers }) => (
                <tr key={preset} className="soft">
                  <th scope="row">
                    <FormattedMessage id="shift.of_preset" values={{ preset: textOf(preset) }} />
                  </th>
                  <td>{intl.formatNumber(vouchers)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}

/** Style sheet of the printed frame, where the console's styles don't apply. */
const PAGE_STYLE = `
  @page { margin: 15mm; }
  body { font: 12px/1.5 system-ui, 'Noto Sans', sans-serif; color: #0f172a; }
  table { border-collapse: collapse; }
  th, td { padding-block: 4px; padding-inline-end: 16px; border-bottom: 1px solid #cbd5e1; text-align: start; font-weight: 400; }
  td { text-align: end; }
`;
