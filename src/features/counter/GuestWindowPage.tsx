import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { PORTAL_LANGUAGES } from '../../contract/plain/wire';
import { LANGUAGE_NAMES, portalText, spanText } from '../../portal/texts';
import { isReplaying } from '../../shared/replaying';
import { secretBehind } from '../../shared/secrets';
import { selectUser } from '../auth/slice';
import { joiningCode, portalAddress } from '../printing/layout/qr';
import { BigCode } from './BigCode';
import { POLL_EVERY, CHANNEL, GONE_AFTER, voucherShown, type Message } from './forGuest';
import { takeWholeScreen } from './fullScreen';
import { ScannedCode } from './ScannedCode';
import { counterClosed, guestLanguageChosen, guestShown, selectForGuest, selectGuestLanguage } from './slice';
import bigCodeStyles from './BigCode.module.css';
import styles from './GuestWindowPage.module.css';

/**
 * For a second screen that faces the guest: the network, the steps, and the code of the voucher that was just created at the counter. It
 * follows the counter of the same account at the same hotspot, and is blank without one. It sends no requests to the server.
 */
export function GuestWindowPage() {
  const dispatch = useDispatch();
  const hotspotId = Number(useParams().id);
  const of = useSelector(selectUser)?.id ?? 0;
  const shown = useSelector(selectForGuest);
  const chosen = useSelector(selectGuestLanguage);
  const now = useSeconds();

  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (isReplaying()) return;
      if (data.kind === 'left') dispatch(counterClosed(data.from));
      if (data.kind === 'shown' && data.shown.of === of && data.shown.hotspotId === hotspotId) dispatch(guestShown(data.shown));
    };
    const post = (kind: 'asked' | 'closed') => channel.postMessage({ kind, of, hotspotId } satisfies Message);
    const close = () => post('closed');
    post('asked');
    const timer = setInterval(() => post('asked'), POLL_EVERY);
    window.addEventListener('pagehide', close);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', close);
      close();
      channel.close();
    };
  }, [of, hotspotId, dispatch]);

  if (!shown || now - shown.heard > GONE_AFTER)
    return (
      <main className={styles.window}>
        <h1 className="only-heard">
          <FormattedMessage id="counter.guest_window" />
        </h1>
      </main>
    );
  const language = chosen ?? shown.language;
  const text = (id: Parameters<typeof portalText>[1], values?: Record<string, string>) => portalText(language, id, values);
  const { ssid, security, wifi_password, portal_url } = shown.network;
  const network = { ssid, security, wifi_password: secretBehind(wifi_password) ?? '' };
  const voucher = voucherShown(shown, now);
  const join = ssid === '' ? 'window_join_any' : security === 'wpa' ? 'window_join_password' : 'window_join';
  return (
    <main className={styles.window} lang={language}>
      <h1>{text('window_title', { hotspot: shown.hotspot })}</h1>
      <div className={bigCodeStyles.shownCard}>
        <div>
          <ol>
            <li>{text(join, { ssid, password: network.wifi_password })}</li>
            <li>{text('window_wait')}</li>
            {voucher && <li>{text('window_enter')}</li>}
          </ol>
          <div role="status">{voucher && <BigCode code={voucher.code} />}</div>
          {voucher && (
            <p>
              {voucher.expires === null
                ? voucher.duration > 0 && text('window_for', { span: spanText(language, voucher.duration * 86_400) })
                : text('window_until', { moment: dateIn(language, voucher.expires, shown.zone) })}
            </p>
          )}
        </div>
        {ssid !== '' ? (
          <ScannedCode text={joiningCode(network)} label={text('window_scan_network')}>
            {text('window_scan_network')}
          </ScannedCode>
        ) : (
          voucher &&
          portal_url !== '' && (
            <ScannedCode text={portalAddress(portal_url, voucher.code)} label={text('window_scan_portal')}>
              {text('window_scan_portal')}
            </ScannedCode>
          )
        )}
      </div>
      <div className={styles.foot} role="group" aria-label={text('window_language')}>
        {PORTAL_LANGUAGES.map((one) => (
          <button key={one} type="button" lang={one} aria-pressed={one === language} onClick={() => dispatch(guestLanguageChosen(one))}>
            {LANGUAGE_NAMES[one]}
          </button>
        ))}
        <button type="button" onClick={takeWholeScreen}>
          {text('window_whole')}
        </button>
      </div>
    </main>
  );
}

const dateIn = (language: string, at: string, timeZone: string) =>
  new Date(at).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone });

/** The current time in milliseconds, updated every few seconds. */
function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), POLL_EVERY);
    return () => clearInterval(timer);
  }, []);
  return now;
}
