import { CloseOutlined } from '@ant-design/icons';
import { Modal, type ModalProps } from 'antd';
import { useEffect, useId, useState } from 'react';
import { FormattedMessage } from 'react-intl';

interface DialogProps extends Omit<ModalProps, 'open' | 'onCancel'> {
  onCancel: () => void;
  /** Whether something was written in it that would be lost: then Escape and the cross ask first. "Cancel" is meant as it says. */
  hasTyped?: () => boolean;
}

/** antd's dialog, mounted only while open and without zoom, so typing can start at once. Closing it returns the focus to where it was. */
export function Dialog({ onCancel, hasTyped, ...props }: DialogProps) {
  const [opener] = useState(() => document.activeElement);
  const [isAsking, setAsking] = useState(false);
  useEffect(
    () => () => {
      const isThere = opener instanceof HTMLElement && opener.isConnected;
      if (isThere) opener.focus({ preventScroll: true });
      // What opened it went away meanwhile: the menu of a row that was deleted. Where a dialog beneath went too, it has seen to the focus.
      const isNowhere = document.activeElement === null || document.activeElement === document.body;
      if (isThere ? document.activeElement !== opener : isNowhere) document.getElementById('main')?.focus({ preventScroll: true });
    },
    [opener],
  );
  return (
    <>
      <Modal
        open
        transitionName=""
        maskTransitionName=""
        closeIcon={<CloseOutlined aria-hidden />}
        style={{ top: 'min(100px, 8vh)' }}
        {...props}
        onCancel={({ target }) => {
          const isMeant = target instanceof Element && target.closest('.ant-modal-footer') !== null;
          if (!isMeant && hasTyped?.()) setAsking(true);
          else onCancel();
        }}
      />
      {isAsking && <DiscardQuestion onDiscard={onCancel} onStay={() => setAsking(false)} />}
    </>
  );
}

/** On top of the dialog that it is about. */
function DiscardQuestion({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) {
  const stayId = useId();
  // Not by `autoFocus`: the button is made before the dialog is in the page.
  useEffect(() => document.getElementById(stayId)?.focus(), [stayId]);
  return (
    <Dialog
      title={<FormattedMessage id="unsaved.discard_title" />}
      okText={<FormattedMessage id="unsaved.discard" />}
      okButtonProps={{ danger: true }}
      cancelText={<FormattedMessage id="unsaved.keep_editing" />}
      cancelButtonProps={{ id: stayId }}
      onOk={onDiscard}
      onCancel={onStay}
    >
      <FormattedMessage id="unsaved.discard_text" />
    </Dialog>
  );
}
