import { Button, type ButtonProps } from 'antd';
import { FormattedMessage } from 'react-intl';

/** Asks again for what couldn't be loaded. */
export function RetryButton({ onRetry, size }: { onRetry: () => unknown } & Pick<ButtonProps, 'size'>) {
  return (
    <Button {...(size !== undefined && { size })} onClick={() => void onRetry()}>
      <FormattedMessage id="common.try_again" />
    </Button>
  );
}
