import { DeleteOutlined, DownloadOutlined, EditOutlined, EllipsisOutlined, PrinterOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { Voucher } from '../../contract/vouchers';
import { saveCsv } from '../../shared/csvFile';
import { ActionMenu } from '../../shared/ui/ActionMenu';
import { voucherDialogOpened } from './slice';
import { toTable } from './voucherCsv';
import { useLazyListAllVouchersQuery, type VoucherFilters } from './api';

/** The title of each error. */
const PROBLEMS = {
  'vouchers.print_failed': 'vouchers.print_error_title',
  'vouchers.export_failed': 'vouchers.export_error_title',
  'vouchers.export_too_many': 'vouchers.export_error_title',
} as const;

interface VoucherMenuProps {
  hotspotId: number;
  filters: VoucherFilters;
  onPrint: (vouchers: readonly Voucher[]) => void;
}

/** Actions on all matching vouchers, and creating one with a custom code. */
export function VoucherMenu({ hotspotId, filters, onPrint }: VoucherMenuProps) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const [listAll] = useLazyListAllVouchersQuery();
  const [isRunning, setIsRunning] = useState(false);
  const [refused, setRefused] = useState<{ problem: keyof typeof PROBLEMS; of: string } | null>(null);
  // Identifies the filters an error belongs to, so that it disappears when they change.
  const of = JSON.stringify([hotspotId, filters]);
  const problem = refused?.of === of ? refused.problem : null;
  const setProblem = (happened: keyof typeof PROBLEMS | null) => setRefused(happened && { problem: happened, of });

  const all = async () => {
    setIsRunning(true);
    setProblem(null);
    const { data, isError } = await listAll({ hotspotId, filters });
    setIsRunning(false);
    // After an error `data` still holds an earlier answer.
    return isError ? undefined : data;
  };
  const print = async () => {
    const data = await all();
    if (data) onPrint(data);
    else setProblem('vouchers.print_failed');
  };
  const exportCsv = async () => {
    const data = await all();
    if (!data) setProblem('vouchers.export_failed');
    else {
      const table = toTable(intl, data, Date.now());
      if (table === null) setProblem('vouchers.export_too_many');
      else await saveCsv(table.headings, table.rows, 'vouchers');
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
            onClick: () => dispatch(voucherDialogOpened({ kind: 'custom' })),
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
            onClick: () => void exportCsv(),
          },
          {
            key: 'delete',
            danger: true,
            icon: <DeleteOutlined aria-hidden />,
            label: <FormattedMessage id="vouchers.delete_all" />,
            onClick: () => dispatch(voucherDialogOpened({ kind: 'delete_many' })),
          },
        ]}
      >
        <Button loading={isRunning} icon={<EllipsisOutlined aria-hidden />} aria-label={intl.formatMessage({ id: 'vouchers.more' })} />
      </ActionMenu>
      {problem && (
        <Alert
          type="error"
          showIcon
          role="alert"
          style={{ width: '100%' }}
          title={<FormattedMessage id={PROBLEMS[problem]} />}
          description={<FormattedMessage id={problem} />}
          closable={{ onClose: () => setProblem(null) }}
        />
      )}
    </>
  );
}
