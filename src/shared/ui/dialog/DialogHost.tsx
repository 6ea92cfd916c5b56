import { Skeleton } from 'antd';
import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import {
  dialogClosed,
  selectOpenDialog,
  type DialogName,
  type DialogNoun,
  type DialogProps,
  type DialogsOf,
  type OpenDialog,
} from '../../dialogs';
import { Dialog } from './Dialog';
import { DialogKey } from './dialogKey';
import { LoadFailed } from '../feedback/LoadFailed';

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

/** Shows the dialog on top of the store's stack. A dialog that `loaders` doesn't know stays in the stack but isn't rendered. */
export function DialogHost({ loaders }: { loaders: DialogLoaders }) {
  const open = useSelector(selectOpenDialog);
  const noun = open && nounOf(open);
  return noun && loaders[noun] ? <Opened key={open.key} open={open} noun={noun} loaders={loaders} /> : null;
}

const nounOf = ({ name }: OpenDialog) => name.slice(0, name.indexOf('/')) as DialogNoun;

function Opened({ open, noun, loaders }: { open: OpenDialog; noun: DialogNoun; loaders: DialogLoaders }) {
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

  const onClose = () => dispatch(dialogClosed(open.key));
  if (!dialogs) {
    // Loading is usually too short for an indicator.
    if (failed < attempt && attempt === 1) return null;
    return (
      <Dialog title={<FormattedMessage id="dialog.opening" />} footer={null} onCancel={onClose}>
        {failed < attempt ? <Skeleton active /> : <LoadFailed message="dialog.load_failed" onRetry={() => setAttempt(attempt + 1)} />}
      </Dialog>
    );
  }
  const Shown = dialogs[open.name];
  if (!Shown) return null;
  return (
    <DialogKey value={open.key}>
      {/* Some dialogs load their own parts when they open. */}
      <Suspense fallback={null}>
        <Shown args={open.args} onClose={onClose} />
      </Suspense>
    </DialogKey>
  );
}
