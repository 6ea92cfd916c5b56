/** What the guest's window shows, and how it follows the counter: by messages between windows of the same browser, without the server. */
import type { Voucher } from '../../contract/vouchers';
import type { PaperSettings } from '../../contract/plain/paperModel';
import type { PortalLanguage } from '../../contract/plain/wire';

/** What a counter shows to a guest. The window itself sends no requests, and knows nothing about the guest but the code. */
export interface ForGuest {
  /** Id of the counter that sent this; several may be open. */
  from: string;
  /** Id of the account that is signed in there. */
  of: number;
  hotspotId: number;
  /** When the counter began to show this, in milliseconds: the window follows the counter that was used last. */
  changed: number;
  hotspot: string;
  /** The hotspot's time zone. */
  zone: string;
  language: PortalLanguage;
  network: Pick<PaperSettings, 'ssid' | 'security' | 'wifi_password' | 'portal_url'>;
  voucher: Pick<Voucher, 'code' | 'expires' | 'duration'> | null;
}

export type Message =
  /** Sent by the window every POLL_EVERY while it is open. */
  | { kind: 'asked'; of: number; hotspotId: number }
  /** Sent by the window as it closes. */
  | { kind: 'closed'; of: number; hotspotId: number }
  | { kind: 'shown'; shown: ForGuest }
  /** Sent by the counter as it closes or its user signs out. */
  | { kind: 'left'; from: string };

/** The name of the broadcast channel and of the window: opening a window of the same name brings it to the front. */
export const CHANNEL = 'portico-counter';

/** In milliseconds. The window asks because timers in background tabs may be delayed, while messages are answered at once. */
export const POLL_EVERY = 4000;

/** Milliseconds without a message after which a window or counter counts as closed. */
export const GONE_AFTER = 15_000;

/** Milliseconds for which a code stays visible, because the next guest must not read the last one's. */
export const SHOWN_FOR = 10 * 60_000;

/**
 * Whether the window shows this message. It follows the counter that was used last; another counter takes over only once that one is gone.
 * `heard`: when that one last sent a message.
 */
export function isFollowed(held: (ForGuest & { heard: number }) | null, next: ForGuest, now: number): boolean {
  return held === null || held.from === next.from || next.changed >= held.changed || now - held.heard > GONE_AFTER;
}

/** The voucher whose code may still be shown; null if it has expired, or its time on screen is over. */
export function voucherShown({ voucher, changed }: Pick<ForGuest, 'voucher' | 'changed'>, now: number): ForGuest['voucher'] {
  if (voucher === null || now - changed > SHOWN_FOR) return null;
  return voucher.expires !== null && Date.parse(voucher.expires) <= now ? null : voucher;
}
