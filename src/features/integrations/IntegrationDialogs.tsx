import { useDispatch, useSelector } from 'react-redux';
import { CreateIntegrationDialog, ModifyIntegrationDialog } from './IntegrationDialog';
import { DeleteIntegrationDialog } from './DeleteIntegrationDialog';
import { PrivacyTextDialog } from './PrivacyTextDialog';
import { TestCallDialog } from './TestCallDialog';
import { dialogClosed, selectIntegrationDialog } from './slice';

/** Renders the integration dialog that the store says is open. */
export function IntegrationDialogs() {
  const dispatch = useDispatch();
  const dialog = useSelector(selectIntegrationDialog);
  const onClose = () => dispatch(dialogClosed());
  switch (dialog?.kind) {
    case 'create':
      return <CreateIntegrationDialog onClose={onClose} />;
    case 'modify':
      return <ModifyIntegrationDialog key={dialog.id} id={dialog.id} onClose={onClose} />;
    case 'delete':
      return <DeleteIntegrationDialog key={dialog.id} id={dialog.id} onClose={onClose} />;
    case 'test':
      return <TestCallDialog key={dialog.id} id={dialog.id} onClose={onClose} />;
    case 'privacy':
      return <PrivacyTextDialog key={dialog.id} id={dialog.id} onClose={onClose} />;
    default:
      return null;
  }
}
