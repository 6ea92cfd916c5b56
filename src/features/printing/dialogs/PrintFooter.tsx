import DownOutlined from '@ant-design/icons/DownOutlined';
import { Button, Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import { ActionMenu } from '../../../shared/ui/page/ActionMenu';
import { hasPort, PORTS } from '../directPrinting';
import type { PrintJob } from './usePrintJob';

interface PrintFooterProps {
  job: PrintJob;
  formId: string;
  printId: string;
  onClose: () => void;
}

/** Buttons for all ways to print: ticket printers, a PDF, the browser's print dialog. */
export function PrintFooter({ job, formId, printId, onClose }: PrintFooterProps) {
  const { pages, printer, pdf, isBusy } = job;
  const { isOnRoll, isTooLong } = job.paper;
  const isEmpty = job.printed.length === 0;
  return (
    <Flex gap={8} justify="end" wrap>
      <Button onClick={onClose}>
        <FormattedMessage id="paper.close" />
      </Button>
      <ActionMenu
        placement="topRight"
        items={[
          {
            key: 'escpos',
            label: <FormattedMessage id="paper.save_escpos" />,
            disabled: !isOnRoll,
            onClick: () => void printer.save('escpos'),
          },
          { key: 'zpl', label: <FormattedMessage id="paper.save_zpl" />, onClick: () => void printer.save('zpl') },
          ...PORTS.map((port) => ({
            key: port,
            label: <FormattedMessage id={hasPort(port) ? `paper.print_${port}` : `paper.no_${port}`} />,
            disabled: !isOnRoll || !hasPort(port),
            onClick: () => void printer.print(port),
          })),
        ]}
      >
        <Button disabled={isEmpty || !pages || isTooLong} loading={printer.isBusy} icon={<DownOutlined aria-hidden />} iconPlacement="end">
          <FormattedMessage id="paper.printers" />
        </Button>
      </ActionMenu>
      <Button disabled={isEmpty || !pages || isTooLong || pdf.done !== null} onClick={() => void pdf.save()}>
        <FormattedMessage id="paper.pdf" />
      </Button>
      <Button id={printId} type="primary" htmlType="submit" form={formId} disabled={isEmpty || isTooLong} loading={isBusy}>
        <FormattedMessage id="paper.print" />
      </Button>
    </Flex>
  );
}
