import { useEffect, useMemo, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useConsoleSelector } from '../../shared/consoleState';
import { PORTAL_LANGUAGES, type PortalLanguage } from '../../contract/plain/wire';
import { selectOpenDialog } from '../../shared/dialogs';
import { selectLanguage } from '../../shared/preferences';
import { isReplaying } from '../../shared/replaying';
import { selectUser } from '../auth/slice';
import { useGetHotspotQuery, useHotspotPreferences, useHotspotZone } from '../hotspots/api';
import { usePaperSettings } from '../printing/usePaperSettings';
import { CHANNEL, GONE_AFTER, type ForGuest, type Message } from './forGuest';
import { guestWindowGone, guestWindowAnswered, selectCreated } from './slice';

/** Calls back with messages from the guest's window of this account at this hotspot. */
function useChannel(hotspotId: number, onMessage: (kind: 'asked' | 'closed', channel: BroadcastChannel) => void): void {
  const of = useSelector(selectUser)?.id ?? 0;
  const latest = useRef(onMessage);
  useEffect(() => {
    latest.current = onMessage;
  });
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return undefined;
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind !== 'asked' && data.kind !== 'closed') return;
      if (data.of === of && data.hotspotId === hotspotId && !isReplaying()) latest.current(data.kind, channel);
    };
    return () => channel.close();
  }, [of, hotspotId]);
}

/** Records whether a guest's window is open for this counter. */
export function useHearingGuestWindow(hotspotId: number): void {
  const dispatch = useDispatch();
  const gone = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(gone.current), []);
  useChannel(hotspotId, (kind) => {
    clearTimeout(gone.current);
    if (kind === 'closed') dispatch(guestWindowGone());
    else {
      dispatch(guestWindowAnswered());
      gone.current = setTimeout(() => dispatch(guestWindowGone()), GONE_AFTER);
    }
  });
}

const NO_NETWORK = { ssid: '', security: 'open', wifi_password: '', portal_url: '' } as const;

/** Sends what this counter shows to the guest's window while that is open, and says so when the counter closes. */
export function useTellingGuestWindow(hotspotId: number): void {
  const shown = useForGuest(hotspotId);
  const channel = useRef<BroadcastChannel | null>(null);
  const from = useMemo(() => crypto.randomUUID(), []);
  const latest = useRef<ForGuest | null>(null);
  const send = (message: Message) => {
    if (!isReplaying()) channel.current?.postMessage(message);
  };
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    channel.current = opened;
    const leave = () => {
      if (!isReplaying()) opened.postMessage({ kind: 'left', from } satisfies Message);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
      opened.close();
    };
  }, [from]);
  useEffect(() => {
    latest.current = { ...shown, from, changed: Date.now() };
    send({ kind: 'shown', shown: latest.current });
  }, [shown, from]);
  useChannel(hotspotId, (kind) => {
    if (kind === 'asked' && latest.current) send({ kind: 'shown', shown: latest.current });
  });
}

/** The voucher that was just created, or the one in full screen, with what a guest needs to use it. */
function useForGuest(hotspotId: number): Omit<ForGuest, 'from' | 'changed'> {
  const of = useSelector(selectUser)?.id ?? 0;
  const { data: hotspot } = useGetHotspotQuery(hotspotId);
  const zone = useHotspotZone(hotspotId);
  const own = useSelector(selectLanguage);
  const preferred = useHotspotPreferences(hotspotId).data?.['guest_language'];
  const language: PortalLanguage = PORTAL_LANGUAGES.find((one) => one === preferred) ?? own;
  const { settings } = usePaperSettings(hotspotId);
  const createdVoucher = useConsoleSelector((state) => selectCreated(state, hotspotId));
  const dialog = useSelector(selectOpenDialog);
  const voucher = dialog?.name === 'vouchers/show' ? dialog.args.voucher : createdVoucher;
  const name = hotspot ? hotspot.description || hotspot.name : '';
  return useMemo(() => {
    const { ssid, security, wifi_password, portal_url } = settings ?? NO_NETWORK;
    return {
      of,
      hotspotId,
      hotspot: name,
      zone,
      language,
      network: { ssid, security, wifi_password, portal_url },
      voucher: voucher && { code: voucher.code, expires: voucher.expires, duration: voucher.duration },
    };
  }, [of, hotspotId, name, zone, language, settings, voucher]);
}
