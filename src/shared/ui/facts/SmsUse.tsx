import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled';
import { FormattedMessage, FormattedNumber } from 'react-intl';
import styles from './SmsUse.module.css';
import { classes } from '../plain/classes';

/**
 * "1,862 / 2,000": red once none are left, with an icon and visually hidden text so that colour isn't the only cue (DASH-06). A hotspot
 * without its own maximum (0) shows a dash (HSP-06).
 */
export function SmsUse({ sent, maximum, noMaximum = false }: { sent: number; maximum: number; noMaximum?: boolean }) {
  const isSpent = !noMaximum && sent >= maximum;
  return (
    <span style={{ color: isSpent ? 'var(--error)' : undefined }}>
      <bdi>
        <FormattedNumber value={sent} /> / {noMaximum ? '-' : <FormattedNumber value={maximum} />}
      </bdi>
      {isSpent && (
        <>
          {' '}
          <ExclamationCircleFilled className={classes(styles.icon)} aria-hidden />
          <span className="only-heard">
            <FormattedMessage id="cards.sms_spent" />
          </span>
        </>
      )}
    </span>
  );
}
