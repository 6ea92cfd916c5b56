import { Suspense, useCallback, useEffect, useMemo, useState, type ComponentType } from 'react';
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
import { Dimmed, useIsPainted } from './Dimmed';
import { LoadingRows } from '../feedback/LoadingRows';

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
  return isPainted ? <Opened key={open.key} open={open} noun={noun} loaders={loaders} /> : <Opening open={open} />;
}

/**
 * The page behind a dialog that is about to be shown. Escape closes the dialog, and what is typed is sought where something can be sought.
 */
function Opening({ open: { key, name, input } }: { open: OpenDialog }) {
  const dispatch = useDispatch();
  const sought = input?.sought ?? '';
  const onKey = (pressed: string) => {
    const typed = pressed === 'Backspace' ? sought.slice(0, -1) : pressed.length === 1 ? sought + pressed : sought;
    if (pressed === 'Escape') dispatch(dialogClosed(key));
    else if (name === 'find/anything' && typed !== sought) dispatch(dialogFilled({ key, input: { sought: typed } }));
  };
  return <Dimmed onKey={onKey} />;
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
    if (failed < attempt && attempt === 1) return <Opening open={open} />;
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
      <Suspense fallback={<Opening open={open} />}>{shown}</Suspense>
    </DialogKey>
  );
}
