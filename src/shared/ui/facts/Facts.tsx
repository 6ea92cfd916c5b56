import EyeInvisibleOutlined from '@ant-design/icons/EyeInvisibleOutlined';
import { Tooltip, Typography } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isPrivateMac } from '../../../contract/plain/macAddress';
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

/** The MAC address of a guest's device. An address that the device made up for this network is marked, with what that means. */
export function DeviceMac({ mac }: { mac: string }) {
  const intl = useIntl();
  if (!isPrivateMac(mac)) return <CodeText text={mac} />;
  const means = intl.formatMessage({ id: 'devices.private_mac' });
  return (
    <>
      <CodeText text={mac} />{' '}
      <Tooltip title={means}>
        <span role="img" aria-label={means} className="soft">
          <EyeInvisibleOutlined aria-hidden />
        </span>
      </Tooltip>
    </>
  );
}
