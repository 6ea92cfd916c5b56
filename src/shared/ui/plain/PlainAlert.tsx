import CheckCircleFilled from '@ant-design/icons-svg/es/asn/CheckCircleFilled';
import CloseCircleFilled from '@ant-design/icons-svg/es/asn/CloseCircleFilled';
import ExclamationCircleFilled from '@ant-design/icons-svg/es/asn/ExclamationCircleFilled';
import InfoCircleFilled from '@ant-design/icons-svg/es/asn/InfoCircleFilled';
import type { ReactNode, Ref } from 'react';
import { SvgIcon } from './SvgIcon';
import { classes } from './classes';
import styles from './PlainAlert.module.css';

const ICONS = { info: InfoCircleFilled, success: CheckCircleFilled, warning: ExclamationCircleFilled, error: CloseCircleFilled };

const LOOKS = { info: styles.isInfo, success: styles.isSuccess, warning: styles.isWarning, error: styles.isError };

interface PlainAlertProps {
  type: keyof typeof ICONS;
  role?: 'alert' | 'status';
  title: ReactNode;
  description?: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/** Looks like antd's alert. For use before antd is loaded, or when it can't be. */
export function PlainAlert({ type, role = 'alert', title, description, ref }: PlainAlertProps) {
  return (
    <div ref={ref} className={classes(styles.plainAlert, LOOKS[type], description !== undefined && styles.isDescribed)} role={role}>
      <SvgIcon icon={ICONS[type]} />
      <div>
        <div className={styles.plainAlertTitle}>{title}</div>
        {description !== undefined && <div>{description}</div>}
      </div>
    </div>
  );
}
