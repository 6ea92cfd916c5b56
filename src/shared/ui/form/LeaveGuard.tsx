import { useEffect, useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { useBlocker } from 'react-router-dom';
import { isReplaying } from '../../replaying';
import { Dialog } from '../dialog/Dialog';

/**
 * Asks before leaving a screen with unsaved changes by a link, a tab, the back button or closing the window. `onLeave` drops the changes.
 */
export function LeaveGuard({ isDirty, onLeave }: { isDirty: boolean; onLeave: () => void }) {
  const blocker = useBlocker(() => isDirty && !isReplaying());
  const stayId = useId();
  const isAsking = blocker.state === 'blocked';
  // `autoFocus` doesn't work: the button mounts before the dialog is in the document.
  useEffect(() => {
    if (isAsking) document.getElementById(stayId)?.focus();
  }, [isAsking, stayId]);
  useEffect(() => {
    if (!isDirty) return;
    // Makes the browser show its own prompt.
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [isDirty]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      title={<FormattedMessage id="unsaved.title" />}
      okText={<FormattedMessage id="unsaved.leave" />}
      okButtonProps={{ danger: true }}
      cancelText={<FormattedMessage id="unsaved.stay" />}
      cancelButtonProps={{ id: stayId }}
      onOk={() => {
        blocker.proceed();
        onLeave();
      }}
      onCancel={() => blocker.reset()}
    >
      <FormattedMessage id="unsaved.text" />
    </Dialog>
  );
}
