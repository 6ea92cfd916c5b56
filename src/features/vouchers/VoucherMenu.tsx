import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import IdcardOutlined from '@ant-design/icons/IdcardOutlined';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useConsoleSelector } from '../../shared/consoleState';
import { capabilities } from '../../shared/backEnd/capabilities';
import { saveCsv, type CsvStyle } from '../../shared/csvFile';
import { dialogOpened } from '../../shared/dialogs';
import { csvAsked } from '../../shared/exports';
import { justRead } from '../../shared/list/answer';
import { ActionMenu } from '../../shared/ui/page/ActionMenu';
import { CsvDialog } from '../../shared/ui/dialog/CsvDialog';
import { useMay } from '../auth/useMay';
import { useHotspotZone } from '../hotspots/api';
import { problemMet, listOf, selectRefusal, type VoucherProblem } from './slice';
import { toTable } from './voucherCsv';
import { useLazyListAllVouchersQuery, type VoucherFilters } from './api';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** The title of each error. */
const PROBLEMS = {
  'vouchers.print_failed': 'vouchers.print_error_title',
  'vouchers.export_failed': 'vouchers.export_error_title',
  'vouchers.export_too_many': 'vouchers.export_error_title',
  'vouchers.select_failed': 'vouchers.select_error_title',
} as const satisfies Record<VoucherProblem, FormatjsIntl.Message['ids']>;

interface VoucherMenuProps {
  hotspotId: number;
  filters: VoucherFilters;
}

/** Menu of actions on all matching vouchers, and of creating one with a custom code. */
export function VoucherMenu({ hotspotId, filters }: VoucherMenuProps) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const maySetUpPaper = useMay('paper.update');
  const [listAll] = useLazyListAllVouchersQuery();
  const [isRunning, setIsRunning] = useState(false);
  // An error belongs to the filters it occurred with, and disappears when they change.
  const of = listOf(hotspotId, filters);
  const problem = useConsoleSelector((state) => selectRefusal(state, of));
  const setProblem = (happened: VoucherProblem | null) => dispatch(problemMet(happened && { problem: happened, of }));

  const zone = useHotspotZone(hotspotId);
  const all = async () => {
    setIsRunning(true);
    setProblem(null);
    const read = justRead(await listAll({ hotspotId, filters }));
    setIsRunning(false);
    return read;
  };
  const print = async () => {
    const data = await all();
    if (data) dispatch(dialogOpened({ name: 'vouchers/print', args: { hotspotId, vouchers: data } }));
    else setProblem('vouchers.print_failed');
  };
  const exportCsv = async (style: CsvStyle) => {
    const data = await all();
    if (!data) setProblem('vouchers.export_failed');
    else {
      const table = toTable(intl, data, Date.now(), zone);
      if (table === null) setProblem('vouchers.export_too_many');
      else await saveCsv(style, table.headings, table.rows, 'vouchers');
    }
  };
  return (
    <>
      <ActionMenu
        placement="bottomRight"
        items={[
          {
            key: 'custom',
            icon: <EditOutlined aria-hidden />,
            label: <FormattedMessage id="vouchers.new_code" />,
            onClick: () => dispatch(dialogOpened({ name: 'vouchers/custom', args: { hotspotId } })),
          },
          {
            key: 'print',
            icon: <PrinterOutlined aria-hidden />,
            label: <FormattedMessage id="vouchers.print_all" />,
            onClick: () => void print(),
          },
          {
            key: 'csv',
            icon: <DownloadOutlined aria-hidden />,
            label: <FormattedMessage id="vouchers.export" />,
            onClick: () => dispatch(csvAsked(of)),
          },
          ...(maySetUpPaper && capabilities().keepsPaper
            ? [
                {
                  key: 'paper',
                  icon: <IdcardOutlined aria-hidden />,
                  label: <FormattedMessage id="paper.set_up" />,
                  onClick: () => dispatch(dialogOpened({ name: 'vouchers/paper', args: { hotspotId } })),
                },
              ]
            : []),
          {
            key: 'delete',
            danger: true,
            icon: <DeleteOutlined aria-hidden />,
            label: <FormattedMessage id="vouchers.delete_all" />,
            onClick: () => dispatch(dialogOpened({ name: 'vouchers/delete_all', args: { hotspotId, filters } })),
          },
        ]}
      >
        <Button loading={isRunning} icon={<EllipsisOutlined aria-hidden />} aria-label={intl.formatMessage({ id: 'vouchers.more' })} />
      </ActionMenu>
      <CsvDialog of={of} onSave={exportCsv} />
      {problem && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className={classes(spacingStyles.wide)}
          title={<FormattedMessage id={PROBLEMS[problem]} />}
          description={<FormattedMessage id={problem} />}
          closable={{ onClose: () => setProblem(null) }}
        />
      )}
    </>
  );
}
