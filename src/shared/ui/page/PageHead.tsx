import { Flex } from 'antd';
import type { ReactNode } from 'react';
import { classes } from '../plain/classes';
import styles from './PageHead.module.css';
import spacingStyles from './spacing.module.css';
import textStyles from './text.module.css';

interface PageHeadProps {
  title: ReactNode;
  /** Number of rows, for lists; announced when it changes. */
  count?: ReactNode;
  /** One sentence about the current state, if it needs mentioning. */
  state?: ReactNode;
  /** The primary action and the menu of further ones. */
  actions?: ReactNode;
}

export function PageHead({ title, count, state, actions }: PageHeadProps) {
  return (
    <Flex align="start" justify="space-between" gap={16} wrap className={classes(spacingStyles.below16)}>
      <div className={textStyles.wrapping}>
        <Flex align="baseline" gap="2px 12px" wrap>
          <h1 className={styles.screenTitle}>{title}</h1>
          {count}
        </Flex>
        {state && <span className="soft">{state}</span>}
      </div>
      {actions && (
        <Flex className={classes(styles.pageActions, 'not-on-paper')} gap={8} wrap>
          {actions}
        </Flex>
      )}
    </Flex>
  );
}
