import { Alert, Flex } from 'antd';
import { useEffect, useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { Dialog } from '../../../shared/ui/dialog/Dialog';
import { PrintChoices } from './PrintChoices';
import { PrintFooter } from './PrintFooter';
import { PrintOutcome } from './PrintOutcome';
import { PrintPreview } from './PrintPreview';
import { usePrintJob, type PrintJobProps } from './usePrintJob';

/** See PrintVouchersDialog.tsx. */
export function PrintDialog(props: PrintJobProps) {
  const job = usePrintJob(props);
  const formId = useId();
  const printId = useId();
  // `autoFocus` would run before the dialog is attached to the page.
  useEffect(() => document.getElementById(printId)?.focus(), [printId]);
  return (
    <Dialog
      width={960}
      title={<FormattedMessage id="paper.title" />}
      onCancel={props.onClose}
      mask={{ closable: false }}
      footer={<PrintFooter job={job} formId={formId} printId={printId} onClose={props.onClose} />}
    >
      {job.printed.length === 0 ? (
        <Alert type="info" showIcon title={<FormattedMessage id="paper.nothing" />} />
      ) : (
        <Flex gap={24} wrap>
          <PrintChoices job={job} formId={formId} hotspot={props.hotspot} />
          <PrintPreview job={job} />
        </Flex>
      )}
      <PrintOutcome job={job} />
    </Dialog>
  );
}
