import { useDispatch, useSelector } from 'react-redux';
import { DeleteGuestDialog } from './DeleteGuestDialog';
import { ModifyGuestDialog } from './ModifyGuestDialog';
import { dialogClosed, selectGuestDialog } from './slice';

interface GuestDialogsProps {
  onDeleted?: () => void | Promise<void>;
  /** Called with the new id when an archived guest became active again. */
  onRevived?: (id: number) => void;
}

/** Renders the guest dialog that the store says is open; shared by list and details page. */
export function GuestDialogs({ onDeleted, onRevived }: GuestDialogsProps) {
  const dispatch = useDispatch();
  const dialog = useSelector(selectGuestDialog);
  if (!dialog) return null;
  const { kind, id, isArchived } = dialog;
  const onClose = () => dispatch(dialogClosed());
  if (kind === 'delete') return <DeleteGuestDialog guestKey={{ id, isArchived }} onClose={onClose} onDeleted={onDeleted} />;
  return <ModifyGuestDialog guestKey={{ id, isArchived }} isRevival={kind === 'revive'} onClose={onClose} onRevived={onRevived} />;
}
