import { Button, Empty } from 'antd';
import { FormattedMessage } from 'react-intl';
import { DRAWN, EmptyDrawing } from './EmptyDrawing';

/** Shown in place of something that couldn't be loaded, with a retry button. */
export function LoadFailed({ message, onRetry }: { message: FormatjsIntl.Message['ids']; onRetry: () => unknown }) {
  return (
    <Empty image={<EmptyDrawing kind="failed" />} styles={DRAWN} description={<FormattedMessage id={message} />}>
      <Button onClick={() => void onRetry()}>
        <FormattedMessage id="common.try_again" />
      </Button>
    </Empty>
  );
}
