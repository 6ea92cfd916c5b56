import { useDispatch, useSelector } from 'react-redux';
import { CreateAccountDialog } from './CreateAccountDialog';
import { DeleteAccountDialog } from './DeleteAccountDialog';
import { ModifyAccountDialog } from './ModifyAccountDialog';
import { SetPasswordDialog } from './SetPasswordDialog';
import { SubscriptionDialog } from './SubscriptionDialog';
import { dialogClosed, selectAccountDialog } from './slice';

/** Renders the manager dialog that the store says is open; shared by list and details page. */
export function AccountDialogs({ onDeleted }: { onDeleted?: () => void | Promise<void> }) {
  const dispatch = useDispatch();
  const dialog = useSelector(selectAccountDialog);
  const onClose = () => dispatch(dialogClosed());
  switch (dialog?.kind) {
    case 'create':
      return <CreateAccountDialog hotspotId={dialog.hotspotId} onClose={onClose} />;
    case 'modify':
      return <ModifyAccountDialog key={dialog.id} id={dialog.id} onClose={onClose} />;
    case 'password':
      return <SetPasswordDialog key={dialog.id} id={dialog.id} onClose={onClose} />;
    case 'subscription':
      return <SubscriptionDialog key={dialog.id} id={dialog.id} onClose={onClose} />;
    case 'delete':
      return <DeleteAccountDialog key={dialog.id} id={dialog.id} onClose={onClose} onDeleted={onDeleted} />;
    default:
      return null;
  }
}
