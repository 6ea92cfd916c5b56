import LoadingOutlined from '@ant-design/icons-svg/es/asn/LoadingOutlined';
import { SvgIcon } from './SvgIcon';
import styles from './LoadingIcon.module.css';

/** Turns in a button while what it started goes on. The button says so itself, by `aria-busy`. */
export function LoadingIcon() {
  return <SvgIcon icon={LoadingOutlined} className={styles.isTurning} />;
}
