import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { useEffect, useId, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSubmitOnce } from '../../useSubmitOnce';
import { Dialog } from './Dialog';
import { FailureAlert } from '../feedback/FailureAlert';

type MessageId = FormatjsIntl.Message['ids'];

interface ConfirmDialogProps {
  title: MessageId;
  confirm: MessageId;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  isRunning: boolean;
  /** What will be deleted is still loading; confirming is disabled until it is shown. */
  isReading?: boolean;
  /** Nothing is lost by confirming: the confirm button gets the focus, so Enter confirms. */
  isHarmless?: boolean;
  error: FetchBaseQueryError | SerializedError | undefined;
  failure: { title: MessageId; text: MessageId };
  /** What will be deleted, and that it can't be undone. */
  children: ReactNode;
}

/** Asks for confirmation. Unless harmless, "Cancel" has the focus, so that an accidental Enter deletes nothing. */
export function ConfirmDialog({
  title,
  confirm,
  onConfirm,
  onClose,
  isRunning,
  isReading = false,
  isHarmless = false,
  error,
  failure,
  children,
}: ConfirmDialogProps) {
  const focusedId = useId();
  const confirmOnce = useSubmitOnce(onConfirm);

  // `autoFocus` doesn't work: the button mounts before the dialog is in the document.
  useEffect(() => document.getElementById(focusedId)?.focus(), [focusedId]);

  return (
    <Dialog
      title={<FormattedMessage id={title} />}
      okText={<FormattedMessage id={confirm} />}
      okButtonProps={{ danger: !isHarmless, disabled: isReading, ...(isHarmless && { id: focusedId }) }}
      cancelButtonProps={isHarmless ? {} : { id: focusedId }}
      confirmLoading={isRunning}
      onOk={() => void confirmOnce()}
      onCancel={onClose}
    >
      {error && <FailureAlert title={failure.title} text={failure.text} error={error} isUntyped />}
      {children}
    </Dialog>
  );
}
