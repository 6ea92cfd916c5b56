import { Modal } from 'antd';
import { FormattedMessage } from 'react-intl';

/** What this console keeps about who uses it, where the operator names no page of its own. */
export function PrivacyDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal open title={<FormattedMessage id="login.privacy" />} footer={null} onCancel={onClose}>
      <FormattedMessage id="login.privacy_text" />
    </Modal>
  );
}
