import { Result } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';

type MessageId = FormatjsIntl.Message['ids'];

interface DeadEndProps {
  status: 'info' | 'warning';
  title: MessageId;
  text: MessageId;
  /** The way out. */
  children: ReactNode;
}

/** A screen with nothing on it but why, and the way out. */
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
