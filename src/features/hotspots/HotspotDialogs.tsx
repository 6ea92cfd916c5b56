import { useDispatch, useSelector } from 'react-redux';
import { DeleteHotspotDialog } from './DeleteHotspotDialog';
import { CreateHotspotDialog, ModifyHotspotDialog } from './HotspotDialog';
import { dialogClosed, selectHotspotDialog } from './slice';

/** Renders the hotspot dialog that the store says is open; shared by list and details page. */
export function HotspotDialogs({ onDeleted }: { onDeleted?: () => void | Promise<void> }) {
  const dispatch = useDispatch();
  const dialog = useSelector(selectHotspotDialog);
  const onClose = () => dispatch(dialogClosed());
  switch (dialog?.kind) {
    case 'create':
      return <CreateHotspotDialog onClose={onClose} />;
    case 'modify':
      return <ModifyHotspotDialog key={dialog.id} id={dialog.id} onClose={onClose} />;
    case 'delete':
      return <DeleteHotspotDialog key={dialog.id} id={dialog.id} onClose={onClose} onDeleted={onDeleted} />;
    default:
      return null;
  }
}
