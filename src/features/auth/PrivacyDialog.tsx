import { FormattedMessage } from 'react-intl';
import { Dialog } from '../../shared/ui/Dialog';

/** What this console keeps about who uses it, where the operator names no page of its own. */
export function PrivacyDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={<FormattedMessage id="login.privacy" />} footer={null} onCancel={onClose}>
      <FormattedMessage id="login.privacy_text" />
    </Dialog>
  );
}
