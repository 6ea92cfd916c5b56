import { FormattedMessage } from 'react-intl';
import { capabilities } from '../../shared/backEnd/capabilities';

/** Says whether what a dialog is about to delete can be restored. */
export function UndoHint() {
  return <FormattedMessage id={capabilities().bringsBack ? 'deleted.can_be_undone' : 'deleted.cannot_be_undone'} />;
}
