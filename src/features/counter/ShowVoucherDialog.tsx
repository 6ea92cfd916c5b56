import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { DialogProps } from '../../shared/dialogs';
import { Dialog } from '../../shared/ui/dialog/Dialog';
import { useGetHotspotQuery, useHotspotZone } from '../hotspots/api';
import { usePaperSettings } from '../printing/usePaperSettings';
import { grantOf } from '../vouchers/voucherTexts';
import { BigCode } from './BigCode';
import { classes } from '../../shared/ui/plain/classes';
import styles from './ShowVoucherDialog.module.css';
import bigCodeStyles from './BigCode.module.css';
import { lazyPart } from '../../shared/ui/feedback/lazyPart';

/** Lazily loaded: creating vouchers needs no QR codes. */
const NetworkCode = lazyPart(async () => (await import('./NetworkCode')).NetworkCode);
const PortalCode = lazyPart(async () => (await import('./PortalCode')).PortalCode);

/** Used while the settings are loading. */
const NO_NETWORK = { ssid: '', security: 'open', wifi_password: '' } as const;

/** A voucher in full screen, to show to a guest. The QR code joins the network if its name is known; otherwise it opens the portal. */
export function ShowVoucherDialog({ args: { hotspotId, voucher }, onClose }: DialogProps<'vouchers/show'>) {
  const intl = useIntl();
  const { data: hotspot } = useGetHotspotQuery(hotspotId);
  const zone = useHotspotZone(hotspotId);
  const { settings } = usePaperSettings(hotspotId);
  const { ssid, security, wifi_password: password } = settings ?? NO_NETWORK;
  return (
    <Dialog
      className={classes(styles.shownVoucher)}
      width="100vw"
      style={{ top: 0, maxWidth: '100vw', margin: 0, padding: 0 }}
      title={<FormattedMessage id="counter.shown" values={{ hotspot: hotspot ? hotspot.description || hotspot.name : '…' }} />}
      footer={null}
      onCancel={onClose}
    >
      <div className={bigCodeStyles.shownCard}>
        <div>
          <BigCode code={voucher.code} />
          <ol>
            <li>
              <FormattedMessage
                id={ssid === '' ? 'counter.step_join' : security === 'wpa' ? 'counter.step_join_password' : 'counter.step_join_ssid'}
                values={{ ssid: <strong>{ssid}</strong>, password: <strong>{password}</strong> }}
              />
            </li>
            <li>
              <FormattedMessage id="counter.step_wait" />
            </li>
            <li>
              <FormattedMessage id="counter.step_enter" />
            </li>
          </ol>
          <p>{grantOf(intl, voucher, zone)}</p>
        </div>
        {settings && (ssid !== '' || settings.portal_url !== '') && (
          <Suspense fallback={<Skeleton.Node active />}>
            {ssid === '' ? <PortalCode address={settings.portal_url} code={voucher.code} /> : <NetworkCode network={settings} />}
          </Suspense>
        )}
      </div>
    </Dialog>
  );
}
