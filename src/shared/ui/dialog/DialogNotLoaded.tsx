import { FormattedMessage } from 'react-intl';
import { LoadFailed } from '../feedback/LoadFailed';
import { Dialog } from './Dialog';

/** A dialog whose code couldn't be loaded. */
export function DialogNotLoaded({ onClose, onRetry }: { onClose: () => void; onRetry: () => void }) {
  return (
    <Dialog title={<FormattedMessage id="dialog.opening" />} footer={null} onCancel={onClose}>
      <LoadFailed message="dialog.load_failed" onRetry={onRetry} />
    </Dialog>
  );
}
