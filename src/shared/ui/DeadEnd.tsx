import { ExclamationCircleFilled, InfoCircleFilled } from '@ant-design/icons';
import { Flex } from 'antd';
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

/**
 * A screen that only says why there is nothing to see, and how to go on. Not antd's Result: the log-in screen would load all of its
 * drawings.
 */
export function DeadEnd({ status, title, text, children }: DeadEndProps) {
  const Icon = status === 'warning' ? ExclamationCircleFilled : InfoCircleFilled;
  return (
    <Flex vertical align="center" gap={8} style={{ padding: '48px 32px', textAlign: 'center' }}>
      <Icon aria-hidden style={{ fontSize: 64, marginBottom: 16, color: status === 'warning' ? 'var(--warning)' : 'var(--brand)' }} />
      <h1 style={{ fontSize: 24, fontWeight: 400, lineHeight: 1.33, margin: 0 }}>
        <FormattedMessage id={title} />
      </h1>
      <div className="soft">
        <FormattedMessage id={text} />
      </div>
      <div style={{ marginTop: 16 }}>{children}</div>
    </Flex>
  );
}
