import { FormattedMessage, useIntl } from 'react-intl';
import type { PaperSettings } from '../../contract/plain/paperModel';
import { joiningCode } from '../printing/layout/qr';
import { ScannedCode } from './ScannedCode';

export type Network = Pick<PaperSettings, 'ssid' | 'security' | 'wifi_password'>;

/** The QR code for joining the network. */
export function NetworkCode({ network }: { network: Network }) {
  const intl = useIntl();
  return (
    <ScannedCode text={joiningCode(network)} label={intl.formatMessage({ id: 'counter.network_code' }, { ssid: network.ssid })}>
      <FormattedMessage id="counter.network_caption" />
    </ScannedCode>
  );
}
