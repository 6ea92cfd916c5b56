import { Button } from 'antd';
import { FormattedMessage } from 'react-intl';
import { DeadEnd } from '../shared/ui/DeadEnd';

/** A screen that could not be loaded (the server went away, or a newer version was installed) or that broke while it was drawn. */
export function ScreenFailed() {
  return (
    <DeadEnd status="warning" title="routes.failed_title" text="routes.failed">
      <Button type="primary" onClick={() => window.location.reload()}>
        <FormattedMessage id="common.try_again" />
      </Button>
    </DeadEnd>
  );
}
