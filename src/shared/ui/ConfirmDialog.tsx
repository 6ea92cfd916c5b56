import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Dialog } from './Dialog';
import { FailureAlert } from './FailureAlert';

type MessageId = FormatjsIntl.Message['ids'];

interface ConfirmDialogProps {
  title: MessageId;
  confirm: MessageId;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  isRunning: boolean;
  /** What is to be destroyed is still being read: nobody confirms what they have not seen. */
  isReading?: boolean;
  error: FetchBaseQueryError | SerializedError | undefined;
  failure: { title: MessageId; text: MessageId };
  /** What goes, and that it does not come back. */
  children: ReactNode;
}

/** Asks before something is destroyed. "Cancel" has the focus, so that Enter by mistake destroys nothing. */
export function ConfirmDialog({
  title,
  confirm,
  onConfirm,
  onClose,
  isRunning,
  isReading = false,
  error,
  failure,
  children,
}: ConfirmDialogProps) {
  const cancelId = useId();
  const isSending = useRef(false);

  const confirmOnce = async () => {
    // The spinner comes with the next picture; a second click may be faster.
    if (isSending.current) return;
    isSending.current = true;
    await onConfirm();
    isSending.current = false;
  };

  // Not by `autoFocus`: the button is made before the dialog is in the page.
  useEffect(() => document.getElementById(cancelId)?.focus(), [cancelId]);

  return (
    <Dialog
      title={<FormattedMessage id={title} />}
      okText={<FormattedMessage id={confirm} />}
      okButtonProps={{ danger: true, disabled: isReading }}
      cancelButtonProps={{ id: cancelId }}
      confirmLoading={isRunning}
      onOk={() => void confirmOnce()}
      onCancel={onClose}
    >
      {error && <FailureAlert title={failure.title} text={failure.text} error={error} isUntyped />}
      {children}
    </Dialog>
  );
}
