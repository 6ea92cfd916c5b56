import { Alert, Button } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { refetchAll } from '../shared/refetch';
import { selectIsAway, selectIsOutdated } from '../shared/connection';
import { RetryButton } from '../shared/ui/feedback/RetryButton';
import { classes } from '../shared/ui/plain/classes';
import spacingStyles from '../shared/ui/page/spacing.module.css';

/** Shown while the server can't be reached. The screen keeps its content; the button refetches all of it. */
export function AwayBanner() {
  const dispatch = useDispatch();
  if (!useSelector(selectIsAway)) return null;
  return (
    <Alert
      banner
      type="warning"
      role="alert"
      className={classes(spacingStyles.below16)}
      title={<FormattedMessage id="connection.away" />}
      action={<RetryButton size="small" onRetry={() => dispatch(refetchAll())} />}
    />
  );
}

/** Shown after a server update. Users reload when it suits them, because they may have unsaved input. */
export function OutdatedBanner() {
  if (!useSelector(selectIsOutdated)) return null;
  return (
    <Alert
      banner
      type="info"
      role="status"
      className={classes(spacingStyles.below16)}
      title={<FormattedMessage id="connection.outdated" />}
      action={
        <Button size="small" onClick={() => window.location.reload()}>
          <FormattedMessage id="connection.reload" />
        </Button>
      }
    />
  );
}
