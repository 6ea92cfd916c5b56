import { FormattedMessage } from 'react-intl';
import type { DialogProps, DialogsOf } from '../../shared/dialogs';
import { Dialog } from '../../shared/ui/dialog/Dialog';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'auth/privacy': null;
  }
}

/** What the console stores about its users, for operators without a privacy page of their own. */
function PrivacyDialog({ onClose }: DialogProps<'auth/privacy'>) {
  return (
    <Dialog title={<FormattedMessage id="login.privacy" />} footer={null} onCancel={onClose}>
      <FormattedMessage id="login.privacy_text" />
    </Dialog>
  );
}

export const authDialogs: DialogsOf<'auth'> = { 'auth/privacy': PrivacyDialog };
