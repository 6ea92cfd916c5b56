import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import WifiOutlined from '@ant-design/icons/WifiOutlined';
import { Button, Typography } from 'antd';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { DemoPhone } from '../../contract/demo';
import { consoleConfig } from '../../shared/config';
import styles from './PhoneScreen.module.css';

/** A phone that has just joined the WiFi: its browser shows the page that the gateway redirects to. */
export function PhoneScreen({ phone }: { phone: DemoPhone }) {
  const intl = useIntl();
  /** How often the page has been reopened; used as key to reload it. */
  const [nth, setNth] = useState(0);
  /** An external URL that a link points to. */
  const [outside, setOutside] = useState<string | null>(null);
  const openAnew = () => {
    setOutside(null);
    setNth(nth + 1);
  };
  return (
    <section className={styles.case} aria-label={intl.formatMessage({ id: 'phone.screen' })}>
      <div className={styles.bar}>
        <span>
          <WifiOutlined aria-hidden /> {phone.hotspot_name}
        </span>
        <Button
          type="text"
          size="small"
          icon={<ReloadOutlined aria-hidden />}
          title={intl.formatMessage({ id: 'phone.open' })}
          aria-label={intl.formatMessage({ id: 'phone.open' })}
          onClick={openAnew}
        />
      </div>
      {outside !== null && (
        <div className={styles.outside} role="status">
          <Typography.Paragraph>
            <FormattedMessage id="phone.outside" values={{ address: outside }} />
          </Typography.Paragraph>
          <Button type="primary" onClick={() => setOutside(null)}>
            <FormattedMessage id="phone.back" />
          </Button>
        </div>
      )}
      <iframe
        key={nth}
        className={styles.browser}
        hidden={outside !== null}
        title={intl.formatMessage({ id: 'phone.browser' }, { hotspot: phone.hotspot_name })}
        src={`${consoleConfig().api_base}/gateway/${phone.id}/open`}
        onLoad={({ currentTarget }) => keepInside(currentTarget, setOutside)}
      />
    </section>
  );
}

/** External links are reported, not followed: they aren't part of the demonstration. */
function keepInside(frame: HTMLIFrameElement, tell: (address: string) => void) {
  frame.contentDocument?.addEventListener('click', (event) => {
    // A cast, because elements in the frame aren't instances of this window's `Element`.
    const link = (event.target as Element | null)?.closest('a[href]');
    const address = link?.getAttribute('href') ?? '';
    if (!/^https?:/.test(address) || new URL(address).origin === window.location.origin) return;
    event.preventDefault();
    tell(address);
  });
}
