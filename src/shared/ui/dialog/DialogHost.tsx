import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useState, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import {
  dialogClosed,
  dialogFilled,
  selectOpenDialog,
  type DialogName,
  type DialogNoun,
  type DialogProps,
  type DialogsOf,
  type OpenDialog,
} from '../../dialogs';
import { Dialog } from './Dialog';
import { DialogKey } from './dialogKey';
import { DialogNotLoaded } from './DialogNotLoaded';
import { LoadingRows } from '../feedback/LoadingRows';
import styles from './DialogHost.module.css';

/** Loads the dialogs of each noun. */
export type DialogLoaders = { [N in DialogNoun]?: () => Promise<DialogsOf<N>> };

type Dialogs = Readonly<Partial<Record<string, ComponentType<DialogProps<DialogName>>>>>;

/** Dialogs that have been loaded, by noun. */
const loaded = new Map<DialogNoun, Dialogs>();

/** Preloads a noun's dialogs together with the screen that opens them. */
export async function loadDialogs(loaders: DialogLoaders, noun: DialogNoun): Promise<Dialogs | undefined> {
  // `DialogLoaders` has checked that each name has the component for its arguments.
  const dialogs = (await loaders[noun]?.()) as Dialogs | undefined;
  if (dialogs) loaded.set(noun, dialogs);
  return dialogs;
}

/**
 * Shows the dialog on top of the store's stack. A dialog that `loaders` doesn't know stays in the stack but isn't rendered.
 *
 * The first rendering of a dialog takes long: its code is compiled, and antd's styles are generated. So the page is dimmed first.
 */
export function DialogHost({ loaders }: { loaders: DialogLoaders }) {
  const open = useSelector(selectOpenDialog);
  const isPainted = useIsPainted(open?.key);
  const noun = open && nounOf(open);
  if (!noun || !loaders[noun]) return null;
  return isPainted ? <Opened key={open.key} open={open} noun={noun} loaders={loaders} /> : <Dimmed open={open} />;
}

/** Whether something has been painted since `key` became this one. */
function useIsPainted(key: string | undefined): boolean {
  const [painted, setPainted] = useState<string>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The callback runs before the frame is painted, the timer after it. (A deferred value would be rendered in slices: keys pressed in
    // between would go to the page behind.)
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(key));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [key]);
  return key === painted;
}

/**
 * The page behind a dialog that is about to be shown. Keys don't reach the page any more: Escape closes the dialog, and what is typed is sought
 * where something can be sought.
 */
function Dimmed({ open: { key, name, input } }: { open: OpenDialog }) {
  const dispatch = useDispatch();
  const sought = input?.sought ?? '';
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      const typed = event.key === 'Backspace' ? sought.slice(0, -1) : event.key.length === 1 ? sought + event.key : sought;
      if (event.key === 'Escape') dispatch(dialogClosed(key));
      else if (name === 'find/anything' && typed !== sought) dispatch(dialogFilled({ key, input: { sought: typed } }));
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [dispatch, key, name, sought]);
  return createPortal(<div className={styles.dimmed} />, document.body);
}

const nounOf = ({ name }: OpenDialog) => name.slice(0, name.indexOf('/')) as DialogNoun;

function Opened({ open, noun, loaders }: { open: OpenDialog; noun: DialogNoun; loaders: DialogLoaders }) {
  const { key, name, args } = open;
  const dispatch = useDispatch();
  const [dialogs, setDialogs] = useState(() => loaded.get(noun));
  const [attempt, setAttempt] = useState(1);
  const [failed, setFailed] = useState(0);
  const isMissing = dialogs === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let isWanted = true;
    loadDialogs(loaders, noun).then(
      (found) => isWanted && setDialogs(found),
      () => isWanted && setFailed(attempt),
    );
    return () => {
      isWanted = false;
    };
  }, [isMissing, loaders, noun, attempt]);

  const onClose = useCallback(() => dispatch(dialogClosed(key)), [dispatch, key]);
  const Shown = dialogs?.[name];
  // Rendered anew only for other arguments: what else of `open` changes, its dialog reads itself.
  const shown = useMemo(() => Shown && <Shown args={args} onClose={onClose} />, [Shown, args, onClose]);
  if (!dialogs) {
    // Loading is usually too short for an indicator.
    if (failed < attempt && attempt === 1) return <Dimmed open={open} />;
    if (failed === attempt) return <DialogNotLoaded onClose={onClose} onRetry={() => setAttempt(attempt + 1)} />;
    return (
      <Dialog title={<FormattedMessage id="dialog.opening" />} footer={null} onCancel={onClose}>
        <LoadingRows rows={4} />
      </Dialog>
    );
  }
  if (!shown) return null;
  return (
    <DialogKey value={key}>
      {/* Some dialogs load their own parts when they open. */}
      <Suspense fallback={<Dimmed open={open} />}>{shown}</Suspense>
    </DialogKey>
  );
}
