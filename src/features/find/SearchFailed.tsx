import { Alert, Button } from 'antd';
import { FormattedMessage } from 'react-intl';

/** Says that a search as one types couldn't be answered, and offers to ask again. */
export function SearchFailed({ onRetry }: { onRetry: () => unknown }) {
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={<FormattedMessage id="find.failed" />}
      action={
        <Button size="small" onClick={() => void onRetry()}>
          <FormattedMessage id="common.try_again" />
        </Button>
      }
    />
  );
}
