import CopyOutlined from '@ant-design/icons/CopyOutlined';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import { App, Button, Flex } from 'antd';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useReactToPrint } from 'react-to-print';
import { consoleConfig } from '../../shared/config';
import { Dialog } from '../../shared/ui/dialog/Dialog';
import { useCopy } from '../../shared/ui/feedback/useCopy';
import { useGetHotspotQuery } from '../hotspots/api';
import type { AccountForm } from './newAccount';
import styles from './SignInDetailsDialog.module.css';

/** What a new user needs to sign in, as text to copy or print: the password isn't shown again. */
export function SignInDetailsDialog({ account, onClose }: { account: AccountForm; onClose: () => void }) {
  const intl = useIntl();
  const { message } = App.useApp();
  const note = useRef<HTMLPreElement>(null);
  const isReseller = account.type === 'reseller';
  const { data: hotspot } = useGetHotspotQuery(account.hotspotId, { skip: isReseller || account.hotspotId === 0 });
  const { product } = consoleConfig();
  const print = useReactToPrint({
    contentRef: note,
    documentTitle: product,
    onPrintError: () => void message.error(intl.formatMessage({ id: 'accounts.not_printed' })),
  });
  const text = intl.formatMessage(
    { id: isReseller ? 'accounts.note_reseller' : 'accounts.note' },
    {
      product,
      name: account.name.trim(),
      username: account.username.trim(),
      password: account.password,
      address: new URL('.', window.location.href).href,
      hotspot: hotspot?.name ?? '…',
    },
  );
  const copy = useCopy(note);
  return (
    <Dialog
      title={<FormattedMessage id="accounts.hand_over_title" />}
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
        <FormattedMessage id="accounts.hand_over" />
      </p>
      <pre ref={note} className={styles.handOver}>
        {text}
      </pre>
    </Dialog>
  );
}
