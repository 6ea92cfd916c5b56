import { Flex, Typography } from 'antd';
import type { ReactNode } from 'react';

interface PageHeadProps {
  title: ReactNode;
  /** Number of rows, for lists; announced when it changes. */
  count?: ReactNode;
  /** One sentence about the current state, if there is something to say. */
  state?: ReactNode;
  /** The primary action and the menu of further ones. */
  actions?: ReactNode;
}

export function PageHead({ title, count, state, actions }: PageHeadProps) {
  return (
    <Flex align="start" justify="space-between" gap={16} wrap style={{ marginBottom: 16 }}>
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Flex align="baseline" gap="2px 12px" wrap>
          <Typography.Title level={1} style={{ fontSize: 24, margin: 0 }}>
            {title}
          </Typography.Title>
          {count}
        </Flex>
        {state && <Typography.Text type="secondary">{state}</Typography.Text>}
      </div>
      {actions && (
        <Flex className="page-actions not-on-paper" gap={8} wrap>
          {actions}
        </Flex>
      )}
    </Flex>
  );
}
