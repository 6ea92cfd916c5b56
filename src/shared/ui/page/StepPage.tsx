import { Card, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { classes } from '../plain/classes';
import styles from './StepPage.module.css';

interface StepPageProps {
  title: FormatjsIntl.Message['ids'];
  /** Why this comes first. */
  text: FormatjsIntl.Message['ids'];
  children: ReactNode;
}

/** The whole page for a step between sign-in and console. */
export function StepPage({ title, text, children }: StepPageProps) {
  return (
    <Flex component="main" align="center" justify="center" className={classes(styles.page)}>
      <Card className={classes(styles.card)}>
        <Typography.Title level={1} className={classes(styles.title)}>
          <FormattedMessage id={title} />
        </Typography.Title>
        <Typography.Paragraph type="secondary">
          <FormattedMessage id={text} />
        </Typography.Paragraph>
        {children}
      </Card>
    </Flex>
  );
}
