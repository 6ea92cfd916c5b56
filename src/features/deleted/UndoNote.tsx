import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { useReplaying } from '../../shared/replaying';
import { useUndoKey } from '../../shared/ui/page/useShortcuts';
import { noteClosed, selectLastDeletion, selectNote, type Deletion, type Restoring } from './slice';
import { useRestore } from './useRestore';
import { valuesOf } from './useSayDeleted';
import { classes } from '../../shared/ui/plain/classes';
import styles from './UndoNote.module.css';

/**
 * Milliseconds until the note closes by itself, unless the pointer or the focus is on it. Ctrl Z and the audit trail can still undo the
 * deletion afterwards.
 */
const SHOWN_FOR = 15_000;

const OBSTACLES: Partial<Record<string, FormatjsIntl.Message['ids']>> = {
  restored_before: 'deleted.restored_before',
  too_late: 'deleted.too_late',
  not_found: 'deleted.too_late',
  taken: 'deleted.taken',
  over_quota: 'deleted.over_quota',
  parent_gone: 'deleted.parent_gone',
};

/**
 * A note about the last deletion with an undo button, and then the outcome of the undo. Listens for Ctrl Z while anything can be restored.
 */
export function UndoNote() {
  const intl = useIntl();
  const dispatch = useDispatch();
  const note = useSelector(selectNote);
  const last = useSelector(selectLastDeletion);
  const isPast = useReplaying();
  const restore = useRestore();
  const shown = useRef<HTMLElement>(null);
  useUndoKey(last && !isPast ? () => void restore(last) : undefined);

  const isRunning = note?.state === 'restoring';
  const hasFailed = note?.state === 'restored' && note.outcome.why !== '';
  useEffect(() => {
    if (!note || isRunning || hasFailed || isPast) return undefined;
    const timer = setInterval(() => {
      if (!shown.current?.matches(':hover, :focus-within')) dispatch(noteClosed());
    }, SHOWN_FOR);
    return () => clearInterval(timer);
  }, [note, isRunning, hasFailed, isPast, dispatch]);

  if (!note) return null;
  const { deletion } = note;
  const canUndo = deletion.undos.length > 0 && !isRunning;
  return (
    <section ref={shown} className={classes(styles.undoNote, 'not-on-paper')} aria-label={intl.formatMessage({ id: 'deleted.note' })}>
      <span className={styles.text} role="status">
        {note.state === 'deleted' && <FormattedMessage id={deletion.message} values={valuesOf(deletion)} />}
        {isRunning && <FormattedMessage id="deleted.restoring" values={{ title: deletion.title, count: deletion.count }} />}
        {note.state === 'restored' && <Outcome deletion={deletion} outcome={note.outcome} />}
      </span>
      {canUndo && (
        <Button size="small" type="primary" aria-keyshortcuts="Control+Z Meta+Z" onClick={() => void restore(deletion)}>
          <FormattedMessage id={hasFailed ? 'common.try_again' : 'common.undo'} />
        </Button>
      )}
      {!isRunning && (
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={intl.formatMessage({ id: 'common.close' })}
          onClick={() => dispatch(noteClosed())}
        />
      )}
    </section>
  );
}

/** What was restored, and what prevented the rest. */
function Outcome({ deletion: { title }, outcome: { back, left: missing, why, taken } }: { deletion: Deletion; outcome: Restoring }) {
  const isSeveral = title === '';
  return (
    <>
      {isSeveral && back > 0 && <FormattedMessage id="deleted.vouchers_restored" values={{ count: back }} />}{' '}
      {isSeveral && missing > 0 && <FormattedMessage id="deleted.vouchers_left" values={{ count: missing }} />}
      {!isSeveral && <FormattedMessage id={back > 0 ? 'deleted.restored' : 'deleted.not_restored'} values={{ title }} />}{' '}
      {why !== '' && <FormattedMessage id={OBSTACLES[why] ?? 'deleted.restore_failed'} values={{ name: taken?.title ?? '' }} />}
    </>
  );
}
