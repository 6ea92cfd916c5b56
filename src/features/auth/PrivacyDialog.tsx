import { FormattedMessage } from 'react-intl';
import { Dialog } from '../../shared/ui/Dialog';

/** What the console stores about its users, for operators without a privacy page of their own. */
export function PrivacyDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={<FormattedMessage id="login.privacy" />} footer={null} onCancel={onClose}>
      <FormattedMessage id="login.privacy_text" />
    </Dialog>
  );
}
