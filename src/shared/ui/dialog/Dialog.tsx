import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Modal, type ModalProps } from 'antd';
import { useContext, useEffect, useId, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useConsoleSelector } from '../../consoleState';
import { closingAsked, selectIsAsking } from '../../dialogs';
import { DialogKey } from './dialogKey';
import { Dimmed, useIsPainted } from './Dimmed';

interface DialogProps extends Omit<ModalProps, 'open' | 'onCancel'> {
  onCancel: () => void;
  /** Whether there is input to lose: Escape and the close icon then ask first. "Cancel" doesn't. */
  hasTyped?: () => boolean;
}

/**
 * antd's modal, mounted only while open and without the zoom animation, so that typing can start at once. Closing it restores the focus.
 */
export function Dialog({ onCancel, hasTyped, ...props }: DialogProps) {
  const wrapId = useId();
  const [opener] = useState(() => document.activeElement);
  const dispatch = useDispatch();
  const key = useContext(DialogKey);
  const isAsking = useConsoleSelector((state) => key !== null && selectIsAsking(state, key));
  const setIsAsking = (value: boolean) => key !== null && dispatch(closingAsked({ key, isAsking: value }));
  // antd focuses the close icon, where an Enter pressed while the fields are still loading would close the dialog.
  useEffect(() => {
    const panel = document.getElementById(wrapId)?.querySelector<HTMLElement>('[role="dialog"]');
    const focused = document.activeElement;
    if (!panel?.contains(focused) || focused?.matches('.ant-modal-close')) panel?.focus({ preventScroll: true });
  }, [wrapId]);
  useEffect(
    () => () => {
      const isThere = opener instanceof HTMLElement && opener.isConnected;
      if (isThere) opener.focus({ preventScroll: true });
      // The opener may be gone, like the menu of a deleted row. If a dialog below closed as well, it has already moved the focus.
      const isNowhere = document.activeElement === null || document.activeElement === document.body;
      if (isThere ? document.activeElement !== opener : isNowhere) document.getElementById('main')?.focus({ preventScroll: true });
    },
    [opener],
  );
  return (
    <>
      <Modal
        open
        wrapProps={{ id: wrapId }}
        transitionName=""
        maskTransitionName=""
        closeIcon={<CloseOutlined aria-hidden />}
        style={{ top: 'min(100px, 8vh)' }}
        {...props}
        onCancel={({ type, target }) => {
          // Escape is a keyboard event, even while a footer button has the focus: check the event type, not just the target.
          const isFooterButton = type === 'click' && target instanceof Element && target.closest('.ant-modal-footer') !== null;
          if (!isFooterButton && hasTyped?.()) setIsAsking(true);
          else onCancel();
        }}
      />
      {isAsking && (
        <DialogKey value={null}>
          <AskingToDiscard onDiscard={onCancel} onStay={() => setIsAsking(false)} />
        </DialogKey>
      )}
    </>
  );
}

interface Answers {
  onDiscard: () => void;
  onStay: () => void;
}

/** Asks once the dialog behind is dimmed. */
function AskingToDiscard(answers: Answers) {
  return useIsPainted('asking') ? (
    <DiscardQuestion {...answers} />
  ) : (
    <Dimmed onKey={(pressed) => pressed === 'Escape' && answers.onStay()} />
  );
}

/** Shown on top of the dialog it asks about. */
function DiscardQuestion({ onDiscard, onStay }: Answers) {
  const stayId = useId();
  return (
    <Dialog
      // Focused any earlier, the dialog below would take the focus back.
      afterOpenChange={(isOpen) => isOpen && document.getElementById(stayId)?.focus()}
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
