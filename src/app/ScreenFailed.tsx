import { Button } from 'antd';
import { FormattedMessage } from 'react-intl';
import { DeadEnd } from '../shared/ui/DeadEnd';

/** Shown when a screen's code can't be loaded (server down, newer version installed) or when it throws while rendering. */
export function ScreenFailed() {
  return (
    <DeadEnd status="warning" title="routes.failed_title" text="routes.failed">
      <Button type="primary" onClick={() => window.location.reload()}>
        <FormattedMessage id="common.try_again" />
      </Button>
    </DeadEnd>
  );
}
