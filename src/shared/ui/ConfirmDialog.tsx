import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { FailureAlert } from './FailureAlert';

type MessageId = FormatjsIntl.Message['ids'];

interface ConfirmDialogProps {
  title: MessageId;
  confirm: MessageId;
  onConfirm: () => unknown;
  onClose: () => void;
  isRunning: boolean;
  error: FetchBaseQueryError | SerializedError | undefined;
  failure: { title: MessageId; text: MessageId };
  /** What goes, and that it does not come back. */
  children: ReactNode;
}

/** Asks before something is destroyed. "Cancel" has the focus, so that Enter by mistake destroys nothing. */
export function ConfirmDialog({ title, confirm, onConfirm, onClose, isRunning, error, failure, children }: ConfirmDialogProps) {
  return (
    <Modal
      open
      title={<FormattedMessage id={title} />}
      okText={<FormattedMessage id={confirm} />}
      okButtonProps={{ danger: true }}
      cancelButtonProps={{ autoFocus: true }}
      confirmLoading={isRunning}
      onOk={() => void onConfirm()}
      onCancel={onClose}
    >
      {error && <FailureAlert title={failure.title} text={failure.text} error={error} />}
      {children}
    </Modal>
  );
}
