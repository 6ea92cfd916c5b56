import ExclamationCircleFilled from '@ant-design/icons-svg/es/asn/ExclamationCircleFilled';
import InfoCircleFilled from '@ant-design/icons-svg/es/asn/InfoCircleFilled';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { SvgIcon } from '../plain/SvgIcon';
import { classes } from '../plain/classes';
import styles from './MessageScreen.module.css';

type MessageId = FormatjsIntl.Message['ids'];

interface DeadEndProps {
  status: 'info' | 'warning';
  title: MessageId;
  text: MessageId;
  /** Links or buttons that lead elsewhere. */
  children: ReactNode;
}

/**
 * A screen that only says why there is nothing to see, and what to do next. Doesn't use antd, because it also reports that antd couldn't be
 * loaded.
 */
export function MessageScreen({ status, title, text, children }: DeadEndProps) {
  return (
    <div className={classes(styles.deadEnd, status === 'warning' && styles.isWarning)}>
      <SvgIcon icon={status === 'warning' ? ExclamationCircleFilled : InfoCircleFilled} size={64} />
      <h1>
        <FormattedMessage id={title} />
      </h1>
      <div className="soft">
        <FormattedMessage id={text} />
      </div>
      <div className={styles.deadEndWays}>{children}</div>
    </div>
  );
}
