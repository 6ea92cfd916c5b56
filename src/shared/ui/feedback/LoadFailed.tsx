import { Empty } from 'antd';
import { FormattedMessage } from 'react-intl';
import { DRAWN, EmptyDrawing } from './EmptyDrawing';
import { RetryButton } from './RetryButton';

/** Shown in place of something that couldn't be loaded, with a retry button. */
export function LoadFailed({ message, onRetry }: { message: FormatjsIntl.Message['ids']; onRetry: () => unknown }) {
  return (
    <Empty image={<EmptyDrawing kind="failed" />} styles={DRAWN} description={<FormattedMessage id={message} />}>
      <RetryButton onRetry={onRetry} />
    </Empty>
  );
}
