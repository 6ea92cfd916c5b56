import { useDispatch, useSelector } from 'react-redux';
import { DeleteUnitDialog } from './DeleteUnitDialog';
import { RegisterUnitDialog } from './RegisterUnitDialog';
import { RenameUnitDialog } from './RenameUnitDialog';
import { dialogClosed, selectUnitDialog } from './slice';

/** Renders the unit dialog that the store says is open; shared by list and details page. */
export function UnitDialogs({ onDeleted }: { onDeleted?: () => void }) {
  const dispatch = useDispatch();
  const dialog = useSelector(selectUnitDialog);
  const onClose = () => dispatch(dialogClosed());
  switch (dialog?.kind) {
    case 'register':
      return <RegisterUnitDialog hotspotId={dialog.hotspotId} onClose={onClose} />;
    case 'rename':
      return <RenameUnitDialog key={dialog.id} id={dialog.id} onClose={onClose} />;
    case 'delete':
      return <DeleteUnitDialog key={dialog.id} id={dialog.id} onClose={onClose} onDeleted={onDeleted} />;
    default:
      return null;
  }
}
