import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { Alert, Button } from 'antd';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useConsoleSelector } from '../../consoleState';
import { TOO_MANY_ROWS } from '../../../contract/plain/csv';
import { saveCsv, type CsvStyle } from '../../csvFile';
import { csvAsked, exportStarted, exportRefused, selectExportFailure, type ExportFailure } from '../../exports';
import { CsvDialog } from '../dialog/CsvDialog';
import { classes } from '../plain/classes';
import styles from './ExportButton.module.css';

type MessageId = FormatjsIntl.Message['ids'];

export interface CsvColumn<R> {
  title: MessageId;
  cell: (row: R, intl: IntlShape) => string | number;
}

interface ExportButtonProps<R> {
  /** Number of matching rows; undefined until it is known. */
  total: number | undefined;
  columns: readonly CsvColumn<R>[];
  /** Identifies the current filters: a failure disappears when they change. */
  of: string;
  /** Reads all matching rows, in the list's order; undefined on failure. */
  read: () => Promise<R[] | undefined>;
}

/** Downloads the filtered rows as a CSV file; 5000 or more are refused (FMT-11). */
export function ExportButton<R>({ total, columns, of, read }: ExportButtonProps<R>) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'export.button' });
  const dispatch = useDispatch();
  const failure = useConsoleSelector((state) => selectExportFailure(state, of));
  const refuse = (why: ExportFailure) => dispatch(exportRefused({ failure: why, of }));

  const requestCsv = () => {
    dispatch(exportStarted());
    if (total !== undefined && total >= TOO_MANY_ROWS) refuse('export.too_many');
    else dispatch(csvAsked(of));
  };
  const exportRows = async (style: CsvStyle) => {
    const rows = await read();
    // The number of rows may have grown, and an existing back end may not have counted them.
    if (!rows || rows.length >= TOO_MANY_ROWS) refuse(rows ? 'export.too_many' : 'export.failed');
    else
      await saveCsv(
        style,
        columns.map(({ title }) => intl.formatMessage({ id: title })),
        rows.map((row) => columns.map(({ cell }) => cell(row, intl))),
      );
  };
  return (
    <>
      <Button className={classes(styles.isShort)} title={label} icon={<DownloadOutlined aria-hidden />} onClick={requestCsv}>
        <span>{label}</span>
      </Button>
      <CsvDialog of={of} onSave={exportRows} />
      {failure !== null && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className={classes(styles.failure)}
          closable={{ onClose: () => dispatch(exportStarted()), 'aria-label': intl.formatMessage({ id: 'common.close' }) }}
          title={<FormattedMessage id="export.error_title" />}
          description={<FormattedMessage id={failure} />}
        />
      )}
    </>
  );
}
