import { ExclamationCircleFilled, InfoCircleFilled } from '@ant-design/icons-svg';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Sign } from './Sign';

type MessageId = FormatjsIntl.Message['ids'];

interface DeadEndProps {
  status: 'info' | 'warning';
  title: MessageId;
  text: MessageId;
  /** The links or buttons that lead on. */
  children: ReactNode;
}

/** A screen that only says why there is nothing to see, and how to go on. Without antd: it also says that antd could not be loaded. */
export function DeadEnd({ status, title, text, children }: DeadEndProps) {
  return (
    <div className={`dead-end is-${status}`}>
      <Sign icon={status === 'warning' ? ExclamationCircleFilled : InfoCircleFilled} size={64} />
      <h1>
        <FormattedMessage id={title} />
      </h1>
      <div className="soft">
        <FormattedMessage id={text} />
      </div>
      <div className="dead-end-ways">{children}</div>
    </div>
  );
}
