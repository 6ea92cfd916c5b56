import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PaperSettings } from '../../../contract/paperModel';
import { joiningCode, pathOf, qrOf } from '../paper/qr';

export type Network = Pick<PaperSettings, 'ssid' | 'security' | 'wifi_password'>;

/** The QR code by which a phone joins the network. Dark on light in every theme, as scanners want it. */
export function NetworkCode({ network }: { network: Network }) {
  const intl = useIntl();
  const qr = useMemo(() => qrOf(joiningCode(network)), [network]);
  const { modules } = qr;
  return (
    <figure className="network-code">
      <svg
        viewBox={`0 0 ${modules} ${modules}`}
        role="img"
        aria-label={intl.formatMessage({ id: 'counter.network_code' }, { ssid: network.ssid })}
      >
        <rect width={modules} height={modules} fill="#ffffff" />
        <path d={pathOf(qr)} fill="#000000" />
      </svg>
      <figcaption>
        <FormattedMessage id="counter.network_caption" />
      </figcaption>
    </figure>
  );
}
