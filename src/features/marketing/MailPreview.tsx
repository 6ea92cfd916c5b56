import DesktopOutlined from '@ant-design/icons/DesktopOutlined';
import MobileOutlined from '@ant-design/icons/MobileOutlined';
import { Segmented } from 'antd';
import { useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useConsoleSelector } from '../../shared/consoleState';
import { renderMail, filledBody, logoOf, type MailLook } from '../../contract/plain/mail';
import { sanitizeHtml } from '../../shared/sanitizeHtml';
import type { MailKind } from './api';
import { deviceChosen, selectDevice, type Device } from './slice';
import styles from './MailPreview.module.css';

interface MailPreviewProps {
  kind: MailKind;
  look: MailLook;
  /** With its placeholders filled in. */
  subject: string;
  /** As typed in the editor. */
  body: string;
  url: string;
}

/** The mail as it arrives, on a desktop and a phone: sanitised and rendered by the code that the server uses for sending. */
export function MailPreview({ kind, look, subject, body, url }: MailPreviewProps) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const device = useConsoleSelector((state) => selectDevice(state, kind));
  // Deferred, so that typing stays responsive.
  const shown = useDeferredValue(body);
  const html = useMemo(() => renderMail(filledBody(sanitizeHtml(shown), look, url), look, logoAddress(look)), [shown, look, url]);
  return (
    <div role="group" aria-label={intl.formatMessage({ id: 'marketing.preview' })}>
      <Segmented<Device>
        aria-label={intl.formatMessage({ id: 'captive.device' })}
        value={device}
        onChange={(chosen) => dispatch(deviceChosen({ kind, device: chosen }))}
        options={[
          { value: 'desktop', icon: <DesktopOutlined aria-hidden />, label: intl.formatMessage({ id: 'captive.desktop' }) },
          { value: 'phone', icon: <MobileOutlined aria-hidden />, label: intl.formatMessage({ id: 'captive.smartphone' }) },
        ]}
      />
      <div className={styles.mailFrame} data-device={device}>
        <p className={styles.subject}>
          <span className="soft">
            <FormattedMessage id="marketing.subject" />
          </span>{' '}
          <strong>{subject}</strong>
        </p>
        <MailFrame html={html} />
      </div>
    </div>
  );
}

function logoAddress(look: MailLook): string | null {
  const logo = logoOf(look);
  return logo && `data:${logo.type};base64,${logo.base64}`;
}

/** Isolates HTML in a shadow root: the console's styles don't apply to it, and its links open outside the console. */
function MailFrame({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    root.innerHTML = `<style>:host{all:initial;display:block;color-scheme:light}</style>${html}`;
    for (const link of root.querySelectorAll('a')) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    }
  }, [html]);
  return <div ref={host} />;
}
