import { Button, Flex, Tag } from 'antd';
import { FormattedMessage } from 'react-intl';
import { classes } from '../../shared/ui/plain/classes';
import styles from './ReplaySign.module.css';

/** Tells the user that the screen shows a past state, and offers to leave it. */
export function ReplaySign({ onLeave }: { onLeave: () => void }) {
  return (
    <div role="status" className={classes(styles.replaySign, 'not-on-paper')}>
      <Flex align="center" gap={8}>
        <Tag color="warning">
          <FormattedMessage id="replay.on" />
        </Tag>
        <FormattedMessage id="replay.nothing_sent" />
        <Button size="small" onClick={onLeave}>
          <FormattedMessage id="replay.leave" />
        </Button>
      </Flex>
    </div>
  );
}
