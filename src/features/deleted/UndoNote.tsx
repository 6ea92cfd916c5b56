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
import './undoNote.css';

/** Milliseconds until the note closes by itself, unless it is pointed at or has the focus. Ctrl Z and the audit trail still work then. */
const SHOWN_FOR = 15_000;

const OBSTACLES: Partial<Record<string, FormatjsIntl.Message['ids']>> = {
  restored_before: 'deleted.restored_before',
  too_late: 'deleted.too_late',
  not_found: 'deleted.too_late',
  taken: 'deleted.taken',
  over_quota: 'deleted.over_quota',
  parent_gone: 'deleted.parent_gone',
};

/** The note about the last deletion, with its undo, and what became of that. Listens for Ctrl Z while anything can be brought back. */
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
    <section ref={shown} className="undo-note not-on-paper" aria-label={intl.formatMessage({ id: 'deleted.note' })}>
      <span className="undo-note-text" role="status">
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

/** What came back, and what stood in the way. */
function Outcome({ deletion: { title }, outcome: { back, left, why, taken } }: { deletion: Deletion; outcome: Restoring }) {
  const isSeveral = title === '';
  return (
    <>
      {isSeveral && back > 0 && <FormattedMessage id="deleted.vouchers_restored" values={{ count: back }} />}{' '}
      {isSeveral && left > 0 && <FormattedMessage id="deleted.vouchers_left" values={{ count: left }} />}
      {!isSeveral && <FormattedMessage id={back > 0 ? 'deleted.restored' : 'deleted.not_restored'} values={{ title }} />}{' '}
      {why !== '' && <FormattedMessage id={OBSTACLES[why] ?? 'deleted.restore_failed'} values={{ name: taken?.title ?? '' }} />}
    </>
  );
}
