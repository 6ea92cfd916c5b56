import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { useEffect, useId, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSubmitOnce } from '../../useSubmitOnce';
import { Dialog } from './Dialog';
import { FailureAlert } from '../feedback/FailureAlert';
import { TypedName, useIsNameTyped } from './TypedName';

type MessageId = FormatjsIntl.Message['ids'];

interface ConfirmDialogProps {
  title: MessageId;
  confirm: MessageId;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  isRunning: boolean;
  /** Whether what will be deleted is still loading; until it is shown, confirming is disabled. */
  isReading?: boolean;
  /** Whether something stands in the way, as the dialog says. */
  isBlocked?: boolean;
  /** The name that must be typed to confirm, for the most harmful deletions. */
  typedName?: string;
  /** Whether nothing is lost by confirming: the confirm button then has the focus, so that Enter confirms. */
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
  isBlocked = false,
  typedName,
  isHarmless = false,
  error,
  failure,
  children,
}: ConfirmDialogProps) {
  const focusedId = useId();
  const canConfirm = useIsNameTyped(typedName) && !isReading && !isBlocked;
  const confirmOnce = useSubmitOnce(onConfirm);

  // `autoFocus` doesn't work: the button mounts before the dialog is in the document.
  useEffect(() => document.getElementById(focusedId)?.focus(), [focusedId]);

  return (
    <Dialog
      title={<FormattedMessage id={title} />}
      okText={<FormattedMessage id={confirm} />}
      okButtonProps={{ danger: !isHarmless, disabled: !canConfirm, ...(isHarmless && { id: focusedId }) }}
      cancelButtonProps={isHarmless ? {} : { id: focusedId }}
      confirmLoading={isRunning}
      onOk={() => void confirmOnce()}
      onCancel={onClose}
    >
      {error && <FailureAlert title={failure.title} text={failure.text} error={error} isUntyped />}
      {children}
      {typedName !== undefined && <TypedName id={`${focusedId}-name`} name={typedName} onEnter={() => canConfirm && void confirmOnce()} />}
    </Dialog>
  );
}
