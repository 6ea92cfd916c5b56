import { FormattedMessage, useIntl } from 'react-intl';
import { portalAddress } from '../printing/layout/qr';
import { ScannedCode } from './ScannedCode';

/** The QR code that opens the captive portal with a voucher's code filled in. */
export function PortalCode({ address, code }: { address: string; code: string }) {
  const intl = useIntl();
  return (
    <ScannedCode text={portalAddress(address, code)} label={intl.formatMessage({ id: 'counter.portal_code' })}>
      <FormattedMessage id="counter.portal_caption" />
    </ScannedCode>
  );
}
