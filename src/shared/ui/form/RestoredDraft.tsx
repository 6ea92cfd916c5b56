import { Alert, Button } from 'antd';
import { FormattedMessage } from 'react-intl';
import spacingStyles from '../page/spacing.module.css';
import { classes } from '../plain/classes';

/** Says that a form shows restored unsaved input, and offers to discard it. */
export function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert
      type="info"
      showIcon
      role="status"
      className={classes(spacingStyles.below16)}
      title={<FormattedMessage id="unsaved.restored" />}
      action={
        <Button size="small" onClick={onDiscard}>
          <FormattedMessage id="unsaved.discard" />
        </Button>
      }
    />
  );
}
