import { ExclamationCircleFilled } from '@ant-design/icons';
import { FormattedMessage, FormattedNumber } from 'react-intl';

/**
 * "1,862 / 2,000": both turn red once nothing is left, with a sign beside them that is not colour alone (spec 1 §2). A hotspot
 * without a maximum of its own (0) shows a dash.
 */
export function SmsUse({ sent, maximum, noMaximum = false }: { sent: number; maximum: number; noMaximum?: boolean }) {
  const isSpent = !noMaximum && sent >= maximum;
  return (
    <span style={{ color: isSpent ? 'var(--error)' : undefined }}>
      <FormattedNumber value={sent} /> / {noMaximum ? '-' : <FormattedNumber value={maximum} />}
      {isSpent && (
        <>
          {' '}
          <ExclamationCircleFilled style={{ fontSize: 18 }} aria-hidden />
          <span className="only-heard">
            <FormattedMessage id="cards.sms_spent" />
          </span>
        </>
      )}
    </span>
  );
}
