import { Button, Result } from 'antd';
import { FormattedMessage } from 'react-intl';

/** A screen that could not be loaded (the server went away, or a newer version was installed) or that broke while it was drawn. */
export function ScreenFailed() {
  return (
    <Result
      status="warning"
      title={<FormattedMessage id="routes.failed_title" />}
      subTitle={<FormattedMessage id="routes.failed" />}
      extra={
        <Button type="primary" onClick={() => window.location.reload()}>
          <FormattedMessage id="common.try_again" />
        </Button>
      }
    />
  );
}
