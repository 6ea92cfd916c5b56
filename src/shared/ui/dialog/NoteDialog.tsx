import CopyOutlined from '@ant-design/icons/CopyOutlined';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import { App, Button, Flex } from 'antd';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useReactToPrint } from 'react-to-print';
import { consoleConfig } from '../../config';
import { useCopy } from '../feedback/useCopy';
import { Dialog } from './Dialog';
import styles from './NoteDialog.module.css';

type MessageId = FormatjsIntl.Message['ids'];

interface NoteDialogProps {
  title: MessageId;
  /** Says what to do with the text. */
  hint: MessageId;
  text: string;
  onClose: () => void;
}

/** Shows secrets that can't be shown again, as text to copy or print. */
export function NoteDialog({ title, hint, text, onClose }: NoteDialogProps) {
  const intl = useIntl();
  const { message } = App.useApp();
  const note = useRef<HTMLPreElement>(null);
  const print = useReactToPrint({
    contentRef: note,
    documentTitle: consoleConfig().product,
    onPrintError: () => void message.error(intl.formatMessage({ id: 'accounts.not_printed' })),
  });
  const copy = useCopy(note);
  return (
    <Dialog
      title={<FormattedMessage id={title} />}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <Flex gap={8} justify="end" wrap>
          <Button onClick={onClose}>
            <FormattedMessage id="common.close" />
          </Button>
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
            <FormattedMessage id="accounts.print_note" />
          </Button>
          <Button type="primary" icon={<CopyOutlined aria-hidden />} onClick={() => void copy(text)}>
            <FormattedMessage id="accounts.copy_note" />
          </Button>
        </Flex>
      }
    >
      <p>
        <FormattedMessage id={hint} />
      </p>
      <pre ref={note} className={styles.note}>
        {text}
      </pre>
    </Dialog>
  );
}
