import { Alert } from 'antd';
import { FormattedMessage } from 'react-intl';
import { RetryButton } from '../../shared/ui/feedback/RetryButton';

/** Says that a search as one types couldn't be answered, and offers to ask again. */
export function SearchFailed({ onRetry }: { onRetry: () => unknown }) {
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={<FormattedMessage id="find.failed" />}
      action={<RetryButton size="small" onRetry={onRetry} />}
    />
  );
}
