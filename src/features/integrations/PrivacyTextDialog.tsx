import { FormattedMessage } from 'react-intl';
import type { DialogProps } from '../../shared/dialogs';
import { sanitizeHtml } from '../../shared/sanitizeHtml';
import { Dialog } from '../../shared/ui/dialog/Dialog';
import { useListIntegrationsQuery } from './api';
import textStyles from '../../shared/ui/page/text.module.css';

/** A platform's statement about the data it receives (INT-07). */
export function PrivacyTextDialog({ args: { id }, onClose }: DialogProps<'integrations/privacy'>) {
  const { data } = useListIntegrationsQuery();
  const integration = data?.find((one) => one.id === id);
  return (
    <Dialog
      title={<FormattedMessage id="integrations.privacy_title" values={{ name: integration?.name ?? '' }} />}
      onCancel={onClose}
      okButtonProps={{ style: { display: 'none' } }}
    >
      <div className={textStyles.anywhere} dangerouslySetInnerHTML={{ __html: sanitizeHtml(integration?.privacy ?? '') }} />
    </Dialog>
  );
}
