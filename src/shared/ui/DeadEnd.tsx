import { Result } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';

type MessageId = FormatjsIntl.Message['ids'];

interface DeadEndProps {
  status: 'info' | 'warning';
  title: MessageId;
  text: MessageId;
  /** The links or buttons that lead on. */
  children: ReactNode;
}

/** A screen that only says why there is nothing to see, and how to go on. */
export function DeadEnd({ status, title, text, children }: DeadEndProps) {
  return (
    <Result
      status={status}
      title={
        <h1 style={{ font: 'inherit', margin: 0 }}>
          <FormattedMessage id={title} />
        </h1>
      }
      subTitle={<FormattedMessage id={text} />}
      extra={children}
    />
  );
}
