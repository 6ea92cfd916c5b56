import { Button, Empty } from 'antd';
import { WarningOutlined } from '@ant-design/icons';
import { FormattedMessage } from 'react-intl';

/** Shown in place of something that couldn't be read, with a retry. */
export function LoadFailed({ message, onRetry }: { message: FormatjsIntl.Message['ids']; onRetry: () => unknown }) {
  return (
    <Empty
      image={<WarningOutlined aria-hidden style={{ fontSize: 40, color: 'var(--warning)' }} />}
      styles={{ image: { height: 48 } }}
      description={<FormattedMessage id={message} />}
    >
      <Button onClick={() => void onRetry()}>
        <FormattedMessage id="common.try_again" />
      </Button>
    </Empty>
  );
}
