import CopyOutlined from '@ant-design/icons/CopyOutlined';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import { App, Button, Flex } from 'antd';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { useReactToPrint } from 'react-to-print';
import { consoleConfig } from '../../shared/config';
import { Dialog } from '../../shared/ui/dialog/Dialog';
import { useCopy } from '../../shared/ui/feedback/useCopy';
import { selectUser } from '../auth/slice';
import styles from './RecoveryCodes.module.css';

/** Recovery codes, as text to copy or print: they aren't shown again. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const intl = useIntl();
  const { message } = App.useApp();
  const note = useRef<HTMLPreElement>(null);
  const user = useSelector(selectUser);
  const { product } = consoleConfig();
  const print = useReactToPrint({
    contentRef: note,
    documentTitle: product,
    onPrintError: () => void message.error(intl.formatMessage({ id: 'accounts.not_printed' })),
  });
  const heading = intl.formatMessage({ id: 'second_factor.codes_of' }, { product, username: user?.info?.username ?? '' });
  const text = [heading, '', ...codes].join('\n');
  const copy = useCopy(note);
  return (
    <Dialog
      title={<FormattedMessage id="second_factor.recovery_codes" />}
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
        <FormattedMessage id="second_factor.keep_codes" />
      </p>
      <pre ref={note} className={styles.codes}>
        {text}
      </pre>
    </Dialog>
  );
}
