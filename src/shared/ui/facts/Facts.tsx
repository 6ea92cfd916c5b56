import { Typography } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { classes } from '../plain/classes';
import styles from './Facts.module.css';

/** Label and value pairs, in two columns where they fit. '' is shown as a dash. */
export function Facts({ facts }: { facts: { label: FormatjsIntl.Message['ids']; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>
            <FormattedMessage id={label} />
          </dt>
          <dd>{value === '' ? '-' : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A code, UUID or MAC address: monospaced, with a copy button on hover and focus. */
export function CodeText({ text }: { text: string }) {
  if (text === '') return '-';
  return (
    <Typography.Text code copyable className={classes(styles.copyOnHover)}>
      {text}
    </Typography.Text>
  );
}
