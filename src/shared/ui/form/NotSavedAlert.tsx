import { Alert } from 'antd';
import { FormattedMessage } from 'react-intl';

/** Says how many settings the server refused; each field says why. */
export function NotSavedAlert({ count }: { count: number }) {
  if (count === 0) return null;
  return <Alert type="error" showIcon role="alert" title={<FormattedMessage id="preferences.not_saved" values={{ count }} />} />;
}
